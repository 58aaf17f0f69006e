import type { PlacementSettings, TrackFact, TrackSource } from '../../../shared/contracts/navigation.ts'
import type { Placed } from '../../../shared/navigation/interpolate.ts'
import { yawColumn } from '../exchange/exports/source-images.ts'
import type { ChosenImage } from './chosen-images.ts'

/** Values of an image by column name, or by `metadata.` and the entry name. Null for a missing value. */
export type Values = Record<string, string | number | null>
/** Values that a placement wrote to an image, by fact, so that each fact can be undone separately. */
export type FactValues = Partial<Record<TrackFact, Values>>

export interface PlacedFacts {
  before: FactValues
  after: FactValues
  /** True when an existing value of the image is replaced. */
  isOverwriting: boolean
  /** True when the image keeps at least one value of its own. */
  isKeeping: boolean
}

interface Naming {
  name: string
  source: TrackSource
}

/** Returns the facts that an image takes from its position on a track. With `overwrite`, they replace existing values of the image. */
export function placedFacts(
  image: ChosenImage,
  placed: Placed,
  { facts, overwrite = false, gapSeconds, clockOffsetSeconds }: PlacementSettings,
  track: Naming
): PlacedFacts {
  const metadata = JSON.parse(image.metadata) as Record<string, string>
  const result: PlacedFacts = { before: {}, after: {}, isOverwriting: false, isKeeping: false }
  const from = origin(placed, { gapSeconds, clockOffsetSeconds }, track)
  for (const fact of facts) {
    const values = valuesOf(fact, placed, metadata)
    if (!values) continue
    const present = valuesIn(image, metadata, Object.keys(values))
    if (same(values, present)) continue
    const isThere = Object.values(present).some(value => value !== null)
    if (isThere && !overwrite) {
      result.isKeeping = true
      continue
    }
    if (isThere) result.isOverwriting = true
    const note = `metadata.${fact} from`
    result.before[fact] = { ...present, ...valuesIn(image, metadata, [note]) }
    result.after[fact] = { ...values, [note]: from }
  }
  return result
}

/** Returns the previous values of the facts that are unchanged since the placement. `isWhole` is true when every fact is unchanged. */
export function takenBack(image: ChosenImage, before: FactValues, after: FactValues): { values: Values; isWhole: boolean } {
  const metadata = JSON.parse(image.metadata) as Record<string, string>
  let values: Values = {}
  let isWhole = true
  for (const fact of Object.keys(after) as TrackFact[]) {
    const written = after[fact] ?? {}
    const facts = Object.fromEntries(Object.entries(written).filter(([name]) => name !== `metadata.${fact} from`))
    if (same(facts, valuesIn(image, metadata, Object.keys(facts)))) values = { ...values, ...before[fact] }
    else isWhole = false
  }
  return { values, isWhole }
}

function valuesOf(fact: TrackFact, placed: Placed, metadata: Record<string, string>): Values | null {
  if (fact === 'position') return { decimal_latitude: rounded(placed.latitude, 7), decimal_longitude: rounded(placed.longitude, 7) }
  if (fact === 'depth') return placed.depthInMeters === null ? null : { depth_in_meters: rounded(placed.depthInMeters, 2) }
  if (fact === 'altitude') return placed.altitudeInMeters === null ? null : { altitude_in_meters: rounded(placed.altitudeInMeters, 2) }
  if (placed.headingDegrees === null) return null
  const entry = Object.keys(metadata).find(name => yawColumn.test(name.trim())) ?? 'heading'
  return { [`metadata.${entry}`]: String(rounded(placed.headingDegrees, 1) % 360) }
}

function valuesIn(image: ChosenImage, metadata: Record<string, string>, names: readonly string[]): Values {
  const columns = image as unknown as Values
  return Object.fromEntries(
    names.map(name => [name, name.startsWith('metadata.') ? (metadata[name.slice(9)] ?? null) : (columns[name] ?? null)])
  )
}

const same = (some: Values, others: Values) => Object.entries(some).every(([name, value]) => others[name] === value)

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

function origin(
  placed: Placed,
  { gapSeconds, clockOffsetSeconds }: Pick<PlacementSettings, 'gapSeconds' | 'clockOffsetSeconds'>,
  track: Naming
): string {
  const how =
    placed.gapSeconds === 0
      ? 'a fix at this second'
      : `interpolated between fixes ${rounded(placed.gapSeconds, 1)} s and ${rounded(placed.spanInMeters, 1)} m apart (limit ${gapSeconds} s)`
  const clock = clockOffsetSeconds === 0 ? '' : `; camera clock ${clockOffsetSeconds > 0 ? '+' : '−'}${Math.abs(clockOffsetSeconds)} s`
  return `track “${track.name}” (${track.source}), ${how}${clock}`
}
