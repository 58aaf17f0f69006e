import { Cron } from 'croner'
import type { Schedule } from '../../../shared/contracts/scraper.ts'

/** Minimum interval between two runs in milliseconds. */
const shortestMs = 3_600_000
/** Number of upcoming runs whose intervals are checked. An uneven pattern is apparent within a few runs. */
const comparedTimes = 100

const timesOf = ({ cron, zone }: Schedule) => new Cron(cron, { timezone: zone, paused: true, mode: '5-part' })

/** Validates a schedule. @returns its fault with a path in the job draft, or null */
export function scheduleFault(schedule: Schedule): { path: string; message: string } | null {
  if (!isZone(schedule.zone)) return { path: '/schedule/zone', message: 'is not an IANA time zone, such as UTC or Europe/Berlin' }
  let times: Date[]
  try {
    times = timesOf(schedule).nextRuns(comparedTimes)
  } catch {
    return { path: '/schedule/cron', message: 'is not a cron pattern of five fields' }
  }
  if (times.length === 0) return { path: '/schedule/cron', message: 'never runs' }
  const isTooOften = times.some((time, place) => {
    const next = times[place + 1]
    return next !== undefined && next.getTime() - time.getTime() < shortestMs
  })
  return isTooOften ? { path: '/schedule/cron', message: 'runs more often than once an hour' } : null
}

/** Returns the timestamp of the next scheduled run; null when there is none. */
export const nextTime = (schedule: Schedule, after: Date): string | null => timesOf(schedule).nextRun(after)?.toISOString() ?? null

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
