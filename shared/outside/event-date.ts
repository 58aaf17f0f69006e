import type { FlagName } from './flags.ts'

export interface EventDays {
  firstDay: string | null
  lastDay: string | null
  flags: FlagName[]
}

const iso = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ][\d:.,]+(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/
const slashed = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/

/**
 * Reads the days of `dwc:eventDate`: an ISO 8601 date, or an interval between two dates. A date may be only a year or a month. A date such as
 * 28/09/2006 is always flagged, and is read only if its day and month cannot be confused.
 */
export function readEventDate(text: string | null): EventDays {
  if (text === null) return { firstDay: null, lastDay: null, flags: ['no_date'] }
  const other = slashed.exec(text.trim())
  if (other) return readSlashed(Number(other[1]), Number(other[2]), Number(other[3]))
  const [from = '', to = from, ...more] = text.split('/').map(part => part.trim())
  const first = daysOf(from)
  const last = daysOf(endOf(from, to))
  if (!first || !last || more.length > 0) return { firstDay: null, lastDay: null, flags: ['date_not_iso'] }
  return first[0] <= last[1]
    ? { firstDay: first[0], lastDay: last[1], flags: [] }
    : { firstDay: null, lastDay: null, flags: ['date_not_iso'] }
}

/** Completes the end of an interval, which may omit the parts that it shares with the start: 2017-05-30/31. */
const endOf = (from: string, to: string) => (/^\d{2}(-\d{2})?$/.test(to) ? from.slice(0, 10 - to.length) + to : to)

function readSlashed(one: number, two: number, year: number): EventDays {
  if (one <= 12 && two <= 12 && one !== two) return { firstDay: null, lastDay: null, flags: ['date_not_iso', 'date_ambiguous'] }
  const [day, month] = one > 12 || one === two ? [one, two] : [two, one]
  const read = daysOf(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
  return { firstDay: read?.[0] ?? null, lastDay: read?.[1] ?? null, flags: ['date_not_iso'] }
}

/** First and last day of a year, a month or a day; null for any other text. */
function daysOf(text: string): [string, string] | null {
  const [, year, month, day] = iso.exec(text) ?? []
  if (!year) return null
  if (!month) return [`${year}-01-01`, `${year}-12-31`]
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(month) < 1 || Number(month) > 12 || (day && (Number(day) < 1 || Number(day) > last))) return null
  return day ? [`${year}-${month}-${day}`, `${year}-${month}-${day}`] : [`${year}-${month}-01`, `${year}-${month}-${last}`]
}
