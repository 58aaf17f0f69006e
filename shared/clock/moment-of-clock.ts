import { fixedOffset, isPlaceZone, offsetAt } from './zones.ts'

/** Clock setting of a camera, as a person enters it. */
export interface ClockSetting {
  /** `UTC`, an offset (`+02:00`), or the time zone of a place (`Europe/Berlin`), including its summer time. */
  zone: string
  /** Seconds by which the clock was fast; negative when it was slow. */
  aheadSeconds: number
}

const dayMs = 86_400_000

export const isZone = (zone: string): boolean => fixedOffset(zone) !== null || isPlaceZone(zone)

/**
 * Moment at which a clock showed a time. An hour that is repeated when summer time ends counts as summer time. In an hour that is skipped
 * when summer time begins, the offset before the change applies.
 *
 * @param clock time on the clock, without a zone: `2024-06-02T04:29:27.000`
 * @returns milliseconds since 1970, UTC
 * @throws RangeError for a zone that `Intl` does not support
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
