import { TaxonName } from '../../ui/taxon-name.ts'
import { taxonNamed } from '../../ui/taxon-named.ts'

/** Name of a record. A capitalised word followed by a lower-case one is set in italics as a species name. */
export function RecordName({ title }: { title: string }) {
  return <TaxonName label={taxonNamed(title, /^[A-Z][a-z]+ [a-z]/.test(title) ? 'species' : null)} />
}
