import type { Media } from '../../../shared/contracts/media.ts'
import type { TableRow } from '../files/delimited.ts'
import type { Column, Meaning } from './metadata-columns.ts'
import { isEmptyCell, type Reading, readNumber } from './metadata-values.ts'
import { type Axis, readDegrees } from './written-degrees.ts'
import { type LengthUnit, readMeters } from './written-lengths.ts'
import { joinedDayAndTime, readTime } from './written-times.ts'

export type TableFacts = Partial<Pick<Media, 'eventDate' | 'decimalLatitude' | 'decimalLongitude' | 'depthInMeters' | 'altitudeInMeters'>>

export interface RowProblem {
  column: string | null
  message: string
}

export interface ReadRow {
  fileName: string
  /** Facts of the row, except those in empty or invalid cells. */
  facts: TableFacts
  /** Time in an unknown zone. */
  clock: string | null
  metadata: Record<string, string>
  problems: RowProblem[]
}

const longestMetadataValue = 1000
const areaLimits = { min: 0.000_001, max: 100_000_000, unit: ' m²' }
const depthLimits = { min: -100, max: 11_000, unit: ' m' }
const altitudeLimits = { min: -11_000, max: 100, unit: ' m' }
const heightLimits = { min: 0, max: 11_000, unit: ' m' }

/**
 * Returns a function that reads the rows of a table. The function accepts longitudes from −180 to 360. The caller converts them, because only the
 * whole column reveals which range is in use.
 */
export function rowReader(columns: Column[], decimalComma: boolean): (row: TableRow) => ReadRow {
  const at = (meaning: Meaning) => columns.findIndex(column => column.meaning === meaning)
  const kept = columns.flatMap((column, index) => (column.meaning === 'metadata' ? [{ index, name: column.name }] : []))

  const isUtc = columns.some(({ meaning, isUtc: utc }) => utc && (meaning === 'eventDate' || meaning === 'date' || meaning === 'time'))
  const unitOf = (meaning: Meaning) => columns[at(meaning)]?.unit ?? 'm'

  return ({ cells }) => {
    const cell = (meaning: Meaning) => cells[at(meaning)] ?? ''
    const { facts, clock, area, problems } = readFacts(cell, { decimalComma, isUtc, unitOf, longitudes: 'eastward' })
    return {
      fileName: cell('fileName').trim(),
      facts,
      clock,
      metadata: { ...metadataOf(cells, kept), ...(area !== undefined && { area }) },
      problems: problems.map(({ of, message }) => ({ column: columns[at(of)]?.name ?? null, message }))
    }
  }
}

export interface ReadFacts {
  facts: TableFacts
  /** Time in an unknown zone. It cannot be used without a clock setting. */
  clock: string | null
  /** Content of the area column: an area in m², or a place name. */
  area: string | undefined
  problems: { of: Meaning; message: string }[]
}

export interface Writing {
  decimalComma?: boolean
  /** Whether the format or column defines times without a zone as UTC. */
  isUtc?: boolean
  unitOf?: (meaning: Meaning) => LengthUnit
  longitudes?: Exclude<Axis, 'latitude'>
}

/** Reads the facts of one image. Empty and invalid values are omitted, and invalid ones are reported. */
export function readFacts(cell: (meaning: Meaning) => string, writing: Writing = {}): ReadFacts {
  const { decimalComma = false, isUtc = false, unitOf = () => 'm' as const } = writing
  const problems: ReadFacts['problems'] = []
  const facts: TableFacts = {}

  function take<T>(of: Meaning, reading: Reading<T>): T | undefined {
    if (reading === null) return undefined
    if ('value' in reading) return reading.value
    problems.push({ of, message: reading.problem })
    return undefined
  }

  const meters = (meaning: Meaning, limits: typeof depthLimits) =>
    take(meaning, readMeters(cell(meaning), limits, decimalComma, unitOf(meaning)))

  const time = take('eventDate', readTime(cell('eventDate'))) ?? take('date', readTime(joinedDayAndTime(cell('date'), cell('time'))))
  let clock: string | null = null
  if (time && 'moment' in time) facts.eventDate = time.moment
  else if (time && isUtc) facts.eventDate = `${time.clock}Z`
  else if (time) clock = time.clock

  const position = readPosition(cell, writing)
  if (position) {
    if ('problem' in position) problems.push({ of: position.of, message: position.problem })
    else Object.assign(facts, position)
  }

  const depth = meters('depthInMeters', depthLimits)
  const altitude = meters('gpsAltitude', altitudeLimits)
  if (depth !== undefined) facts.depthInMeters = depth
  else if (altitude !== undefined) facts.depthInMeters = altitude === 0 ? 0 : -altitude

  const height = meters('altitudeInMeters', heightLimits)
  if (height !== undefined) facts.altitudeInMeters = height

  const given = cell('areaInSquareMeters')
  const squareMeters = /\d/.test(given) ? take('areaInSquareMeters', readNumber(given, areaLimits, decimalComma)) : undefined
  const place = isEmptyCell(given) || /\d/.test(given) ? undefined : given.trim().slice(0, longestMetadataValue)
  return { facts, clock, area: squareMeters === undefined ? place : String(Number(squareMeters.toFixed(9))), problems }
}

type Position = Required<Pick<TableFacts, 'decimalLatitude' | 'decimalLongitude'>>

/**
 * Reads latitude and longitude together, or neither. The position 0, 0 is refused: it is in the Gulf of Guinea and nearly always means a missing fix.
 */
function readPosition(
  cell: (meaning: Meaning) => string,
  { decimalComma = false, longitudes = 'longitude' }: Writing
): Position | { of: Meaning; problem: string } | null {
  const latitude = readDegrees(cell('decimalLatitude'), 'latitude', decimalComma)
  const longitude = readDegrees(cell('decimalLongitude'), longitudes, decimalComma)
  if (!latitude && !longitude) return null
  if (latitude && 'problem' in latitude) return { of: 'decimalLatitude', problem: latitude.problem }
  if (longitude && 'problem' in longitude) return { of: 'decimalLongitude', problem: longitude.problem }
  if (!latitude) return { of: 'decimalLongitude', problem: 'there is a longitude without a latitude: the position was not used' }
  if (!longitude) return { of: 'decimalLatitude', problem: 'there is a latitude without a longitude: the position was not used' }
  if (latitude.value === 0 && longitude.value === 0)
    return { of: 'decimalLatitude', problem: '0, 0 stands for a missing fix: the position was not used' }
  return { decimalLatitude: latitude.value, decimalLongitude: longitude.value }
}

function metadataOf(cells: string[], kept: { index: number; name: string }[]): Record<string, string> {
  const entries = kept.flatMap(({ index, name }): [string, string][] => {
    const text = cells[index]?.trim() ?? ''
    return text === '' ? [] : [[name, text.slice(0, longestMetadataValue)]]
  })
  return Object.fromEntries(entries)
}
