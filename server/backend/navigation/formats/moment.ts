const isoLike = /^(\d{4})([-/.:]?)(\d{2}|\d(?=\D))\2(\d{1,2})(?:[T ,]+(.+))?$/i
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[T ]+(.+))?$/
const clock = /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const unixSeconds = /^\d{9,10}(\.\d+)?$/
const unixMilliseconds = /^\d{12,13}$/

const earliestMs = Date.UTC(1970, 0, 2)
const dayMs = 86_400_000

/**
 * A moment as navigation tables write it: `2026-11-22 10:15:30.5`, `2026/11/22 …`, `22.11.2026 …`, `20261122 101530`, seconds or
 * milliseconds since 1970. Not `06/02/2024`: its month may be either number.
 * @param utcOffsetMinutes of a time without a zone
 * @returns milliseconds since 1970, UTC; null for an empty cell; NaN for what cannot be read, does not exist or lies in the future
 */
export function readMoment(cell: string, utcOffsetMinutes: number): number | null {
  const text = cell.trim()
  if (text === '') return null
  if (unixSeconds.test(text)) return within(Math.round(Number(text) * 1000))
  if (unixMilliseconds.test(text)) return within(Number(text))
  const iso = isoLike.exec(text)
  const day = iso ? null : dayFirst.exec(text)
  if (!iso && !day) return Number.NaN
  const [year, month, date, time] = iso ? [iso[1], iso[3], iso[4], iso[5]] : [day?.[3], day?.[2], day?.[1], day?.[4]]
  const midnight = readDay(Number(year), Number(month), Number(date))
  const parts = time === undefined ? null : clock.exec(time.trim())
  if (Number.isNaN(midnight) || !parts) return Number.NaN
  const ofDay = timeOfDayMs(parts[1], parts[2], parts[3], parts[4])
  return within(midnight + ofDay - zoneMs(parts[5], utcOffsetMinutes))
}

/** @returns the midnight that begins it, NaN for a day that does not exist */
export function readDay(year: number, month: number, day: number): number {
  const midnight = Date.UTC(year, month - 1, day)
  const found = new Date(midnight)
  return found.getUTCFullYear() === year && found.getUTCMonth() === month - 1 && found.getUTCDate() === day ? midnight : Number.NaN
}

function timeOfDayMs(hour = '', minute = '', second = '0', fraction = '0'): number {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return Number.NaN
  return ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Math.round(Number(`0.${fraction}`) * 1000)
}

function zoneMs(zone: string | undefined, utcOffsetMinutes: number): number {
  if (zone === undefined) return utcOffsetMinutes * 60_000
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!match) return 0
  const ms = (Number(match[2]) * 60 + Number(match[3])) * 60_000
  return match[1] === '-' ? -ms : ms
}

/** A clock that was never set shows 1970, one that was set wrong the future. */
export const within = (ms: number): number => (ms >= earliestMs && ms <= Date.now() + 2 * dayMs ? ms : Number.NaN)
