import type { Deadline } from '../../../shared/contracts/opportunities.ts'

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

export const dayWords = (date: string) => day.format(new Date(`${date}T00:00:00Z`))

/** Name of a deadline. The deadlines of a rolling call do not close it. */
export const deadlineName = ({ label }: Pick<Deadline, 'label'>, isRolling: boolean) => label ?? (isRolling ? 'Review' : 'Closes')

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a deadline in its own time zone: "Tue, 1 Dec 2026, 17:00, America/Los Angeles", or "December 2026, day not stated". */
export function statedWords({ date, precision, time, zone }: Pick<Deadline, 'date' | 'precision' | 'time' | 'zone'>): string {
  if (precision === 'month') return `${month.format(new Date(`${date}T00:00:00Z`))}, day not stated`
  const place = zone === null ? 'time zone not stated' : zone === 'AoE' ? 'anywhere on Earth (AoE)' : zone.replaceAll('_', ' ')
  return `${dayWords(date)}, ${time ?? 'end of the day'}, ${place}`
}
