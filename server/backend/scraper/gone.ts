import type { Database } from '../storage/database.ts'

/** Largest share of the known records that may be marked as gone. Above it, a fault of the source is more likely. */
const mostGone = 0.2

/**
 * Marks as gone the known records that a complete run did not receive. @returns their number, and a message when there were too many to be plausible
 */
export async function markGone(
  transaction: Database,
  { id: runId, scraper_job_id: scraperJobId }: { id: string; scraper_job_id: string }
): Promise<{ count: number; doubt: string | null }> {
  const known = transaction.selectFrom('scraped_record').where('scraper_job_id', '=', scraperJobId).where('gone_run_id', 'is', null)
  const counted = async (query: typeof known) =>
    Number((await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)
  const all = await counted(known)
  const missing = await counted(known.where('last_run_id', '!=', runId))
  if (missing > all * mostGone) {
    const given = (all - missing).toLocaleString('en')
    return { count: 0, doubt: `The source returned ${given} of ${all.toLocaleString('en')} known records: no record was marked as gone` }
  }
  if (missing > 0)
    await transaction
      .updateTable('scraped_record')
      .set({ gone_run_id: runId })
      .where('scraper_job_id', '=', scraperJobId)
      .where('gone_run_id', 'is', null)
      .where('last_run_id', '!=', runId)
      .execute()
  return { count: missing, doubt: null }
}
