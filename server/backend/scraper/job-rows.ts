import type { ScraperJob } from '../../../shared/contracts/scraper.ts'
import { scheduleWords } from '../../../shared/outside/schedule.ts'
import { nameFor } from '../projects/name-for.ts'
import type { Database } from '../storage/database.ts'
import { type RunRow, runsWithJobs, stateOf, toRun } from './run-rows.ts'
import type { Source } from './sources/source.ts'
import type { Sources } from './sources/sources.ts'

/** Returns a query for scraper jobs that are not deleted, with the names that an account may see. */
export const selectJobs = (db: Database, viewerId: string) =>
  db
    .selectFrom('scraper_job')
    .leftJoin('account', 'account.id', 'scraper_job.created_by')
    .selectAll('scraper_job')
    .select(nameFor(viewerId, 'scraper_job.project_id').as('created_by_name'))
    .where('scraper_job.removed_at', 'is', null)

export type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['execute']>>[number]
/** Reads the last run of each job. */
async function lastRuns(db: Database, ids: string[]): Promise<Map<string, RunRow>> {
  if (ids.length === 0) return new Map()
  const rows = await runsWithJobs(db)
    .where('scraper_run.scraper_job_id', 'in', ids)
    .where(({ eb, selectFrom, ref }) =>
      eb(
        'scraper_run.number',
        '=',
        selectFrom('scraper_run as newest')
          .select(({ fn }) => fn.max('newest.number').as('number'))
          .where('newest.scraper_job_id', '=', ref('scraper_run.scraper_job_id'))
      )
    )
    .execute()
  return new Map(rows.map(each => [each.scraper_job_id, each]))
}

/** Converts rows to scraper jobs with their last runs and record counts. */
export async function toJobs(db: Database, sources: Sources, rows: JobRow[]): Promise<ScraperJob[]> {
  const ids = rows.map(({ id }) => id)
  const runs = await lastRuns(db, ids)
  const counted =
    ids.length === 0
      ? []
      : await db
          .selectFrom('scraped_record')
          .select(['scraper_job_id', 'state'])
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('scraper_job_id', 'in', ids)
          .groupBy(['scraper_job_id', 'state'])
          .execute()
  return rows.map(found => {
    const counts = { waiting: 0, accepted: 0, rejected: 0, ignored: 0 }
    for (const { scraper_job_id: id, state, count } of counted) if (id === found.id) counts[state] = Number(count)
    return asJob(found, sources.named(found.source), runs.get(found.id), counts)
  })
}

function asJob(found: JobRow, source: Source | undefined, last: RunRow | undefined, counts: ScraperJob['counts']): ScraperJob {
  const query = JSON.parse(found.query)
  const schedule: ScraperJob['schedule'] = found.schedule === null ? null : JSON.parse(found.schedule)
  return {
    id: found.id,
    projectId: found.project_id,
    name: found.name,
    source: found.source,
    dataType: source?.dataType ?? 'file',
    query,
    words: source?.words(query) ?? found.source,
    limits: JSON.parse(found.limits),
    state: last ? stateOf(last) : 'new',
    lastRun: last ? toRun(last) : null,
    schedule,
    scheduleWords: schedule && scheduleWords(schedule),
    nextAt: found.next_at,
    restsSince: found.rests_since,
    counts,
    hasAccount: found.account !== null,
    createdBy: found.created_by_name,
    createdAt: found.created_at,
    modifiedAt: found.modified_at,
    revision: found.revision
  }
}
