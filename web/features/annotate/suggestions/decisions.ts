import type { LabelIndex } from '../../../annotation/label-index.ts'
import { showToast } from '../../../ui/toast.tsx'
import * as texts from '../texts.ts'
import type { AnnotationStore } from '../use-document.ts'
import type { useEditing } from '../use-editing.ts'
import { labelBy, markOf, type ShownSuggestion } from './open-suggestions.ts'
import type { Suggestions } from './use-suggestions.ts'

interface Deciding {
  store: AnnotationStore
  mediaId: string
  mayEdit: boolean
  suggestions: Suggestions
  labelIndex: LabelIndex
  editing: ReturnType<typeof useEditing>
  selection: () => readonly string[]
  bringIntoView: (ids: readonly string[]) => void
}

export type SuggestionDecisions = ReturnType<typeof suggestionDecisions>

/** Returns functions that decide on the selected suggestion. Each then selects the next suggestion. */
// Long: one function for each decision.
export function suggestionDecisions(at: Deciding) {
  const { store, mediaId, mayEdit, suggestions, labelIndex, editing, selection, bringIntoView } = at

  const selected = (): ShownSuggestion | undefined => {
    const [id, another] = selection()
    return id === undefined || another !== undefined ? undefined : suggestions.at(id)
  }

  function select(suggestion: ShownSuggestion | undefined) {
    const ids = suggestion ? [markOf(suggestion)] : []
    editing.select(ids)
    bringIntoView(ids)
  }

  /** Makes a decision and selects the next suggestion or, after the last one, the previous suggestion. */
  function decide(suggestion: ShownSuggestion, decision: () => void) {
    const before = suggestions.now()
    const place = before.findIndex(({ id }) => id === suggestion.id)
    decision()
    select(before[place + 1] ?? before[place - 1])
  }

  function label(suggestion: ShownSuggestion, labelId: string) {
    const named = labelIndex.get(labelId)?.name ?? ''
    const name = labelId === suggestion.labelId ? texts.decisions.accept(named) : texts.decisions.relabel(named)
    decide(suggestion, () => editing.edit(name, [labelBy(suggestion, labelId)]))
  }

  function set(suggestion: ShownSuggestion, state: 'rejected' | 'unsure') {
    if (!mayEdit) return
    if (suggestion.isLive) return decide(suggestion, () => suggestions.live.dismiss(markOf(suggestion), suggestion.labelId))
    decide(suggestion, () =>
      store.suggestions.do(state === 'rejected' ? texts.decisions.rejected : texts.decisions.unsure, mediaId, [
        { suggestionId: suggestion.id, state }
      ])
    )
  }

  return {
    selected,
    accept: (suggestion: ShownSuggestion) => label(suggestion, suggestion.labelId),
    set,
    /** Assigns a label to the selection. For a suggested new shape, this also decides on the suggestion. */
    chooseLabel(labelId: string) {
      const suggestion = selected()
      if (mayEdit && suggestion?.annotationId === null) decide(suggestion, () => editing.chooseLabel(labelId))
      else editing.chooseLabel(labelId)
    },
    /** Applies an alternative label of the selected suggestion. @param number counted from 1 */
    alternative(number: number) {
      const suggestion = selected()
      if (!suggestion) return showToast({ title: texts.decisions.selectFirst })
      const other = suggestion.alternatives[number - 1]
      if (other) label(suggestion, other.labelId)
      else showToast({ title: texts.decisions.noAlternative(number) })
    },
    step(by: 1 | -1) {
      const all = suggestions.now()
      if (all.length === 0) return showToast({ title: texts.decisions.none })
      const place = all.findIndex(each => markOf(each) === selection()[0])
      select(all[place < 0 ? (by > 0 ? 0 : all.length - 1) : (place + by + all.length) % all.length])
    },
    select,
    toggle: () => suggestions.setSettings({ isShown: !suggestions.settings.isShown })
  }
}
