import { timestamp } from '../../lib/clock.ts'

/** A value that could be read, none at all (the cell is empty), or why it could not be read. */
export type Reading<T> = { value: T } | { problem: string } | null

const emptyCells = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '-', '--'])

export const isEmptyCell = (text: string) => emptyCells.has(text.trim().toLowerCase())

/** A decimal number within limits. With `decimalComma`, `36,79` is 36.79 too. */
export function readNumber(text: string, limits: { min: number; max: number; unit: string }, decimalComma: boolean): Reading<number> {
  if (isEmptyCell(text)) return null
  const plain = decimalComma ? text.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2') : text.trim()
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain)) return { problem: `“${shorten(text)}” is not a number` }
  const value = Number(plain)
  if (value < limits.min || value > limits.max)
    return { problem: `${shorten(plain)} is not between ${limits.min} and ${limits.max}${limits.unit}` }
  return { value }
}

/** Degrees, also with a hemisphere letter (`122.07 W`) and a degree sign. */
export function readDegrees(text: string, axis: 'latitude' | 'longitude', decimalComma: boolean): Reading<number> {
  const letters = axis === 'latitude' ? 'NS' : 'EW'
  const match = new RegExp(`^([^a-z]*\\d[^a-z]*)([${letters}])$`, 'i').exec(text.trim().replace('°', ''))
  const limit = axis === 'latitude' ? 90 : 180
  const reading = readNumber(match?.[1] ?? text.replace('°', ''), { min: -limit, max: limit, unit: '°' }, decimalComma)
  if (!match || !reading || 'problem' in reading) return reading
  if (reading.value < 0) return { problem: `“${shorten(text)}” has a sign and a hemisphere` }
  return { value: /[sw]/i.test(match[2] ?? '') ? -reading.value : reading.value }
}

const isoLike = /^(\d{4})([-/:])(\d{1,2})\2(\d{1,2})(?:[T ]+(.+))?$/
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[T ]+(.+))?$/
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const unixSeconds = /^\d{9,10}(\.\d+)?$/

/**
 * A moment, UTC unless it says its zone: `2024-06-02 04:29:27`, `2024-06-02T04:29:27.5+02:00`, `2024/06/02 …`, `2024:06:02 …`,
 * `02.06.2024 …`, or seconds since 1970. Not `06/02/2024`: nobody can know which is the month.
 */
export function readTime(text: string): Reading<string> {
  const plain = text.trim()
  if (isEmptyCell(plain)) return null
  if (unixSeconds.test(plain)) return within(Number(plain) * 1000, plain)
  const iso = isoLike.exec(plain)
  const german = iso ? null : dayFirst.exec(plain)
  const [year, month, day, time] = iso ? [iso[1], iso[3], iso[4], iso[5]] : german ? [german[3], german[2], german[1], german[4]] : []
  if (!year) return { problem: `“${shorten(plain)}” is not a date and time: write it like 2024-06-02 04:29:27` }
  if (!time) return { problem: `“${shorten(plain)}” has no time of day` }
  const parts = clock.exec(time.trim())
  if (!parts) return { problem: `“${shorten(plain)}” is not a date and time: write it like 2024-06-02 04:29:27` }
  const [, hour, minute, second = '0', fraction = '', zone = 'Z'] = parts
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const exists = new Date(midnight).getUTCMonth() === Number(month) - 1 && new Date(midnight).getUTCDate() === Number(day)
  if (!exists || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return { problem: `there is no “${shorten(plain)}”` }
  const ofDay = (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000 + Math.floor(Number(`0.${fraction || 0}`) * 1000)
  return within(midnight + ofDay - zoneMs(zone), plain)
}

function zoneMs(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!match) return 0
  const ms = (Number(match[2]) * 60 + Number(match[3])) * 60_000
  return match[1] === '-' ? -ms : ms
}

/** A clock that was never set shows 1970, one that was set wrong the future. */
function within(ms: number, text: string): Reading<string> {
  if (ms < Date.UTC(1970, 0, 2)) return { problem: `${shorten(text)} is before 1970-01-02: the clock was not set` }
  if (ms > Date.now() + 2 * 86_400_000) return { problem: `${shorten(text)} lies in the future` }
  return { value: timestamp(ms) }
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
