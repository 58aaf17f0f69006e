import { fixedOffset, isPlaceZone, offsetAt } from './zones.ts'

/** The setting of a clock, as a person answers. */
export interface ClockSetting {
  /** `UTC`, an offset (`+02:00`), or the zone of a place (`Europe/Berlin`), whose summer time counts. */
  zone: string
  /** Seconds by which the clock was fast; negative when it was slow. */
  aheadSeconds: number
}

const dayMs = 86_400_000

export const isZone = (zone: string): boolean => fixedOffset(zone) !== null || isPlaceZone(zone)

/**
 * The moment at which a clock showed a time.
 *
 * @param clock what it showed, without a zone: `2024-06-02T04:29:27.000`
 * @returns milliseconds since 1970, UTC
 * An hour that a place had twice, when summer time ended, counts as summer time; in an hour that it left out, the offset before it counts.
 * @throws RangeError for a zone that `Intl` does not have
 */
export function momentOfClock(clock: string, { zone, aheadSeconds }: ClockSetting): number {
  const shown = Date.parse(`${clock}Z`) - aheadSeconds * 1000
  const fixed = fixedOffset(zone)
  if (fixed !== null) return shown - fixed * 60_000
  const before = shown - offsetAt(zone, shown - dayMs) * 60_000
  const after = shown - offsetAt(zone, shown + dayMs) * 60_000
  const holds = (moment: number) => shown - offsetAt(zone, moment) * 60_000 === moment
  return holds(before) || !holds(after) ? before : after
}
