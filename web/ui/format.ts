/** Formatting of numbers, units, positions and times. Digits and decimal points are English, and times are in UTC and ISO 8601 order. */

const thinSpace = '\u2009'
const minus = '\u2212'

const decimals = new Map<number, Intl.NumberFormat>()

/** `12480.5` → `12 480.5`: thin spaces between thousands, a true minus sign, and at most `digits` decimals (2 by default). */
export function formatNumber(value: number, digits = 2): string {
  let format = decimals.get(digits)
  if (!format) {
    format = new Intl.NumberFormat('en', { maximumFractionDigits: digits })
    decimals.set(digits, format)
  }
  return format.format(value).replaceAll(',', thinSpace).replace('-', minus)
}

const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** `0.0004137` → `0.000414`: at most three significant digits, for values that span orders of magnitude. */
export const formatSignificant = (value: number): string => significant.format(value).replaceAll(',', thinSpace).replace('-', minus)

/** A number and its unit, with a thin space between them: `12.5 m`. */
export function formatQuantity(value: number, unit: string, digits = 2): string {
  return `${formatNumber(value, digits)}${thinSpace}${unit}`
}

/** Depth in metres, positive below the surface. */
export const formatDepth = (meters: number) => formatQuantity(meters, 'm', meters < 100 ? 1 : 0)

/** A count with its noun: `3 projects`. `one` is the noun for 1, and `many` the noun for every other number. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count, 0)} ${count === 1 ? one : many}`
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB']

/** Size in decimal units, as used for disks and networks: 1 kB = 1000 B. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1)
  const value = bytes / 1000 ** step
  return formatQuantity(value, byteUnits[step]!, value < 10 && step > 0 ? 1 : 0)
}

export const formatPercent = (share: number, digits = 0) => formatQuantity(share * 100, '%', digits)

/** Decimal degrees with hemisphere: `36.79000° N, 122.07000° W`. Five decimals correspond to about a metre. */
export function formatPosition(latitude: number, longitude: number, digits = 5): string {
  const part = (degrees: number, positive: string, negative: string) =>
    `${Math.abs(degrees).toFixed(digits)}°${thinSpace}${degrees < 0 ? negative : positive}`
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`
}

/** Degrees and decimal minutes, as on a nautical chart: `36° 47.400′ N, 122° 04.200′ W`. */
export function formatPositionMinutes(latitude: number, longitude: number, digits = 3): string {
  const part = (value: number, positive: string, negative: string) => {
    const scale = 10 ** digits
    const units = Math.round(Math.abs(value) * 60 * scale)
    const degrees = Math.floor(units / (60 * scale))
    const minutes = ((units - degrees * 60 * scale) / scale).toFixed(digits).padStart(digits + 3, '0')
    return `${degrees}°${thinSpace}${minutes}′${thinSpace}${value < 0 ? negative : positive}`
  }
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`
}

/** RFC 3339 → `2026-11-20 18:04 UTC`. Other text is returned unchanged. */
export function formatTime(time: string, seconds = false): string {
  const moment = new Date(time)
  if (Number.isNaN(moment.getTime())) return time
  const iso = moment.toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, seconds ? 19 : 16)} UTC`
}

/** The UTC day of a time, or a calendar date unchanged: `2026-11-20`. */
export function formatDay(time: string): string {
  const moment = new Date(time)
  return Number.isNaN(moment.getTime()) ? time : moment.toISOString().slice(0, 10)
}

/** `2026-03-01 – 2026-04-12`, `since …`, `until …`, or an empty string when neither is known. */
export function formatDays(start: string | null, end: string | null): string {
  if (start && end) return start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`
  if (start) return `since ${formatDay(start)}`
  return end ? `until ${formatDay(end)}` : ''
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60]
]

/** `3 hours ago`, `in 2 days`; `just now` within a minute. */
export function formatAgo(time: string, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000
  if (Number.isNaN(seconds)) return time
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  for (const [unit, size] of steps) if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  return 'just now'
}

/** Duration in seconds as text: `40 s`, `3 min`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return formatQuantity(Math.ceil(seconds), 's', 0)
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return formatQuantity(minutes, 'min', 0)
  return `${formatQuantity(Math.floor(minutes / 60), 'h', 0)} ${formatQuantity(minutes % 60, 'min', 0)}`
}
