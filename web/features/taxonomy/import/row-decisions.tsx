import type { RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { BareSelect } from '../../../ui/select.tsx'
import { texts } from './texts.tsx'

const { decision: words } = texts

/** Decisions of a person on single rows, by row number. `choice` has the format of the API contract, without the row number. */
export type RowDecisions = ReadonlyMap<number, { choice: string; outcome: RowOutcome }>

/** Formats decisions for the API, such as `12.new*13.left`; undefined without any. */
export const writeDecisions = (decisions: RowDecisions): string | undefined =>
  [...decisions].map(([row, { choice }]) => `${row}.${choice}`).join('*') || undefined

interface RowDecisionProps {
  /** Outcome of the row before any decision. */
  outcome: RowOutcome
  choice: string
  /** Called with the decision. An empty `choice` applies the rule for all rows. */
  onDecide: (outcome: RowOutcome, choice: string) => void
}

/** Select for an ambiguous row: follow the rule, use an existing label, add a new one, or leave it out. */
export function RowDecision({ outcome, choice, onDecide }: RowDecisionProps) {
  const { name, row, candidates = [] } = outcome
  return (
    <BareSelect
      label={words.label(row, name)}
      value={choice}
      onChange={event => onDecide(outcome, event.target.value)}
      options={[
        { value: '', label: words.none },
        ...candidates.map(({ id, name: called, parentName }) => ({
          value: `is.${id}`,
          label: words.is(called, parentName)
        })),
        { value: 'new', label: words.new },
        { value: 'left', label: words.left }
      ]}
    />
  )
}
