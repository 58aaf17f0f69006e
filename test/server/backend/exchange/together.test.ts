import t from 'tap'
import type { DatasetEntry } from '../../../../server/backend/exchange/dataset.ts'
import { togetherById } from '../../../../server/backend/exchange/imports/together.ts'
import { importAnnotationLimit } from '../../../../shared/limits.ts'
import { collect } from '../../../support/datasets.ts'

const annotation = (id: number): DatasetEntry => ({
  kind: 'annotation',
  annotation: { id: String(id), fileName: 'a.jpg', shape: null, labels: [{ labelId: 'B' }], attributes: [] },
  place: { row: id + 2 }
})

t.test('labels of one annotation that stand apart come together', async t => {
  async function* rows() {
    for (const id of [1, 2, 1, 3]) yield annotation(id)
  }
  const { annotations } = await collect(togetherById(rows))
  t.same(
    annotations.map(({ id, labels }) => [id, labels.length]),
    [
      ['2', 1],
      ['3', 1],
      ['1', 2]
    ]
  )
})

t.test('a file with too many annotations is refused while it is read for the first time', async t => {
  let read = 0
  async function* rows() {
    for (; read < 10 * importAnnotationLimit; read++) yield annotation(read)
  }
  await t.rejects(collect(togetherById(rows)), { code: 'NOT_THIS_FORMAT', message: /more than 1,000,000 annotations: divide it/ })
  t.equal(read, importAnnotationLimit)
})
