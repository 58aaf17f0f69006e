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

t.test('separate labels of one annotation are joined', async t => {
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

t.test('a file with too many annotations is refused at the first reading', async t => {
  let read = 0
  async function* rows() {
    for (; read < 10 * importAnnotationLimit; read++) yield annotation(read)
  }
  await t.rejects(collect(togetherById(rows)), { code: 'NOT_THIS_FORMAT', message: /more than 1,000,000 annotations: split it/ })
  t.equal(read, importAnnotationLimit)
})

t.test('unusable rows count at the first reading', async t => {
  const leftOut: DatasetEntry = { kind: 'finding', finding: { taken: false, row: 2, column: 'filename', message: 'The cell is empty' } }
  let read = 0
  async function* rows() {
    for (; read < 10 * importAnnotationLimit; read++) yield leftOut
  }
  await t.rejects(togetherById(rows).next(), { code: 'NOT_THIS_FORMAT', message: /more than 1,000,000 annotations: split it/ })
  t.equal(read, importAnnotationLimit)
})

t.test('each label of a deferred row counts', async t => {
  const labels = Array.from({ length: 1000 }, (_, at) => ({ labelId: String(at) }))
  let read = 0
  async function* rows() {
    for (let at = 0; at < 2 * (importAnnotationLimit / labels.length); at++, read++) {
      const entry = annotation(at % 2)
      yield entry.kind === 'annotation' ? { ...entry, annotation: { ...entry.annotation, labels: [...labels] } } : entry
    }
  }
  await t.rejects(togetherById(rows).next(), { code: 'NOT_THIS_FORMAT', message: /are too far apart: sort the file by annotation_id/ })
  t.equal(read, 3 * (importAnnotationLimit / labels.length), 'half of the second reading')
})
