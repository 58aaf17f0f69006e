import type { ScraperRun } from '../../../shared/contracts/scraper.ts'
import { NotFound } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import { type RunRow, runsWithJobs, toRun } from './run-rows.ts'

/** Runs of scraper jobs, with their log and requests. */
export function runQueries(db: Database) {
  return {
    /** @throws NotFound */
    async run(id: string): Promise<RunRow> {
      const found = await runsWithJobs(db).where('scraper_run.id', '=', id).executeTakeFirst()
      if (!found) throw new NotFound('The run')
      return found
    },

    async runs(id: string): Promise<ScraperRun[]> {
      const rows = await runsWithJobs(db).where('scraper_job_id', '=', id).orderBy('number', 'desc').limit(50).execute()
      return rows.map(toRun)
    },

    log: (runId: string) =>
      db.selectFrom('scraper_log').select(['number', 'at', 'level', 'sentence']).where('run_id', '=', runId).orderBy('number').execute(),

    async requests(runId: string) {
      const rows = await db
        .selectFrom('scraper_request')
        .select(['number', 'at', 'url', 'status', 'bytes', 'milliseconds'])
        .where('run_id', '=', runId)
        .orderBy('number', 'desc')
        .limit(500)
        .execute()
      return rows.map(each => ({ ...each, bytes: Number(each.bytes) }))
    }
  }
}
