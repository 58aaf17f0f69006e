import type { TrackReport } from '../../../../shared/contracts/navigation.ts'
import { wrapHeading } from '../../../../shared/navigation/fix.ts'
import { type Limits, readNumber } from '../../media/metadata-values.ts'
import { readMeters } from '../../media/written-lengths.ts'
import { type Columns, type Meaning, recogniseColumns } from './columns.ts'
import { readCoordinate } from './coordinate.ts'
import type { Gathering } from './gathering.ts'
import { readMoment } from './moment.ts'
import { TrackRefused } from './refusal.ts'
import type { TrackReader, TrackWish } from './track-reader.ts'

const mostColumns = 500
const underWater: Limits = { min: -100, max: 11_000, unit: ' m' }
const limits: Partial<Record<Meaning, Limits>> = {
  depth: underWater,
  waterDepth: underWater,
  elevation: { min: -11_000, max: 100, unit: ' m' },
  altitude: { min: 0, max: 11_000, unit: ' m' },
  heading: { min: -360, max: 720, unit: '°' },
  pitch: { min: -90, max: 90, unit: '°' },
  roll: { min: -180, max: 180, unit: '°' }
}
const words: Partial<Record<Meaning, string>> = { waterDepth: 'water depth' }

/**
 * Reader of a table delimited by commas, semicolons or tabs. A PANGAEA comment block may precede the table, and rows of units may follow its header.
 */
// Long: the columns of one table.
export function tableReader(gathering: Gathering, wish: TrackWish): TrackReader {
  let isComment = false
  let hasComment = false
  let columns: Columns | null = null
  let delimiter = ','
  const offset = wish.utcOffsetMinutes ?? 0

  function header(line: string): void {
    delimiter = sniffDelimiter(line)
    const cells = cellsOf(line.replace(/^\uFEFF/, ''), delimiter)
    if (cells.length > mostColumns) throw new TrackRefused(`The table has ${cells.length} columns; at most ${mostColumns} can be read`)
    const { vehicle, altitudeMeans, source } = wish
    columns = recogniseColumns(cells, { vehicle, altitudeMeans, isShip: source === 'ship', hasComment })
  }

  function row(line: string, number: number, { at }: Columns): void {
    const cells = cellsOf(line, delimiter)
    const cell = (meaning: Meaning) => cells[at[meaning] ?? -1] ?? ''
    const hasDecimalComma = delimiter !== ','
    const time = at.time === undefined ? `${cell('date').trim()} ${cell('clock').trim()}`.trim() : cell('time')
    const timeMs = readMoment(time, offset)
    if (timeMs === null) return void gathering.leave(number, 'it has no time')
    if (Number.isNaN(timeMs))
      return void gathering.leave(number, `its time cannot be read, does not exist or is in the future; write 2026-11-22 10:15:30`)
    const latitude = readCoordinate(cell('latitude'), 'latitude', hasDecimalComma)
    const longitude = readCoordinate(cell('longitude'), 'longitude', hasDecimalComma)
    if (latitude === null || longitude === null) return void gathering.leave(number, 'it has no position')
    if (Number.isNaN(latitude)) return void gathering.leave(number, 'its latitude cannot be read or is not between −90 and 90')
    if (Number.isNaN(longitude)) return void gathering.leave(number, 'its longitude cannot be read or is not between −180 and 360')

    const fact = (meaning: Meaning): number | null => {
      if (at[meaning] === undefined) return null
      const limit = limits[meaning] ?? underWater
      const reading = (limit.unit === ' m' ? readMeters : readNumber)(cell(meaning), limit, hasDecimalComma)
      if (!reading || 'value' in reading) return reading?.value ?? null
      const range = `${limit.min.toLocaleString('en').replace('-', '−')} and ${limit.max.toLocaleString('en')}`
      gathering.leave(number, `its ${words[meaning] ?? meaning} is not a number between ${range}; the fix was used without it`)
      return null
    }
    const heading = fact('heading')
    const elevation = fact('elevation')
    const depth = fact('depth') ?? (elevation === null ? fact('waterDepth') : -elevation)
    gathering.take(
      {
        timeMs,
        latitude,
        longitude,
        depthInMeters: depth,
        altitudeInMeters: fact('altitude'),
        headingDegrees: heading === null ? null : wrapHeading(heading),
        pitchDegrees: fact('pitch'),
        rollDegrees: fact('roll')
      },
      number
    )
  }

  return {
    take(line, number) {
      if (isComment || (!columns && /^\s*\/\*/.test(line))) {
        hasComment = true
        isComment = !line.includes('*/')
        return
      }
      if (line.trim() === '') return
      if (!columns) return void header(line)
      if (gathering.fixCount === 0 && !/\d/.test(line)) return // units below the header
      row(line, number, columns)
    },
    end(): Pick<TrackReport, 'columns' | 'depthOf' | 'notes'> & { format: Columns['format'] } {
      if (isComment) throw new TrackRefused('The comment at the beginning of the file is not closed: */ is missing')
      if (!columns) throw new TrackRefused('The file is empty')
      const { read, notes, at, format } = columns
      const isOfSeaFloor = at.depth === undefined && at.elevation === undefined && at.waterDepth !== undefined
      return { format, columns: read, notes, depthOf: isOfSeaFloor ? 'seaFloor' : 'platform' }
    }
  }
}

/** Most frequent separator in the header, outside quotation marks. */
function sniffDelimiter(line: string): ',' | ';' | '\t' {
  const bare = line.replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  if (count('\t') > count(';') && count('\t') > count(',')) return '\t'
  return count(';') > count(',') ? ';' : ','
}

/** Cells of a line. A quoted cell cannot continue on the next line, because cells in navigation tables have no line breaks. */
function cellsOf(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]
    if (sign === '"') {
      if (isQuoted && line[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = !isQuoted
    } else if (sign === delimiter && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}
