import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import t from 'tap'
import { contractSerializer } from '../../../server/lib/serializer.ts'
import { annotationsApi } from '../../../shared/contracts/annotations.ts'

const schema = annotationsApi.ofMedia.schema.response[200] as Schema & object
const write = contractSerializer({ schema, method: 'GET', url: '/', httpStatus: '200' })

const annotation = {
  id: 'a',
  mediaId: 'm',
  shape: {
    kind: 'polygon',
    points: [
      [1.5, 2],
      [3, 4],
      [5, 6]
    ],
    holes: [
      [
        [2, 2],
        [3, 3],
        [2, 3]
      ]
    ]
  },
  labelId: 'l',
  confidence: 0.25,
  attributes: { individualCount: 3, note: 'a "quoted" one', sure: true },
  reviewState: 'confirmed',
  reviewedBy: 'Ada',
  reviewedAt: '2026-11-22T10:00:00.000Z',
  source: 'human',
  annotator: 'Ada',
  createdBy: 'ada',
  createdAt: '2026-11-22T10:00:00.000Z',
  modifiedAt: '2026-11-22T10:00:00.000Z',
  revision: 2,
  removed: false
}
const bare = {
  ...annotation,
  shape: null,
  labelId: null,
  confidence: null,
  attributes: {},
  reviewedBy: null,
  reviewedAt: null,
  createdBy: null
}

t.test('an answer equals the library’s output with every choice validated', async t => {
  const answer = { annotations: [annotation, bare, { ...annotation, shape: { kind: 'circle', x: 1, y: 2, radius: 0.5 } }] }
  t.equal(write(answer), fastJsonStringify(schema)(answer))
  t.same(JSON.parse(write(answer)), answer)
})

t.test('a field outside the contract is left out', async t => {
  t.same(JSON.parse(write({ annotations: [{ ...bare, password: 'x' }], secret: 1 })), { annotations: [bare] })
})
