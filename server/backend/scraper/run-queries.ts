import { sql } from 'kysely'
import type { RunDiff, ScraperRun } from '../../../shared/contracts/scraper.ts'
import { NotFound } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import { type RunRow, runsWithJobs, toRun } from './run-rows.ts'
import { changesBetween } from './write-page.ts'

const mostInDiff = 100

/** Queries of scraper runs, with their logs and requests. */
// Long: the queries of one repository.
export function runQueries(db: Database) {
  return {
    /** @throws NotFound */
    async run(id: string, from: Database = db): Promise<RunRow> {
      const found = await runsWithJobs(from).where('scraper_run.id', '=', id).executeTakeFirst()
      if (!found) throw new NotFound('The run')
      return found
    },

    async runs(id: string): Promise<ScraperRun[]> {
      const rows = await runsWithJobs(db).where('scraper_job_id', '=', id).orderBy('number', 'desc').limit(50).execute()
      return rows.map(toRun)
    },

    /**
     * Reads the first changed records of a run, with their changed fields, and the first records marked as gone. Counts the changed ones that
     * had been accepted before.
     */
    async diff({ id: runId, scraper_job_id: jobId }: Pick<RunRow, 'id' | 'scraper_job_id'>): Promise<RunDiff> {
      const changed = await db
        .selectFrom('scraped_record')
        .innerJoin('scraped_version as after', 'after.record_id', 'scraped_record.id')
        .innerJoin('scraped_version as before', join =>
          join
            .onRef('before.record_id', '=', 'after.record_id')
            .on(({ eb, ref }) => eb('before.number', '=', sql<number>`${ref('after.number')} - 1`))
        )
        .select(['scraped_record.id', 'scraped_record.title', 'before.fields as before', 'after.fields as after'])
        .where('scraped_record.scraper_job_id', '=', jobId)
        .where('scraped_record.changed_run_id', '=', runId)
        .where('after.run_id', '=', runId)
        .orderBy('scraped_record.id')
        .limit(mostInDiff)
        .execute()
      const gone = await db
        .selectFrom('scraped_record')
        .select(['id', 'title'])
        .where('scraper_job_id', '=', jobId)
        .where('gone_run_id', '=', runId)
        .orderBy('id')
        .limit(mostInDiff)
        .execute()
      const { count } = await db
        .selectFrom('scraped_record')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('scraper_job_id', '=', jobId)
        .where('changed_run_id', '=', runId)
        .where('data_type', '=', 'occurrence')
        .where('state', '=', 'accepted')
        .where(
          sql<boolean>`exists (
            select 1 from scraped_version as version
            where version.record_id = scraped_record.id and version.run_id = ${runId} and version.number > 1
              and version.at > scraped_record.decided_at)`
        )
        .executeTakeFirstOrThrow()
      return {
        acceptedChanged: Number(count),
        changed: changed.map(({ id, title, before, after }) => ({
          recordId: id,
          title,
          changes: changesBetween(JSON.parse(before), JSON.parse(after))
        })),
        gone: gone.map(({ id, title }) => ({ recordId: id, title }))
      }
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
