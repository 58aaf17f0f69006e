/** Meaning of a column in a list of labels. */
export type Meaning =
  | 'key'
  | 'parentKey'
  | 'parentName'
  | 'parent'
  | 'name'
  | 'scientificName'
  | 'scientificNameAuthorship'
  | 'scientificNameID'
  | 'aphiaId'
  | 'taxonRank'
  | 'acceptedNameUsage'
  | 'acceptedKey'
  | 'taxonomicStatus'
  | 'identificationQualifier'
  | 'morphospecies'
  | 'verbatimIdentification'
  | 'synonyms'
  | 'vernacularName'
  | 'language'
  | 'isMarine'
  | 'isBrackish'
  | 'isFreshwater'
  | 'isTerrestrial'
  | 'environments'
  | 'conservationStatus'
  | 'colour'
  | 'definition'
  | 'identificationNotes'
  | 'higherTaxon'

export interface Column {
  /** Column name as written in the header. */
  name: string
  meaning: Meaning | 'ignored'
}

/*
 * Terms of Darwin Core and of GBIF's Vernacular Names, Species Profile and Species Distribution, with or without their namespace. Also columns of
 * BIIGLE label trees, benthic attribute lists and WoRMS. Names are compared in lower case, without spaces, `_`, `-` and `.`.
 */
const names: Record<Meaning, string[]> = {
  key: ['id', 'taxonid', 'labelid'],
  parentKey: ['parentid', 'parentnameusageid', 'parenttaxonid', 'parentlabelid', 'parentaphiaid'],
  parentName: ['parentnameusage', 'parentname', 'parentlabel'],
  parent: ['parent'],
  name: ['name', 'label', 'labelname'],
  scientificName: ['scientificname'],
  scientificNameAuthorship: ['scientificnameauthorship', 'authorship', 'authority', 'author'],
  scientificNameID: ['scientificnameid', 'lsid'],
  aphiaId: ['aphiaid'],
  taxonRank: ['taxonrank', 'rank'],
  acceptedNameUsage: ['acceptednameusage', 'acceptedname', 'validname'],
  acceptedKey: ['acceptednameusageid', 'validaphiaid'],
  taxonomicStatus: ['taxonomicstatus'],
  identificationQualifier: ['identificationqualifier'],
  morphospecies: ['morphospecies', 'morphotype', 'otu'],
  verbatimIdentification: ['verbatimidentification'],
  synonyms: ['synonyms', 'synonym'],
  vernacularName: ['vernacularname', 'vernacularnames', 'commonname'],
  language: ['language', 'vernacularlanguage'],
  isMarine: ['ismarine'],
  isBrackish: ['isbrackish'],
  isFreshwater: ['isfreshwater', 'isfresh'],
  isTerrestrial: ['isterrestrial'],
  environments: ['environment', 'environments'],
  conservationStatus: ['threatstatus', 'conservationstatus', 'iucnredlistcategory', 'redlistcategory'],
  colour: ['colour', 'color'],
  definition: ['definition', 'description', 'taxonremarks'],
  identificationNotes: ['identificationnotes', 'identificationremarks'],
  higherTaxon: ['kingdom', 'phylum', 'class', 'order', 'family', 'genus']
}

const meanings = new Map(Object.entries(names).flatMap(([meaning, all]) => all.map(name => [name, meaning as Meaning])))

/** Ranks that have a column in Darwin Core, highest first. */
export const higherRanks = names.higherTaxon

/** Normalises a column name for comparison: no namespace, lower case, no word separators. */
export const plainColumn = (name: string) =>
  name
    .replace(/^.*[:/#]/, '')
    .toLowerCase()
    .replace(/[\s_.-]+/g, '')

/** Returns the rank of a higher-taxon column. */
export const rankOfColumn = (column: Column) => plainColumn(column.name)

/** Detects the columns of a header. If two columns have the same meaning, the first is used. */
export function recogniseColumns(header: string[]): Column[] {
  const taken = new Set<string>()
  return header.map(cell => {
    const name = cell.trim().slice(0, 100)
    const meaning = meanings.get(plainColumn(name))
    const place = meaning === 'higherTaxon' ? plainColumn(name) : meaning
    if (!meaning || !place || taken.has(place)) return { name, meaning: 'ignored' as const }
    taken.add(place)
    return { name, meaning }
  })
}
