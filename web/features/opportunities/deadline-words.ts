import type { Deadline, Opportunity } from '../../../shared/contracts/opportunities.ts'
import { formatAgo } from '../../ui/format.ts'
import { texts } from './texts.ts'

const { deadline: words } = texts

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** "Tue, 1 Dec 2026, 17:00 America/Los Angeles (2 Dec, 01:00 your time)" */
export function statedWords({ date, time, zone, earliest }: Deadline): string {
  const stated = `${day.format(new Date(`${date}T00:00:00Z`))}, ${time ?? words.endOfDay}`
  if (zone === null) return `${stated}, ${words.noZone}`
  const place = zone === 'AoE' ? words.aoe : zone.replaceAll('_', ' ')
  return `${stated}, ${place} (${clock.format(new Date(earliest))} your time)`
}

/** "Closes in 3 days", by the next deadline, or the last when all have passed. */
export function closingWords({ deadlines }: Pick<Opportunity, 'deadlines'>, now = Date.now()): string {
  const next = deadlines.find(({ latest }) => Date.parse(latest) > now) ?? deadlines.at(-1)
  if (!next) return words.none
  const isOver = Date.parse(next.latest) <= now
  return isOver ? words.closed(formatAgo(next.latest, now)) : words.closes(formatAgo(next.earliest, now))
}

/** The deadline that a list shows. */
export const shownDeadline = ({ deadlines }: Pick<Opportunity, 'deadlines'>, now = Date.now()): Deadline | undefined =>
  deadlines.find(({ latest }) => Date.parse(latest) > now) ?? deadlines.at(-1)
