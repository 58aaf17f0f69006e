import { outsideRecordLimit, scraperJobLimit } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const scraperCodes = coded({
  SCRAPER_RUNNING: { status: 409, sentence: 'This job is already running: wait until it finishes, or cancel the run' },
  SCRAPER_NOT_RUNNING: { status: 409, sentence: 'This job is not running' },
  SCRAPER_NOT_FAILED: { status: 409, sentence: 'The last run neither failed nor was cancelled: run the job again instead' },
  NOTHING_MISSING: { status: 409, sentence: 'This run has no missing records to mark as gone, or a newer run has replaced it' },
  TOO_MANY_SCRAPER_JOBS: { status: 422, sentence: `A project can have up to ${scraperJobLimit} scraper jobs` },
  TOO_MANY_OUTSIDE_RECORDS: {
    status: 422,
    sentence: `A project can have up to ${outsideRecordLimit.toLocaleString('en')} outside records: no further runs are started`
  },
  RECORDS_CHANGED: { status: 409, sentence: 'The matching records have changed: check the list and decide again' },
  DECISION_UNDONE: { status: 409, sentence: 'This decision has already been undone' },
  DECISION_TOO_OLD: { status: 409, sentence: 'A decision can only be undone within 30 days' }
})
