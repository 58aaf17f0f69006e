import t from 'tap'
import type { Annotation } from '../../../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import { changesOf, edited, inverseOf } from '../../../../../web/features/annotate/document/edits.ts'
import { isDue, labelStateOf, withLive } from '../../../../../web/features/annotate/suggestions/live.ts'
import { toSuggested } from '../../../../../web/features/annotate/suggestions/noun.ts'
import { labelBeside, labelBy } from '../../../../../web/features/annotate/suggestions/open-suggestions.ts'

const me = { accountId: 'a', name: 'Ana', at: '2026-06-04T07:12:00Z' }
const shape: Shape = { kind: 'point', x: 1, y: 2 }
const point = (annotationId: string, labelId: string | null = null, of: Shape | null = shape) =>
  edited(undefined, { kind: 'create', annotationId, mediaId: 'm', shape: of, labelId }, me) as Annotation
const live = (annotationId: string, probability: number, of: Shape = { y: 2, x: 1, kind: 'point' } as Shape) => ({
  ...{ annotationId, shape: of, labelId: 'sponge', probability, isUnlike: false },
  alternatives: [{ labelId: 'sponge', probability }]
})

t.test('live suggestions are due on an image at first, after five labels, and for new annotations', async t => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const image = (labelled: number, more: Annotation[] = []) =>
    labelStateOf('m', [...ids.map((id, index) => point(id, index < labelled ? 'sponge' : null)), ...more])
  t.equal(isDue(null, image(0)), true)
  t.equal(isDue(null, image(7)), false, 'nothing to suggest')
  t.equal(isDue(image(0), image(4)), false)
  t.equal(isDue(image(0), image(5)), true)
  t.equal(isDue(image(1), image(5)), false)
  t.equal(isDue(image(1), image(6)), true)
  t.equal(isDue(image(3), image(3, [point('new')])), true)
  t.equal(isDue(image(3), image(2)), true, 'a label was undone')
  t.equal(isDue(image(3), { ...image(3), mediaId: 'other' }), true)
  t.equal(isDue(image(3), image(3, [point('line', null, { kind: 'line', vertices: [] } as never), point('whole', null, null)])), false)
})

t.test('live suggestions join the stored ones until a label is given or the shape changes', async t => {
  const stored = toSuggested({
    ...{ id: '1', runId: 'r', mediaId: 'm', annotationId: 'a', shape, labelId: 'coral', probability: 0.7 },
    ...{ alternatives: [], isUnlike: false, state: 'waiting' }
  })
  const items = [live('a', 0.99), live('b', 0.9), live('c', 0.5), live('gone', 0.9), live('moved', 0.9, { kind: 'point', x: 5, y: 5 })]
  const at = { mediaId: 'm', annotations: [point('a'), point('b'), point('c'), point('moved')], dismissed: new Set<string>() }
  const marks = (of: typeof at) => withLive([stored], items, of).map(({ id, labelId }) => [id, labelId])
  t.same(marks(at), [
    ['b', 'sponge'],
    ['1', 'coral'],
    ['c', 'sponge']
  ])
  t.same(marks({ ...at, dismissed: new Set(['b']) }).length, 2)
  t.same(marks({ ...at, annotations: [point('a'), point('b', 'sponge'), point('c')] }).length, 2)
})

t.test('a label beside a live suggestion names the label that was shown, and its undo does not', async t => {
  const [suggestion] = withLive([], [live('b', 0.9)], { mediaId: 'm', annotations: [point('b')], dismissed: new Set() })
  const edit = labelBy(suggestion!, 'coral')
  t.same(edit, { kind: 'revise', annotationId: 'b', labelId: 'coral', shownLabelId: 'sponge' })
  t.same(changesOf(edit as never), { labelId: 'coral' })
  t.same(inverseOf(point('b'), edit), { kind: 'revise', annotationId: 'b', labelId: null, reviewState: 'proposed' })
})

t.test('a label after a dismissed suggestion names it, because the person has seen it', async t => {
  const [suggestion] = withLive([], [live('b', 0.9)], { mediaId: 'm', annotations: [point('b')], dismissed: new Set() })
  const edit = { kind: 'revise', annotationId: 'b', labelId: 'coral' }
  const beside = (seen: string | undefined, hasLabel: boolean, shown?: typeof suggestion) =>
    labelBeside('b', 'coral', { suggestion: shown, seen, hasLabel })
  t.same(beside(undefined, false), edit)
  t.same(beside('sponge', false), { ...edit, shownLabelId: 'sponge' })
  t.same(beside('sponge', true), edit, 'a later change is not beside it')
  t.same(beside('sand', false, suggestion), { ...edit, shownLabelId: 'sponge' }, 'the shown one counts')
})

t.test('the undo of another label returns to the label with its origin', async t => {
  const edit = { kind: 'revise', annotationId: 'b', labelId: 'coral' } as const
  const undo = inverseOf(point('b', 'sponge'), edit)
  t.same(undo, { kind: 'revise', annotationId: 'b', labelId: 'sponge', reviewState: 'proposed', isUndo: true })
  t.same(changesOf(undo as never), { labelId: 'sponge', reviewState: 'proposed' })
  t.same(inverseOf(point('b', 'sponge'), { kind: 'revise', annotationId: 'b', confidence: 0.5 }), {
    kind: 'revise',
    annotationId: 'b',
    confidence: null
  })
})
