import type { ScraperJobDraft } from '../../../shared/contracts/scraper.ts'
import { nextTime } from './schedule.ts'

/** Returns the columns of a job's schedule, with the next run after the time of an edit. */
export const scheduleColumns = (schedule: ScraperJobDraft['schedule'] | null, at: string) => ({
  schedule: schedule ? JSON.stringify(schedule) : null,
  next_at: schedule ? nextTime(schedule, new Date(at)) : null,
  rests_since: null
})
