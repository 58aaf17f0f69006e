import { type KnownOfName, parseScientificName } from '../../../../shared/taxonomy/scientific-name.ts'
import { writtenName } from '../../../../shared/taxonomy/written-name.ts'
import { knownOf, type Naming, withCleanName } from '../../taxonomy/clean-name.ts'
import { aphiaIdOf } from '../../taxonomy/names.ts'

/** Published identification of a label. */
export interface Identification {
  /** Lowest certain taxon, without author or qualifier. */
  scientificName: string
  authorship: string | null
  aphiaId: number | null
  rank: string | null
  /** Open nomenclature below that taxon: `cf. morhua`, `sp. 1`; empty when there is none. */
  qualifier: string
  /** Name of the label in the project. */
  verbatim: string
  /** Label that has the taxon: the label itself or an ancestor. A fault of the taxon is corrected on that label. */
  labelId: string
}

type CatalogLabel = Naming & { id: string }

/**
 * Returns the published identification of a label: its own taxon, or that of the nearest ancestor with one. Null when neither the label nor an
 * ancestor has a taxon.
 * @param above ancestors of the label, root first
 */
export function identificationOf(label: CatalogLabel, above: readonly CatalogLabel[]): Identification | null {
  const verbatim = label.verbatimIdentification ?? writtenName(label)
  const own = certainTaxon(label, above)
  if (own) return { ...own, verbatim }
  for (let at = above.length - 1; at >= 0; at--) {
    const taxon = certainTaxon(above[at] as CatalogLabel, above.slice(0, at))
    if (taxon) return { ...taxon, qualifier: openWords(label, taxon.scientificName), verbatim }
  }
  return null
}

type Taxon = Omit<Identification, 'verbatim'>

/** Certain taxon of the label itself; null when it has none. */
function certainTaxon(label: CatalogLabel, above: readonly CatalogLabel[]): Taxon | null {
  const { scientificName, scientificNameAuthorship, scientificNameID, taxonRank } = withCleanName(label)
  const { id: labelId } = label
  const known = knownOf({ taxonRank, scientificNameID })
  if (scientificName === null || !isName(scientificName, known)) return null
  const taxon = { scientificName, authorship: scientificNameAuthorship, aphiaId: aphiaIdOf(scientificNameID), rank: taxonRank, labelId }
  for (const words of writtenForms(label, scientificName)) {
    const { name, rank, qualifier } = parseScientificName(words, known)
    if (name === scientificName && qualifier !== '') return { ...taxon, qualifier }
    if (name === null && qualifier !== '' && !qualifier.includes(scientificName)) return { ...taxon, qualifier }
    if (name !== null && qualifier !== '' && scientificName.startsWith(`${name} `))
      return { ...higher(label, { name, rank }, above), qualifier }
  }
  return { ...taxon, qualifier: [label.identificationQualifier, label.morphospecies].filter(Boolean).join(' ') }
}

/** Spellings in which the name of a label may contain its open nomenclature, most readable first. */
const writtenForms = (label: Naming, scientificName: string) => [
  ...(label.verbatimIdentification ? [label.verbatimIdentification] : []),
  writtenName(label),
  writtenName({ ...label, name: scientificName, scientificName })
]

/** True when the text is a scientific name, or has an identifier that confirms it as one. */
function isName(scientificName: string, known: KnownOfName): boolean {
  return known.hasIdentifier || parseScientificName(scientificName, known).name === scientificName
}

/** Taxon named by the first words of a label name. Its facts come from the ancestor with that name, if there is one. */
function higher(
  label: CatalogLabel,
  { name, rank }: { name: string; rank: string | null },
  above: readonly CatalogLabel[]
): Omit<Taxon, 'qualifier'> {
  const ofCatalog = above.findLast(({ scientificName }) => scientificName === name)
  return {
    scientificName: name,
    authorship: ofCatalog?.scientificNameAuthorship ?? null,
    aphiaId: aphiaIdOf(ofCatalog?.scientificNameID ?? null),
    rank: ofCatalog?.taxonRank ?? rank,
    labelId: (ofCatalog ?? label).id
  }
}

/** Open nomenclature in the name of a label without its own taxon; empty when there is none. */
function openWords(label: Naming, above: string): string {
  const { name, qualifier } = parseScientificName(label.verbatimIdentification ?? label.name)
  if (qualifier === '') return [label.identificationQualifier, label.morphospecies].filter(Boolean).join(' ')
  return name === null || name === above ? qualifier : `${name} ${qualifier}`
}
