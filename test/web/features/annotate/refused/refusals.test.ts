import t from 'tap'
import type { Annotation, AnnotationOperation } from '../../../../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../../../../shared/contracts/attribute-fields.ts'
import { editsTo, fitted, mineOf, misfitsOf, refusalsOf } from '../../../../../web/features/annotate/refused/refusals.ts'

const shape = { kind: 'point' as const, x: 1, y: 1 }
const moved = { kind: 'point' as const, x: 5, y: 5 }
const there: Annotation = {
  ...{ id: 'a', mediaId: 'm', shape, labelId: 'sponge', confidence: null, attributes: { count: 1, sex: 'female' } },
  ...{
    reviewState: 'confirmed',
    reviewedBy: 'Bo',
    reviewedAt: '2026-03-01T12:00:00.000Z',
    source: 'human',
    annotator: 'Bo',
    createdBy: 'bo'
  },
  ...{ createdAt: '2026-03-01T12:00:00.000Z', modifiedAt: '2026-03-01T12:00:00.000Z', revision: 3, removed: false }
}
const revise = (changes: object): AnnotationOperation => ({ id: 'x', kind: 'revise', annotationId: 'a', revision: 1, ...changes })
const create: AnnotationOperation = { id: 'c', kind: 'create', annotationId: 'a', mediaId: 'm', shape, labelId: 'gone' }

t.test('edits of one annotation are decided together, with the reason of the first', async t => {
  const refused = [create, revise({ shape: moved }), { ...revise({}), annotationId: 'b' }].map((body, place) => ({
    ...{ id: `edit ${place}`, kind: 'annotation', project: 'p', subject: 'm', thing: body.annotationId },
    ...{ madeAt: `2026-03-0${place + 1}T12:00:00.000Z`, body, problem: `reason ${place}` }
  }))
  const elsewhere = { ...refused[0]!, id: 'page', kind: 'journal' }
  t.match(refusalsOf([...refused, elsewhere]), [
    { annotationId: 'a', ids: ['edit 0', 'edit 1'], problem: 'reason 0', madeAt: '2026-03-02T12:00:00.000Z', operations: { length: 2 } },
    { annotationId: 'b', ids: ['edit 2'] }
  ])
})

t.test('“mine” is the current version with one’s own changes, attribute by attribute', async t => {
  const base = { attributes: { count: 1, remarks: 'torn' } }
  const mine = mineOf([revise({ shape: moved }), revise({ attributes: { count: 2 } })], there, base)!
  t.match(mine, { shape: moved, labelId: 'sponge', reviewState: 'confirmed' })
  t.same(mine.attributes, { count: 2, sex: 'female' }, 'my count, and their sex')
  t.same(editsTo(mine, there), [{ kind: 'revise', annotationId: 'a', shape: moved, attributes: { count: 2, sex: 'female' } }])
  t.same(editsTo(mineOf([revise({ shape })], there, base)!, there), [], 'nothing to do where both are equal')
})

t.test('an annotation removed by others is restored before it is changed, and one’s own removal is applied', async t => {
  const removed = { ...there, removed: true }
  const edits = editsTo(mineOf([revise({ shape: moved })], removed, undefined)!, removed)
  t.same(edits, [
    { kind: 'restore', annotationId: 'a' },
    { kind: 'revise', annotationId: 'a', shape: moved }
  ])
  const removal: AnnotationOperation = { id: 'r', kind: 'remove', annotationId: 'a', revision: 1 }
  t.same(editsTo(mineOf([removal], there, undefined)!, there), [{ kind: 'remove', annotationId: 'a' }])
  t.same(editsTo(mineOf([removal], removed, undefined)!, removed), [])
  t.equal(mineOf([removal], null, undefined), null)
})

t.test('an annotation that was never saved is drawn in its last form, with the values that fit', async t => {
  const count = { name: 'count', type: 'integer', minimum: 1, maximum: null, choices: [] } as unknown as AttributeField
  const mine = mineOf(
    [create, revise({ attributes: { count: 'many', remarks: 'torn' } }), revise({ shape: moved, reviewState: 'confirmed' })],
    null,
    undefined
  )!
  t.match(mine, { labelId: 'gone', shape: moved })
  t.same(misfitsOf(mine, null, [count]), ['count'])
  t.same(editsTo(fitted(mine, null, null, ['count']), null), [
    { kind: 'create', annotationId: 'a', mediaId: 'm', shape: moved, labelId: null, confidence: null, attributes: { remarks: 'torn' } },
    { kind: 'revise', annotationId: 'a', reviewState: 'confirmed' }
  ])
})

t.test('a value that does not fit keeps the current one', async t => {
  const count = { name: 'count', type: 'integer', minimum: 1, maximum: null, choices: [] } as unknown as AttributeField
  const mine = mineOf([revise({ attributes: { count: 'many', sex: 'female' } })], there, { attributes: { count: 1, sex: 'female' } })!
  t.same(misfitsOf(mine, there, [count]), ['count'])
  t.same(fitted(mine, there, 'sponge', ['count']).attributes, { count: 1, sex: 'female' })
  const old = { ...there, attributes: { count: '3 or 4' } }
  t.same(misfitsOf(mineOf([revise({ shape: moved })], old, undefined)!, old, [count]), [], 'an existing value may stay')
})
