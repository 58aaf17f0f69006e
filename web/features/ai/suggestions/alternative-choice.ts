import type { Suggestion, SuggestionDecisionDraft } from '../../../../shared/contracts/ai.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'

type Choice =
  | { decision: Extract<SuggestionDecisionDraft['decision'], 'accept'> }
  | Pick<Extract<SuggestionDecisionDraft, { decision: 'relabel' }>, 'decision' | 'labelId'>

/**
 * Reason why suggestions do not get an alternative. `missing`: none of them has the alternative. `someMissing`: some of them lack it. `differs`:
 * they have different labels under its number. `unmapped`: its label is not in the catalog.
 */
export type NoAlternative = 'missing' | 'someMissing' | 'differs' | 'unmapped'

/**
 * Returns the decision that gives suggestions an alternative label, or the reason why there is none. The first alternative is the suggested label
 * itself, which is accepted.
 * @param suggestions at least one
 * @param number number of the alternative, counted from 1
 */
export function alternativeChoice(
  suggestions: readonly Pick<Suggestion, 'labelId' | 'alternatives'>[],
  number: number,
  labelIndex: Pick<LabelIndex, 'get'>
): Choice | NoAlternative {
  const given = new Set(suggestions.map(({ alternatives }) => alternatives[number - 1]?.labelId))
  const [labelId] = given
  if (given.has(undefined)) return given.size === 1 ? 'missing' : 'someMissing'
  if (given.size !== 1 || labelId === undefined) return 'differs'
  if (suggestions.every(suggestion => suggestion.labelId === labelId)) return { decision: 'accept' }
  return labelIndex.get(labelId) ? { decision: 'relabel', labelId } : 'unmapped'
}
