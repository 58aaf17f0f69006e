import type { RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { BareSelect } from '../../../ui/select.tsx'

/** Decisions of a person on single rows, by their number; `choice` as in the contract, without the row. */
export type RowDecisions = ReadonlyMap<number, { choice: string; outcome: RowOutcome }>

/** `12.new*13.left`; undefined when nothing is decided. */
export const writeDecisions = (decisions: RowDecisions): string | undefined =>
  [...decisions].map(([row, { choice }]) => `${row}.${choice}`).join('*') || undefined

interface RowDecisionProps {
  /** The row as it was before anyone decided. */
  outcome: RowOutcome
  choice: string
  /** `choice` is empty for what the rule makes of it. */
  onDecide: (outcome: RowOutcome, choice: string) => void
}

/** The decision on one ambiguous row: as all others, an existing label, a new one, or left out. */
export function RowDecision({ outcome, choice, onDecide }: RowDecisionProps) {
  const { name, row, candidates = [] } = outcome
  return (
    <BareSelect
      label={`Decision on row ${row}, ${name}`}
      value={choice}
      onChange={event => onDecide(outcome, event.target.value)}
      options={[
        { value: '', label: 'Not decided' },
        ...candidates.map(({ id, name: called, parentName }) => ({
          value: `is.${id}`,
          label: `It is ${called}, ${parentName === null ? 'at the top' : `under ${parentName}`}`
        })),
        { value: 'new', label: 'A new label' },
        { value: 'left', label: 'Leave it out' }
      ]}
    />
  )
}
