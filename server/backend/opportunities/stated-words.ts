import type { Deadline } from '../../../shared/contracts/opportunities.ts'

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

export const dayWords = (date: string) => day.format(new Date(`${date}T00:00:00Z`))

/** Formats a deadline in its own time zone: "Tue, 1 Dec 2026, 17:00, America/Los Angeles". */
export function statedWords({ date, time, zone }: Pick<Deadline, 'date' | 'time' | 'zone'>): string {
  const place = zone === null ? 'time zone not stated' : zone === 'AoE' ? 'anywhere on Earth (AoE)' : zone.replaceAll('_', ' ')
  return `${dayWords(date)}, ${time ?? 'end of the day'}, ${place}`
}
