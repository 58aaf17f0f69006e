import type { Media } from '../../../shared/contracts/media.ts'
import type { TableRow } from '../exchange/delimited.ts'
import type { Column, Meaning } from './metadata-columns.ts'
import { isEmptyCell, type Reading, readDegrees, readNumber, readTime } from './metadata-values.ts'

export type TableFacts = Partial<Pick<Media, 'eventDate' | 'decimalLatitude' | 'decimalLongitude' | 'depthInMeters' | 'altitudeInMeters'>>

export interface RowProblem {
  column: string | null
  message: string
}

export interface ReadRow {
  fileName: string
  /** What the row says; cells that are empty or wrong say nothing. */
  facts: TableFacts
  metadata: Record<string, string>
  problems: RowProblem[]
}

const longestMetadataValue = 1000
const areaLimits = { min: 0.000_001, max: 100_000_000, unit: ' m²' }
const depthLimits = { min: -100, max: 11_000, unit: ' m' }

/** Makes a function that reads the rows of a table with these columns. */
export function rowReader(columns: Column[], decimalComma: boolean): (row: TableRow) => ReadRow {
  const at = (meaning: Meaning) => columns.findIndex(column => column.meaning === meaning)
  const kept = columns.flatMap((column, index) => (column.meaning === 'metadata' ? [{ index, name: column.name }] : []))

  return ({ cells }) => {
    const cell = (meaning: Meaning) => cells[at(meaning)] ?? ''
    const { facts, area, problems } = readFacts(cell, decimalComma)
    return {
      fileName: cell('fileName').trim(),
      facts,
      metadata: { ...metadataOf(cells, kept), ...(area !== undefined && { area }) },
      problems: problems.map(({ of, message }) => ({ column: columns[at(of)]?.name ?? null, message }))
    }
  }
}

export interface ReadFacts {
  facts: TableFacts
  /** In m², or the name of a place. */
  area: string | undefined
  problems: { of: Meaning; message: string }[]
}

/** What is said of one picture, by its meaning: what is empty or wrong says nothing. */
export function readFacts(cell: (meaning: Meaning) => string, decimalComma: boolean): ReadFacts {
  const problems: ReadFacts['problems'] = []
  const facts: TableFacts = {}

  function take<T>(of: Meaning, reading: Reading<T>): T | undefined {
    if (reading === null) return undefined
    if ('value' in reading) return reading.value
    problems.push({ of, message: reading.problem })
    return undefined
  }

  const eventDate = take('eventDate', readTime(cell('eventDate'))) ?? take('date', readTime(dateAndTime(cell)))
  if (eventDate !== undefined) facts.eventDate = eventDate

  const position = readPosition(cell, decimalComma)
  if (position) {
    if ('problem' in position) problems.push({ of: position.of, message: position.problem })
    else Object.assign(facts, position)
  }

  const depth = take('depthInMeters', readNumber(cell('depthInMeters'), depthLimits, decimalComma))
  const altitude = take('gpsAltitude', readNumber(cell('gpsAltitude'), { min: -11_000, max: 100, unit: ' m' }, decimalComma))
  if (depth !== undefined) facts.depthInMeters = depth
  else if (altitude !== undefined) facts.depthInMeters = altitude === 0 ? 0 : -altitude

  const height = take('altitudeInMeters', readNumber(cell('altitudeInMeters'), { min: 0, max: 11_000, unit: ' m' }, decimalComma))
  if (height !== undefined) facts.altitudeInMeters = height

  const given = cell('areaInSquareMeters')
  const squareMeters = /\d/.test(given) ? take('areaInSquareMeters', readNumber(given, areaLimits, decimalComma)) : undefined
  const place = isEmptyCell(given) || /\d/.test(given) ? undefined : given.trim().slice(0, longestMetadataValue)
  return { facts, area: squareMeters === undefined ? place : String(Number(squareMeters.toFixed(9))), problems }
}

/** OFOP writes the day and the time of day into two columns. */
function dateAndTime(cell: (meaning: Meaning) => string): string {
  const date = cell('date').trim()
  return isEmptyCell(date) ? '' : `${date} ${cell('time').trim()}`.trim()
}

type Position = Required<Pick<TableFacts, 'decimalLatitude' | 'decimalLongitude'>>

/** Both halves or neither; 0, 0 lies in the Gulf of Guinea and nearly always means "no fix". */
function readPosition(cell: (meaning: Meaning) => string, decimalComma: boolean): Position | { of: Meaning; problem: string } | null {
  const latitude = readDegrees(cell('decimalLatitude'), 'latitude', decimalComma)
  const longitude = readDegrees(cell('decimalLongitude'), 'longitude', decimalComma)
  if (!latitude && !longitude) return null
  if (latitude && 'problem' in latitude) return { of: 'decimalLatitude', problem: latitude.problem }
  if (longitude && 'problem' in longitude) return { of: 'decimalLongitude', problem: longitude.problem }
  if (!latitude) return { of: 'decimalLongitude', problem: 'there is a longitude without a latitude: the position was not taken' }
  if (!longitude) return { of: 'decimalLatitude', problem: 'there is a latitude without a longitude: the position was not taken' }
  if (latitude.value === 0 && longitude.value === 0)
    return { of: 'decimalLatitude', problem: '0, 0 means that there was no fix: the position was not taken' }
  return { decimalLatitude: latitude.value, decimalLongitude: longitude.value }
}

function metadataOf(cells: string[], kept: { index: number; name: string }[]): Record<string, string> {
  const entries = kept.flatMap(({ index, name }): [string, string][] => {
    const text = cells[index]?.trim() ?? ''
    return text === '' ? [] : [[name, text.slice(0, longestMetadataValue)]]
  })
  return Object.fromEntries(entries)
}
