import t from 'tap'
import type { DatasetEntry } from '../../../../server/backend/exchange/dataset.ts'
import { entryLimit } from '../../../../server/backend/exchange/imports/entry-limit.ts'
import { importAnnotationLimit } from '../../../../shared/limits.ts'

t.test('annotations count, imported or left out; images, labels and changes do not', async t => {
  const annotation: DatasetEntry = {
    kind: 'annotation',
    annotation: { fileName: 'a.jpg', shape: null, labels: [], attributes: [] },
    place: { row: 1 }
  }
  const leftOut: DatasetEntry = { kind: 'finding', finding: { taken: false, message: 'no number' } }
  const changed: DatasetEntry = { kind: 'finding', finding: { taken: true, message: 'cut at the edge' } }
  const image: DatasetEntry = { kind: 'image', image: { fileName: 'a.jpg', width: null, height: null } }
  const count = entryLimit()
  for (let at = 0; at < importAnnotationLimit; at++) {
    count(at % 2 === 0 ? annotation : leftOut)
    count(changed)
    count(image)
  }
  t.throws(() => count(leftOut), { code: 'NOT_THIS_FORMAT', message: 'This file has more than 1,000,000 annotations: split it' })
})
