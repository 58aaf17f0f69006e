import type { Database } from '../storage/database.ts'

/** Maximum share of the known records that may be marked as gone. A larger share more likely indicates a fault of the source. */
const mostGone = 0.2

interface RunOfJob {
  id: string
  scraper_job_id: string
  /** Query of the run as JSON. */
  query: string
}

/**
 * Marks as gone the known records that a run did not receive, unless there are implausibly many.
 * @returns `count` of marked records, or the number of `missing` records and a message (`doubt`) when there are too many
 */
export async function markGone(transaction: Database, run: RunOfJob): Promise<{ count: number; missing: number; doubt: string | null }> {
  const known = knownIn(transaction, run)
  const counted = async (query: typeof known) =>
    Number((await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)
  const all = await counted(known)
  const missing = await counted(known.where('last_run_id', '!=', run.id))
  if (missing <= all * mostGone) return { count: missing > 0 ? await markMissing(transaction, run) : 0, missing: 0, doubt: null }
  const given = (all - missing).toLocaleString('en')
  const doubt = `The source returned ${given} of ${all.toLocaleString('en')} known records: no record was marked as gone`
  return { count: 0, missing, doubt }
}

/**
 * Runs of a job that have the same query as the given run. Records that only another query found are not missing, because these records may not match
 * this query.
 */
const runsAlike = (transaction: Database, { scraper_job_id: scraperJobId, query }: RunOfJob) =>
  transaction.selectFrom('scraper_run').select('id').where('scraper_job_id', '=', scraperJobId).where('query', '=', query)

const knownIn = (transaction: Database, run: RunOfJob) =>
  transaction
    .selectFrom('scraped_record')
    .where('scraper_job_id', '=', run.scraper_job_id)
    .where('gone_run_id', 'is', null)
    .where('last_run_id', 'in', runsAlike(transaction, run))

/** Marks as gone all known records that a run did not receive. @returns their number */
export async function markMissing(transaction: Database, run: RunOfJob): Promise<number> {
  const { id: runId, scraper_job_id: scraperJobId } = run
  const { numUpdatedRows } = await transaction
    .updateTable('scraped_record')
    .set({ gone_run_id: runId })
    .where('scraper_job_id', '=', scraperJobId)
    .where('gone_run_id', 'is', null)
    .where('last_run_id', '!=', runId)
    .where('last_run_id', 'in', runsAlike(transaction, run))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
