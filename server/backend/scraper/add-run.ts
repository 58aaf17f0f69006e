import { outsideRecordLimit } from '../../../shared/limits.ts'
import { NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { ProjectEdit } from '../projects/edit-project.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { ScraperRunning, TooManyOutsideRecords } from './errors.ts'
import { isUnderWay, lockJob, type RunRow, runsWithJobs, stateOf } from './run-rows.ts'
import { runJob } from './run-work.ts'

/** Returns a function that adds a run to a scraper job within the caller's edit. Call `queue.wake` after the commit. */
export const runAdder =
  (queue: JobQueue) =>
  /** @returns id of the run @throws ScraperRunning @throws TooManyOutsideRecords */
  async ({ transaction, at, publish }: ProjectEdit, sight: Sight, id: string): Promise<string> => {
    const { projectId } = sight
    await lockJob(transaction, id)
    const found = await transaction
      .selectFrom('scraper_job')
      .select(['name', 'query'])
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!found) throw new NotFound('The scraper job')
    const last = await lastRunIn(transaction, id)
    if (last && isUnderWay(stateOf(last))) throw new ScraperRunning()
    if (!(await hasRoom(transaction, projectId))) throw new TooManyOutsideRecords()
    const runId = newId()
    const job = await queue.enqueue(transaction, { kind: runJob, projectId, subject: found.name, payload: { runId } })
    const facts = { scraper_job_id: id, number: (last?.number ?? 0) + 1, job_id: job.id, query: found.query, created_at: at }
    await transaction
      .insertInto('scraper_run')
      .values({ id: runId, ...facts, cursor: null, outcome: null, sentence: null, total: null, started_at: null, finished_at: null })
      .execute()
    publish({ type: 'job', job })
    publish(scraperChanged(sight))
    return runId
  }

export async function lastRunIn(from: Database, scraperJobId: string): Promise<RunRow | undefined> {
  return runsWithJobs(from).where('scraper_job_id', '=', scraperJobId).orderBy('number', 'desc').limit(1).executeTakeFirst()
}

/** Returns whether a project is below the limit for outside records. Adding up its runs suffices, because records are never deleted individually. */
export async function hasRoom(from: Database, projectId: string): Promise<boolean> {
  const { count } = await from
    .selectFrom('scraper_run')
    .innerJoin('scraper_job', 'scraper_job.id', 'scraper_run.scraper_job_id')
    .select(({ fn }) => fn.sum<number | null>('scraper_run.new').as('count'))
    .where('scraper_job.project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(count) < outsideRecordLimit
}

export const scraperChanged = ({ projectId }: Sight) => ({ type: 'changed', noun: 'scraper', projectId }) as const
