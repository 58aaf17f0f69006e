import type { ResultTaxon } from '../../../shared/contracts/results.ts'
import { Select } from '../../ui/select.tsx'
import { texts } from './texts.tsx'

const { cover: words } = texts

interface TaxonChoiceProps {
  taxa: readonly Pick<ResultTaxon, 'id' | 'name'>[]
  /** The taxon that is compared between groups; undefined for all taxa of all images. */
  taxon: Pick<ResultTaxon, 'id'> | undefined
  /** Name of the groups. */
  grouping: string
  change: (changes: Record<string, string>) => void
}

/** Choice between the cover of all taxa, and the cover of one taxon by group. */
export const TaxonChoice = ({ taxa, taxon, grouping, change }: TaxonChoiceProps) => (
  <Select
    label={words.show}
    value={taxon?.id ?? ''}
    options={[{ value: '', label: words.everything }, ...taxa.map(({ id, name }) => ({ value: id, label: words.taxonBy(name, grouping) }))]}
    onChange={event => change({ label: event.target.value })}
  />
)
