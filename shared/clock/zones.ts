const quarterHourMinutes = 15

/** Offsets in use on earth, in minutes east of UTC, from west to east. Source: IANA Time Zone Database 2026a. */
export const offsetsInUse: readonly number[] = [
  ...[-720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -150, -120, -60, 0, 60, 120, 180, 210, 240, 270, 300, 330],
  ...[345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 825, 840]
]

/** Name of an offset: `+05:45` for 345, `UTC` for 0. */
export function offsetName(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/**
 * Minutes east of UTC for `UTC` or an offset such as `+05:45`. Null for the name of a time zone. Also null for an offset that is out of range
 * or not a multiple of 15 minutes.
 */
export function fixedOffset(zone: string): number | null {
  if (zone === 'UTC') return 0
  const match = /^([+-])(\d{2}):(\d{2})$/.exec(zone)
  if (!match) return null
  const size = Number(match[2]) * 60 + Number(match[3])
  const minutes = match[1] === '-' ? -size : size
  return minutes >= -720 && minutes <= 840 && Number(match[3]) < 60 && minutes % quarterHourMinutes === 0 ? minutes : null
}

/** Whether `Intl` supports a time zone with this name, such as `Europe/Berlin`. */
export function isPlaceZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone)) return false
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** Offset of a time zone at a moment, in whole minutes east of UTC. @throws RangeError for a zone that `Intl` does not support */
export function offsetAt(zone: string, moment: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)])
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return Math.round((shown - moment) / 60_000)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const [year, month, day, hour, minute, second] = Array.from({ length: 6 }, () => 'numeric' as const)
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year, month, day, hour, minute, second })
  formats.set(timeZone, format)
  return format
}
