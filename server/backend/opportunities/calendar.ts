import type { ICalCalendar, ICalEventStatus } from 'ical-generator'
import type { Deadline } from '../../../shared/contracts/opportunities.ts'
import type { CardFacts } from './facts.ts'
import { dayWords, deadlineName, statedWords } from './stated-words.ts'

/** Opportunity as the calendar shows it. */
export interface CalendarItem extends CardFacts {
  id: string
  kind: string
  state: string
  revision: number
  modifiedAt: string
  /** Address of the opportunity's page; null if the server has no public address. */
  link: string | null
}

const deadlineMs = 30 * 60_000
const dayMs = 86_400_000
const refreshSeconds = 6 * 3600

const utcTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/**
 * Formats opportunities as an iCalendar file (RFC 5545). A deadline with a time and a zone becomes a 30-minute event that ends at the deadline. Any
 * other deadline becomes an all-day event, on all days of the month if only the month is stated. The output depends only on the opportunities, so its
 * ETag is stable.
 */
export async function calendarOf(name: string, items: readonly CalendarItem[]): Promise<string> {
  const { default: ical, ICalEventStatus: statuses } = await import('ical-generator')
  const calendar = ical({ name, prodId: { company: 'Isobath', product: 'Opportunities' }, ttl: refreshSeconds })
  for (const item of items) {
    const status = item.state === 'published' ? statuses.CONFIRMED : statuses.CANCELLED
    for (const [place, deadline] of item.deadlines.entries())
      addDeadline(calendar, item, deadline, { id: `${item.id}-deadline-${place}`, status })
    addDays(calendar, item, status)
  }
  return calendar.toString()
}

const common = (item: CalendarItem, status: ICalEventStatus) => ({
  ...{ status, sequence: item.revision, stamp: item.modifiedAt, lastModified: item.modifiedAt },
  ...(item.link && { url: item.link }),
  ...(item.place && { location: item.place })
})

const aboutOf = ({ organization, summary, link }: CalendarItem, first: string) =>
  [first, organization, summary, link].filter(Boolean).join('\n')

function addDeadline(
  calendar: ICalCalendar,
  item: CalendarItem,
  deadline: Deadline,
  { id, status }: { id: string; status: ICalEventStatus }
): void {
  const { date, precision, time, zone, earliest } = deadline
  const day = new Date(`${date}T00:00:00Z`)
  const isMonth = precision === 'month'
  const inUtc = zone === null || isMonth ? '' : ` (${utcTime.format(new Date(earliest))} UTC)`
  calendar.createEvent({
    ...common(item, status),
    id,
    ...(time === null || zone === null
      ? { allDay: true, start: day, end: isMonth ? nextMonth(day) : new Date(day.getTime() + dayMs) }
      : { start: new Date(Date.parse(earliest) - deadlineMs), end: new Date(earliest) }),
    summary: `${deadlineName(deadline, item.isRolling)}${isMonth ? ' this month, day not stated' : ''}: ${item.title}`,
    description: aboutOf(item, `Deadline: ${statedWords(deadline)}${inUtc}`)
  })
}

const nextMonth = (day: Date) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1))

/** Adds a cruise from embarkation to disembarkation, or an event from its first day to its last. */
function addDays(calendar: ICalCalendar, item: CalendarItem, status: ICalEventStatus): void {
  const { berth, kind, startsOn, endsOn } = item
  const isCruise = kind === 'berth' && Boolean(berth?.embarkOn)
  const [first, last] = isCruise ? [berth?.embarkOn, berth?.disembarkOn] : [startsOn, endsOn]
  if (!first) return
  const start = new Date(`${first}T00:00:00Z`)
  const end = new Date(Math.max(start.getTime(), Date.parse(`${last ?? first}T00:00:00Z`)) + dayMs)
  const port = isCruise && berth?.embarkPort ? `, from ${berth.embarkPort}` : ''
  calendar.createEvent({
    ...common(item, status),
    ...{ id: `${item.id}-days`, allDay: true, start, end },
    summary: `${isCruise ? 'Cruise' : 'Starts'}: ${item.title}`,
    description: aboutOf(item, `${dayWords(first)}${port}`)
  })
}
