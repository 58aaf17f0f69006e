import { formatNumber } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import type { Branch } from './taxon-tree.ts'
import { texts } from './texts.tsx'

interface TaxonSelectProps {
  branches: readonly Branch[]
  value: string
  /** Label of the option for all taxa. Without it, there is no such option. */
  all?: string
  /** Whether to show the number of individuals after each name. */
  withCounts?: boolean
  onChange: (id: string) => void
}

/** Select for a taxon and its descendants, in tree order. */
export function TaxonSelect({ branches, value, all, withCounts = false, onChange }: TaxonSelectProps) {
  return (
    <Select
      label={texts.taxa.taxon}
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
