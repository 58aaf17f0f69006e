import type { DatasetLabel } from './dataset.ts'

/** Higher ranks that have a column of their own, the highest first. */
const ranks = ['kingdom', 'phylum', 'class', 'order', 'family', 'genus']
const lsidOfWorms =
  /^(?:urn:lsid:marinespecies\.org:taxname:|https?:\/\/(?:www\.)?marinespecies\.org\/aphia\.php\?p=taxdetails&id=)([1-9]\d{0,9})$/i

/** The taxon that a record names, with the ones above it; null when it names none. GBIF writes the author into the name, others do not. */
export function taxonOf(cell: (term: string) => string): DatasetLabel | null {
  const given = cell('scientificName')
  if (given === '') return null
  const rank = cell('taxonRank').toLowerCase()
  const name = withoutAuthor(given, rank, cell)
  const above = ranks
    .slice(0, ranks.includes(rank) ? ranks.indexOf(rank) : undefined)
    .flatMap(each => (cell(each) && cell(each) !== name ? [{ name: cell(each), rank: each }] : []))
  const authorship = cell('scientificNameAuthorship') || given.slice(name.length).replace(/^[\s,]+/, '')
  const aphiaId = lsidOfWorms.exec(cell('scientificNameID') || cell('taxonID'))?.[1]
  const scientificNameID = aphiaId ? `urn:lsid:marinespecies.org:taxname:${aphiaId}` : undefined
  return {
    id: scientificNameID ?? `${cell('kingdom')} ${name}`.trim(),
    name,
    path: above.map(taxon => taxon.name),
    taxon: {
      scientificName: name,
      ...(given.startsWith(name) && authorship && { scientificNameAuthorship: authorship.slice(0, 200) }),
      ...(scientificNameID && { scientificNameID }),
      ...(rank && { taxonRank: rank.slice(0, 50) }),
      pathRanks: above.map(taxon => taxon.rank)
    }
  }
}

function withoutAuthor(given: string, rank: string, cell: (term: string) => string): string {
  const authorship = cell('scientificNameAuthorship')
  if (authorship && given.length > authorship.length && given.endsWith(authorship))
    return given.slice(0, -authorship.length).replace(/[\s,]+$/, '')
  if (ranks.includes(rank) && beginsWith(given, cell(rank))) return cell(rank)
  const epithets = [cell('genericName') || cell('genus'), cell('specificEpithet'), cell('infraspecificEpithet')].filter(Boolean)
  if (epithets.length > 1) {
    const words = new Set(given.split(/\s+/))
    if (epithets.every(each => words.has(each))) return epithets.join(' ')
  }
  return given
}

const beginsWith = (text: string, start: string) => start !== '' && (text === start || text.startsWith(`${start} `))
