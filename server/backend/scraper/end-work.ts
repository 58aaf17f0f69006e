import type { JobHandler } from '../jobs/queue.ts'
import { hostLeases } from './host-lease.ts'
import { openInquiry } from './inquiry.ts'
import { accountOf, type RunWork } from './run-work.ts'
import type { Raw } from './sources/source.ts'

export const endJob = 'scraper.end'

/**
 * Ends the work that a cancelled run has begun at the service, such as a download under preparation. The payload contains the cursor of the run and
 * the sealed account of the scraper job. Both may change before this work starts.
 */
export function endOutside({ db, fetcher, sources, accounts }: Omit<RunWork, 'events'>): JobHandler {
  const sender = { fetcher, hosts: hostLeases(db, fetcher.spacingOf) }
  return async ({ payload, signal, lastTry }) => {
    const row = await db
      .selectFrom('scraper_run')
      .innerJoin('scraper_job', 'scraper_job.id', 'scraper_run.scraper_job_id')
      .select(['scraper_run.query', 'scraper_job.source', 'scraper_job.id'])
      .where('scraper_run.id', '=', String(payload.runId))
      .executeTakeFirst()
    const source = row && sources.named(row.source)
    if (!row || !source?.end) return
    const account = accountOf(source, accounts.open(row.id, String(payload.account)))
    const inquiry = openInquiry(sender, signal, { account })
    await source.end(String(payload.cursor), JSON.parse(row.query) as Raw, inquiry, lastTry)
  }
}
