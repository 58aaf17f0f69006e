import { outsideRecordLimit, scraperJobLimit } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const scraperCodes = coded({
  SCRAPER_RUNNING: { status: 409, sentence: 'This job runs already: wait for its end, or cancel the run' },
  SCRAPER_NOT_RUNNING: { status: 409, sentence: 'This job does not run' },
  SCRAPER_NOT_FAILED: { status: 409, sentence: 'The last run neither failed nor was cancelled: run the job again instead' },
  TOO_MANY_SCRAPER_JOBS: { status: 422, sentence: `A project may have up to ${scraperJobLimit} scraper jobs` },
  TOO_MANY_OUTSIDE_RECORDS: {
    status: 422,
    sentence: `A project may have up to ${outsideRecordLimit.toLocaleString('en')} records from outside: nothing more is brought`
  },
  RECORDS_CHANGED: { status: 409, sentence: 'Other records match the filter by now: check them, and decide again' },
  DECISION_UNDONE: { status: 409, sentence: 'This decision was undone already' },
  DECISION_TOO_OLD: { status: 409, sentence: 'A decision can be undone for 30 days' }
})
