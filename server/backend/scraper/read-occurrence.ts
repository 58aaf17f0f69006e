import { readEventDate } from '../../../shared/outside/event-date.ts'
import type { FlagName } from '../../../shared/outside/flags.ts'
import { agreesWithWgs84 } from '../../../shared/outside/geodetic-datum.ts'
import { judged } from './flags.ts'
import { type Box, isInBox } from './sources/area.ts'
import type { Fields, Raw, ReadRecord } from './sources/source.ts'
import { textOf, writable } from './sources/text.ts'

/** Terms with numeric values. Some services send them as text. */
const numericTerms = new Set([
  'decimalLatitude',
  'decimalLongitude',
  'coordinateUncertaintyInMeters',
  'minimumDepthInMeters',
  'maximumDepthInMeters',
  'depth',
  'bathymetry',
  'shoredistance',
  'sst',
  'sss'
])

/**
 * Fields that services recompute, or that repeat other fields. They are shown only in the original record, and their changes are ignored.
 * Source: field mapping of OBIS and GBIF.
 */
const volatile =
  /^(lastInterpreted|lastCrawled|lastParsed|crawlId|modified|date_\w+|sst|sss|shoredistance|bathymetry|flags|issues?|node_id|areas|dropped|absence|isInCluster|protocol|extensions|classifications)$/

export interface OccurrenceFacts {
  datasetId: string | null
  area: Box | null
  aphiaId: unknown
  url?: string
  /** Flags set by the source. When absent, they are read from the field `flags`. */
  sourceFlags?: string[]
}

/**
 * Maps a record to Darwin Core terms and sets its flags. A position in a geodetic datum other than WGS 84 stays in the fields only, because all
 * positions of a project are in WGS 84.
 */
export function readOccurrence(raw: Raw, { datasetId, area, aphiaId, url, sourceFlags }: OccurrenceFacts): ReadRecord {
  const fields = mapped(raw)
  const number = (name: string) => (typeof fields[name] === 'number' ? fields[name] : null)
  const words = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  const given = [number('decimalLatitude'), number('decimalLongitude')] as const
  const isOtherDatum = given.every(degrees => degrees !== null) && !agreesWithWgs84(String(fields.geodeticDatum ?? ''))
  const [latitude, longitude] = isOtherDatum ? [null, null] : given
  const date = readEventDate(words('eventDate'))
  const depth = numberOf(raw.depth)
  const minimumDepthInMeters = number('minimumDepthInMeters') ?? depth
  const maximumDepthInMeters = number('maximumDepthInMeters') ?? depth
  const flags: FlagName[] = [
    ...judged({
      ...{ latitude, longitude, minimumDepthInMeters, maximumDepthInMeters },
      shoreDistance: numberOf(raw.shoredistance),
      bathymetry: numberOf(raw.bathymetry),
      firstDay: date.firstDay,
      lastDay: date.lastDay
    }).flags,
    ...date.flags,
    ...(words('occurrenceID') === null ? (['no_occurrence_id'] as const) : []),
    ...(area && latitude !== null && longitude !== null && !isInBox(area, latitude, longitude) ? (['outside_job_area'] as const) : []),
    ...(isOtherDatum ? (['datum_not_wgs84'] as const) : [])
  ]
  const id = numberOf(aphiaId)
  return {
    fields,
    title: words('scientificName') ?? words('verbatimIdentification') ?? 'Unnamed',
    url: url ?? null,
    datasetId,
    occurrenceId: words('occurrenceID'),
    aphiaId: id !== null && Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : null,
    eventDate: words('eventDate'),
    firstDay: date.firstDay,
    lastDay: date.lastDay,
    latitude,
    longitude,
    uncertaintyInMeters: isOtherDatum ? null : number('coordinateUncertaintyInMeters'),
    minimumDepthInMeters,
    maximumDepthInMeters,
    flags,
    sourceFlags: sourceFlags ?? listOf(raw.flags)
  }
}

/**
 * Returns the scalar fields that describe the record itself. Text is trimmed and NFC-normalised, numeric terms are numbers, and empty fields
 * are omitted.
 */
function mapped(raw: Raw): Fields {
  const fields: Fields = {}
  for (const [name, value] of Object.entries(raw)) {
    if (volatile.test(name)) continue
    if (numericTerms.has(name)) {
      const known = numberOf(value) ?? textOf(value)
      if (known !== null) fields[name] = known
    } else if (typeof value === 'string') {
      const trimmed = writable(value).normalize('NFC').trim()
      if (trimmed !== '') fields[name] = trimmed
    } else if (typeof value === 'boolean') fields[name] = value
    else if (typeof value === 'number' && Number.isFinite(value)) fields[name] = value
  }
  return fields
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : null
}

/** Converts a list or a comma-separated text to a list of strings. */
const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []).map(name => String(name).trim()).filter(Boolean)
