import type { Suggestion, SuggestionDecisionDraft } from '../../../../shared/contracts/ai.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'

type Choice =
  | { decision: Extract<SuggestionDecisionDraft['decision'], 'accept'> }
  | Pick<Extract<SuggestionDecisionDraft, { decision: 'relabel' }>, 'decision' | 'labelId'>

/**
 * Returns the decision that gives suggestions an alternative label. The first alternative is the suggested label itself, which is accepted.
 * @param number number of the alternative, counted from 1
 * @returns null if the suggestions do not share this alternative, or if it is a different label that is no longer in the catalog
 */
export function alternativeChoice(
  suggestions: readonly Pick<Suggestion, 'labelId' | 'alternatives'>[],
  number: number,
  labelIndex: Pick<LabelIndex, 'get'>
): Choice | null {
  const given = new Set(suggestions.map(({ alternatives }) => alternatives[number - 1]?.labelId))
  const [labelId] = given
  if (given.size !== 1 || labelId === undefined) return null
  if (suggestions.every(suggestion => suggestion.labelId === labelId)) return { decision: 'accept' }
  return labelIndex.get(labelId) ? { decision: 'relabel', labelId } : null
}
