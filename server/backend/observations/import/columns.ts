import type { ObservationFields } from '../../../../shared/contracts/observations.ts'
import { plainCell } from '../../files/report-cell.ts'

/** Meaning of a column: a field, or a term that fields are derived from. */
export type Meaning =
  | Exclude<keyof ObservationFields, 'labelId' | 'siteId' | 'sameAsAnnotationId'>
  | 'scientificName'
  | 'scientificNameID'
  | 'vernacularName'
  | 'locality'
  | 'geodeticDatum'
  | 'depth'

/** Further accepted headers for each column, reduced to lower-case letters. The term itself is always accepted. */
const synonyms: Record<Meaning, readonly string[]> = {
  verbatimIdentification: ['identification', 'organism'],
  scientificName: ['species', 'taxon', 'taxonname'],
  scientificNameID: ['aphiaid', 'lsid'],
  vernacularName: ['name', 'label', 'commonname'],
  occurrenceStatus: ['status'],
  individualCount: ['count', 'individuals', 'number', 'abundance', 'n'],
  organismQuantity: ['quantity'],
  organismQuantityType: ['quantitytype'],
  eventDate: ['date', 'day', 'datetime'],
  locality: ['site', 'station', 'sitename', 'stationname'],
  decimalLatitude: ['latitude', 'lat'],
  decimalLongitude: ['longitude', 'lon', 'long', 'lng'],
  coordinateUncertaintyInMeters: ['uncertainty', 'accuracy'],
  geodeticDatum: ['datum', 'crs', 'srs'],
  depth: ['depthinmeters'],
  minimumDepthInMeters: ['mindepth', 'depthfrom', 'depthmin'],
  maximumDepthInMeters: ['maxdepth', 'depthto', 'depthmax'],
  basisOfRecord: [],
  samplingProtocol: ['method', 'protocol'],
  recordedBy: ['observer', 'collector'],
  occurrenceRemarks: ['remarks', 'notes', 'note', 'comment', 'comments'],
  occurrenceID: []
}

const plain = (header: string) =>
  header
    .slice(0, 200)
    .replace(/[([].*?[)\]]/g, '')
    .replace(/^dwc:/i, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const byHeader = new Map(
  Object.entries(synonyms).flatMap(([meaning, others]) => [plain(meaning), ...others].map(header => [header, meaning as Meaning] as const))
)

/** Determines the meaning of each column of a table; null for an ignored column. If two columns have the same meaning, the first one counts. */
export function meaningsOf(header: readonly string[]): (Meaning | null)[] {
  const taken = new Set<Meaning>()
  return header.map(name => {
    const meaning = byHeader.get(plain(name))
    if (!meaning || taken.has(meaning)) return null
    taken.add(meaning)
    return meaning
  })
}

/** Cells of a row by the meaning of their column. Empty cells are missing. */
export type Cells = Partial<Record<Meaning, string>>

export function cellsOf(meanings: readonly (Meaning | null)[], cells: readonly string[]): Cells {
  const found: Cells = {}
  for (const [place, meaning] of meanings.entries()) {
    const text = plainCell(cells[place] ?? '').trim()
    if (meaning !== null && text !== '') found[meaning] = text
  }
  return found
}
