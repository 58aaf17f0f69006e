import type { Deadline, OpportunityCard } from '../../../shared/contracts/opportunities.ts'
import { formatAgo } from '../../ui/format.ts'
import { texts } from './texts.ts'

const { deadline: words } = texts

type Dated = Pick<OpportunityCard, 'deadlines' | 'isRolling'>

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

const atMidnight = (date: string) => new Date(`${date}T00:00:00Z`)

export const dayWords = (date: string) => day.format(atMidnight(date))

const wholeMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const monthWords = (date: string) => wholeMonth.format(atMidnight(date))

/** Formats a deadline as "Tue, 1 Dec 2026, 17:00, America/Los Angeles (2 Dec, 01:00 your time)", or "December 2026, day not stated". */
export function statedWords(deadline: Deadline): string {
  const { zone, earliest } = deadline
  if (deadline.precision === 'month') return `${monthWords(deadline.date)}, ${words.noDay}`
  const place = zone === null ? words.noZone : zone === 'AoE' ? words.aoe : zone.replaceAll('_', ' ')
  const stated = `${dayWords(deadline.date)}, ${deadline.time ?? words.endOfDay}, ${place}`
  return zone === null ? stated : `${stated} (${words.yourTime(clock.format(new Date(earliest)))})`
}

/**
 * Returns words such as "Closes in 3 days" or "Closes in December 2026". The words are about the next deadline, or about the last one when all
 * have passed.
 */
export function closingWords(dated: Dated, now = Date.now()): string {
  const next = shownDeadline(dated, now)
  if (!next) return dated.isRolling ? words.rolling : words.none
  const isOver = Date.parse(next.latest) <= now
  if (next.precision === 'month') {
    const inMonth = dated.isRolling ? words.reviewIn : isOver ? words.closedIn : words.closesIn
    return inMonth(monthWords(next.date))
  }
  if (isOver) return words.closed(formatAgo(next.latest, now))
  // Without a zone, the day ends first in the far east and a day later in the far west.
  const end = Date.parse(next.earliest) > now ? next.earliest : next.latest
  return (dated.isRolling ? words.review : words.closes)(formatAgo(end, now))
}

/** Returns the deadline that a list shows: the next one, or the last one when all have passed. A rolling call then has none. */
export const shownDeadline = ({ deadlines, isRolling }: Dated, now = Date.now()): Deadline | undefined =>
  deadlines.find(({ latest }) => Date.parse(latest) > now) ?? (isRolling ? undefined : deadlines.at(-1))

/**
 * Returns the calendar day of a deadline in the reader's time zone, as `2026-12-02`. Without a zone, it is the stated day.
 * A deadline at midnight belongs to the day that ends, and a month counts as its first day.
 */
export function calendarDay({ date, precision, zone, earliest }: Deadline): string {
  return zone === null || precision === 'month' ? date : localDay(new Date(Date.parse(earliest) - 1))
}

export const localDay = (moment: Date) =>
  [
    String(moment.getFullYear()).padStart(4, '0'),
    String(moment.getMonth() + 1).padStart(2, '0'),
    String(moment.getDate()).padStart(2, '0')
  ].join('-')

const month = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** Returns the parts of a date stamp: `1`, `Dec`, and the year unless it is the current one. The day is `–` if only the month is stated. */
export function stampOf(
  { date, precision }: Pick<Deadline, 'date' | 'precision'>,
  now = new Date()
): { day: string; month: string; year: string | null } {
  const moment = atMidnight(date)
  const year = String(moment.getUTCFullYear())
  return {
    day: precision === 'month' ? '–' : String(moment.getUTCDate()),
    month: month.format(moment),
    year: year === String(now.getFullYear()) ? null : year
  }
}
