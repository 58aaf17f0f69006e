import type { Database } from '../storage/database.ts'

/** Largest share of the known records that may be marked as gone. A larger share is more likely a fault of the source. */
const mostGone = 0.2

interface RunOfJob {
  id: string
  scraper_job_id: string
  /** JSON of its query. */
  query: string
}

/**
 * Marks as gone the known records that a run did not receive, unless they are implausibly many.
 * @returns `count` of marked records, or `missing` records with a message (`doubt`) when they are too many
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

/** Runs with the query of a run. A record that only another query found may merely have left the query. */
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
