import { timestamp } from '../../lib/clock.ts'
import { isEmptyCell, type Reading, shorten } from './metadata-values.ts'

/** Moment in UTC (RFC 3339), or a clock time without a zone (`2024-06-02T04:29:27.000`). */
export type WrittenTime = { moment: string } | { clock: string }

const isoLike = /^(\d{4})([-/.:]?)(\d{2}|\d(?=\D))\2(\d{1,2})(?:[T ,]+(.+))?$/i
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[T ]+(.+))?$/
const timeOfDay = /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const unixSeconds = /^\d{9,10}(\.\d+)?$/
const unixMilliseconds = /^\d{12,13}$/
const spreadsheetDays = /^(\d{5})(?:[.,](\d+))?$/
const dayMs = 86_400_000
/** Days from 1899-12-30, day 0 of spreadsheets, to 1970-01-01. */
const daysBefore1970 = 25_569

/**
 * Reads a time: `2024-06-02 04:29:27`, `2024-06-02T04:29:27.5+02:00`, `2024/06/02 …`, `2024:06:02 …`, `20240602 042927`, `02.06.2024 …`. It also
 * reads seconds or milliseconds since 1970 (UTC), and spreadsheet day numbers (`45345.5`). Day numbers of old Macintosh files, which count from 1904,
 * are not supported. It refuses `06/02/2024`, because the month is ambiguous.
 */
export function readTime(text: string): Reading<WrittenTime> {
  const reading = readMilliseconds(text)
  if (!reading || 'problem' in reading) return reading
  const time = timestamp(reading.value.ms)
  return { value: reading.value.isMoment ? { moment: time } : { clock: time.slice(0, -1) } }
}

/** Reads the same notations as `readTime`, and converts them to milliseconds since 1970. A time without a zone is converted as if it were UTC. */
export function readMilliseconds(text: string): Reading<{ ms: number; isMoment: boolean }> {
  const plain = text.trim()
  if (isEmptyCell(plain)) return null
  if (unixSeconds.test(plain)) return within(Math.round(Number(plain) * 1000), plain, true)
  if (unixMilliseconds.test(plain)) return within(Number(plain), plain, true)
  const days = spreadsheetDays.exec(plain)
  if (days) return days[2] === undefined ? noTimeOfDay(plain) : within(msOfDays(plain) - daysBefore1970 * dayMs, plain, false)
  const iso = isoLike.exec(plain)
  const german = iso ? null : dayFirst.exec(plain)
  const [year, month, day, time] = iso ? [iso[1], iso[3], iso[4], iso[5]] : german ? [german[3], german[2], german[1], german[4]] : []
  if (!year) return { problem: `“${shorten(plain)}” is not a date and time: write it like 2024-06-02 04:29:27` }
  if (!time) return noTimeOfDay(plain)
  const parts = timeOfDay.exec(time.trim())
  if (!parts) return { problem: `“${shorten(plain)}” is not a date and time: write it like 2024-06-02 04:29:27` }
  const [, hour, minute, second = '0', fraction = '', zone] = parts
  const midnight = midnightOf(Number(year), Number(month), Number(day))
  if (Number.isNaN(midnight) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return { problem: `“${shorten(plain)}” does not exist` }
  const ofDay = (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000 + Math.floor(Number(`0.${fraction || 0}`) * 1000)
  return within(midnight + ofDay - zoneMs(zone), plain, zone !== undefined)
}

/** Start of a day (00:00 UTC) in milliseconds since 1970; NaN for a day that does not exist. */
export function midnightOf(year: number, month: number, day: number): number {
  const midnight = Date.UTC(year, month - 1, day)
  const found = new Date(midnight)
  return found.getUTCFullYear() === year && found.getUTCMonth() === month - 1 && found.getUTCDate() === day ? midnight : Number.NaN
}

/** Joins a day and a time of day from two columns. Spreadsheets store the day as a whole number, and the time as a fraction of a day. */
export function joinedDayAndTime(day: string, time: string): string {
  if (isEmptyCell(day)) return ''
  const [date, clock] = [day.trim(), time.trim()]
  const isPartOfDay = /^0?[.,]\d+$/.test(clock)
  if (!/^\d{5}$/.test(date)) return isPartOfDay ? `${date} ${clockOf(msOfDays(clock))}` : `${date} ${clock}`.trim()
  if (isPartOfDay) return `${date}${clock.replace(/^0/, '')}`
  return `${timestamp(msOfDays(date) - daysBefore1970 * dayMs).slice(0, 10)} ${clock}`.trim()
}

/** Converts days to milliseconds. It rounds, because a fraction of a day cannot represent most times exactly. */
const msOfDays = (text: string) => Math.round(Number(text.replace(',', '.')) * dayMs)

const clockOf = (ms: number) => timestamp(ms % dayMs).slice(11, 23)

const noTimeOfDay = (text: string) => ({ problem: `“${shorten(text)}” has no time of day` })

function zoneMs(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '')
  if (!match) return 0
  const ms = (Number(match[2]) * 60 + Number(match[3])) * 60_000
  return match[1] === '-' ? -ms : ms
}

/** Checks that a time is plausible. A clock that was never set shows a date near 1970. One that was set wrongly may show a future date. */
function within(ms: number, text: string, isMoment: boolean): Reading<{ ms: number; isMoment: boolean }> {
  if (isPossible(ms)) return { value: { ms, isMoment } }
  return {
    problem: ms < earliestMs ? `${shorten(text)} is before 1970-01-02: the clock was not set` : `${shorten(text)} is in the future`
  }
}

const earliestMs = Date.UTC(1970, 0, 2)

/** Whether an image could have been taken at this time, in milliseconds since 1970. Up to two days in the future are accepted. */
export const isPossible = (ms: number) => ms >= earliestMs && ms <= Date.now() + 2 * dayMs
