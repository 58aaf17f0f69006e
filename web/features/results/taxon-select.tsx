import { formatNumber } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import type { Branch } from './taxon-tree.ts'

interface TaxonSelectProps {
  branches: readonly Branch[]
  value: string
  /** Of the choice of none. */
  all?: string
  /** Writes the individuals beside the names. */
  withCounts?: boolean
  onChange: (id: string) => void
}

/** One taxon with all that is under it, chosen from the tree. */
export function TaxonSelect({ branches, value, all, withCounts = false, onChange }: TaxonSelectProps) {
  return (
    <Select
      label="Taxon"
      value={value}
      options={[
        ...(all === undefined ? [] : [{ value: '', label: all }]),
        ...branches.map(({ taxon: { id, name }, depth, individuals }) => ({
          value: id,
          label: `${'\u2003'.repeat(depth)}${name}${withCounts ? ` (${formatNumber(individuals, 0)})` : ''}`
        }))
      ]}
      onChange={event => onChange(event.target.value)}
    />
  )
}
