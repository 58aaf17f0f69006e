import { scraperCodes } from '../../../shared/error-codes/scraper.ts'
import { codedError } from '../../lib/coded-error.ts'
import { HopelessJob } from '../jobs/queue.ts'

/** Refusal of an address that has no page, with status 404 or 410. */
export class MissingPage extends HopelessJob {}

export const ScraperRunning = codedError(scraperCodes.SCRAPER_RUNNING)
export const ScraperNotRunning = codedError(scraperCodes.SCRAPER_NOT_RUNNING)
export const ScraperNotFailed = codedError(scraperCodes.SCRAPER_NOT_FAILED)
export const NothingMissing = codedError(scraperCodes.NOTHING_MISSING)
export const TooManyScraperJobs = codedError(scraperCodes.TOO_MANY_SCRAPER_JOBS)
export const TooManyOutsideRecords = codedError(scraperCodes.TOO_MANY_OUTSIDE_RECORDS)
export const RecordsChanged = codedError(scraperCodes.RECORDS_CHANGED)
export const DecisionUndone = codedError(scraperCodes.DECISION_UNDONE)
export const DecisionTooOld = codedError(scraperCodes.DECISION_TOO_OLD)
