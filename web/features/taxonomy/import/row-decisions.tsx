import type { RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { BareSelect } from '../../../ui/select.tsx'

/** What a person said of single rows, by their number; `choice` as the contract writes it, without the row. */
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

/** What becomes of one ambiguous row: as all others, a label that is there, a new one, or nothing. */
export function RowDecision({ outcome, choice, onDecide }: RowDecisionProps) {
  const { name, row, candidates = [] } = outcome
  return (
    <BareSelect
      label={`What row ${row}, ${name}, is`}
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
