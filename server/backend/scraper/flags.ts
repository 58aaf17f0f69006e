import { type RawBuilder, sql } from 'kysely'
import { type FlagName, flagBits, flagNames } from '../../../shared/outside/flags.ts'

export interface Judgeable {
  latitude: number | null
  longitude: number | null
  minimumDepthInMeters: number | null
  maximumDepthInMeters: number | null
  /** Distance to the coast in metres, as given in the record; negative on land. */
  shoreDistance: number | null
  /** Depth of the sea floor in metres, as given in the record; positive downwards. */
  bathymetry: number | null
  /** First calendar day of the event; null when unknown. */
  firstDay: string | null
  lastDay: string | null
}

/** Maximum plausible depth in metres. Names and rules of the flags follow OBIS quality control. */
const deepest = 11_000
const highest = -100_000
const earliestDay = '1582-01-01'
const dayMs = 86_400_000

/** Returns the flags of an occurrence, and the rules that could not be checked for lack of data. */
export function judged(record: Judgeable, now = Date.now()): { flags: FlagName[]; notJudged: FlagName[] } {
  const flags: FlagName[] = []
  const notJudged: FlagName[] = []
  const { latitude, longitude, minimumDepthInMeters: top, maximumDepthInMeters: bottom, shoreDistance, bathymetry } = record
  if (latitude === null || longitude === null) flags.push('NO_COORD')
  else {
    if (latitude === 0 && longitude === 0) flags.push('ZERO_COORD')
    if (Math.abs(longitude) > 180) flags.push('LON_OUT_OF_RANGE')
    if (Math.abs(latitude) > 90) flags.push('LAT_OUT_OF_RANGE')
    if (Math.abs(latitude) > 90 && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90) flags.push('coordinates_look_swapped')
    if (shoreDistance === null) notJudged.push('ON_LAND')
    else if (shoreDistance < 0) flags.push('ON_LAND')
  }
  const depths = [top, bottom].filter(depth => depth !== null)
  if (depths.length === 0) flags.push('NO_DEPTH')
  else {
    if (depths.some(depth => depth < highest || depth > deepest)) flags.push('DEPTH_OUT_OF_RANGE')
    if (top !== null && bottom !== null && top > bottom) flags.push('MIN_DEPTH_EXCEEDS_MAX')
    if (bathymetry === null) notJudged.push('DEPTH_EXCEEDS_BATH')
    else if (depths.some(depth => depth > 50 + (bathymetry >= 0 ? 1.1 * bathymetry : bathymetry))) flags.push('DEPTH_EXCEEDS_BATH')
  }
  if (record.firstDay !== null && record.firstDay < earliestDay) flags.push('DATE_BEFORE_MIN')
  if (record.lastDay !== null && Date.parse(record.lastDay) > now + dayMs) flags.push('DATE_IN_FUTURE')
  return { flags, notJudged }
}

/** Names of the flags in a filter. Unknown names match no record. */
export const flagsIn = (text: string): FlagName[] => flagNames.filter(name => text.split(',').some(part => part.trim() === name))

/** SQL for all flags of a `scraped_record`, as bits. */
export const everyFlag = sql<number>`scraped_record.flags`

/** SQL condition on `scraped_record`: true when the record has any of the flags. */
export const hasFlags = (flags: readonly FlagName[], column: RawBuilder<number> = everyFlag): RawBuilder<boolean> =>
  sql<boolean>`((${column} & ${sql.lit(flagBits(flags))}) <> 0)`
