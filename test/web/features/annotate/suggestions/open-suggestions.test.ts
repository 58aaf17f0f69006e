import t from 'tap'
import type { Annotation } from '../../../../../shared/contracts/annotations.ts'
import { edited, inverseOf } from '../../../../../web/features/annotate/document/edits.ts'
import { suggestionNoun, toSuggested } from '../../../../../web/features/annotate/suggestions/noun.ts'
import { labelBy, markOf, openSuggestions } from '../../../../../web/features/annotate/suggestions/open-suggestions.ts'
import { undoBoth } from '../../../../../web/features/annotate/suggestions/undo.ts'

const me = { accountId: 'a', name: 'Ana', at: '2026-06-04T07:12:00Z' }
const point = edited(undefined, { kind: 'create', annotationId: 'p', mediaId: 'm', shape: null, labelId: null }, me) as Annotation

const suggested = (id: string, annotationId: string | null, probability: number) =>
  toSuggested({
    ...{ id, runId: 'r', mediaId: 'm', annotationId, shape: { kind: 'point', x: 1, y: 1 }, labelId: 'sponge', probability },
    ...{ alternatives: [], isUnlike: false, state: 'waiting' }
  })

t.test('suggestions are open until a label is given, and open again after its undo', async t => {
  const [older, newer, ofNew] = [suggested('1', 'p', 0.9), suggested('2', 'p', 0.6), suggested('3', null, 0.7)]
  const all = [older, newer, ofNew]
  t.same(openSuggestions(all, [point]), [ofNew, newer], 'the most certain first, and of one annotation the newest')
  t.same(openSuggestions(all, []), [ofNew], 'a removed annotation has none')

  const naming = labelBy(newer, 'sponge')
  const named = edited(point, naming, me) as Annotation
  t.same(openSuggestions(all, [named]), [ofNew])
  const back = inverseOf(point, naming)
  t.notOk('suggestionId' in back)
  t.same(openSuggestions(all, [edited(named, back, me) as Annotation]), [ofNew, newer])

  const making = labelBy(ofNew, 'coral')
  const made = edited(undefined, making, me) as Annotation
  t.match(made, { suggestionId: '3', labelId: 'coral' })
  t.same(openSuggestions(all, [point, made]).map(markOf), ['p'])
  t.match(inverseOf(undefined, making), { kind: 'remove', suggestionId: '3' }, 'the server lets it wait again')
})

t.test('a rejected suggestion counts as removed, and its undo lets it wait', async t => {
  const before = suggested('1', null, 0.9)
  const decision = { suggestionId: '1', state: 'rejected' as const }
  const after = suggestionNoun.edited(before, decision, me)
  t.match(after, { removed: true, state: 'rejected' })
  t.match(suggestionNoun.edited(after, suggestionNoun.inverseOf(before, decision), me), { removed: false, state: 'waiting' })
})

t.test('quick undo goes through both kinds of steps in order', async t => {
  const kinds: (string | undefined)[] = ['suggestion', 'annotation', undefined, 'suggestion']
  const steps = {
    get lastDone() {
      return { kind: kinds[0] } as never
    },
    lastUndone: undefined
  }
  const walked: string[] = []
  const walk = (name: string) => ({
    undo: async () => {
      await null
      kinds.shift()
      walked.push(name)
      return null
    },
    redo: async () => null
  })
  const both = undoBoth(steps, walk('annotation'), walk('suggestion'))
  await Promise.all([both.undo(), both.undo(), both.undo(), both.undo()])
  t.same(walked, ['suggestion', 'annotation', 'annotation', 'suggestion'])
})
