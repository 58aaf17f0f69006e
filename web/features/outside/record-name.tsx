import { TaxonName } from '../../ui/taxon-name.ts'
import { taxonNamed } from '../../ui/taxon-named.ts'

/** The name of a record. A capitalised word followed by one in lower case is set as the name of a species. */
export function RecordName({ title }: { title: string }) {
  return <TaxonName label={taxonNamed(title, /^[A-Z][a-z]+ [a-z]/.test(title) ? 'species' : null)} />
}
