import type { Selectable } from 'kysely'
import type { Job } from '../../../shared/contracts/jobs.ts'
import type { RunState, ScraperRun } from '../../../shared/contracts/scraper.ts'
import type { Database } from '../storage/database.ts'
import type { ScraperRunTable } from './tables.ts'

export const runsWithJobs = (db: Database) =>
  db
    .selectFrom('scraper_run')
    .leftJoin('job', 'job.id', 'scraper_run.job_id')
    .selectAll('scraper_run')
    .select(['job.state as job_state', 'job.failure as job_failure', 'job.attempts as job_attempts', 'job.finished_at as job_finished_at'])

export type RunRow = Selectable<ScraperRunTable> & {
  job_state: Job['state'] | null
  job_failure: string | null
  job_attempts: number | null
  job_finished_at: string | null
}

/**
 * Derives the state of a run. Without an outcome, the state is that of the queue job, or `postponed` between two attempts. A run with neither a job
 * nor an outcome was cancelled, because the queue removes cancelled jobs after 30 days.
 */
export function stateOf({ outcome, job_state: job, job_attempts: attempts, job_failure: failure }: RunRow): RunState {
  if (outcome !== null) return outcome
  if (job === null) return 'cancelled'
  return job === 'waiting' && (attempts ?? 0) > 0 && failure !== null ? 'postponed' : job
}

/**
 * Locks a scraper job until the transaction ends. Meanwhile, no run can be added, and the job cannot be deleted.
 * @returns false for a deleted job
 */
export async function lockJob(transaction: Database, scraperJobId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('scraper_job')
    .set(({ ref }) => ({ revision: ref('revision') }))
    .where('id', '=', scraperJobId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const isUnderWay = (state: RunState): boolean => state === 'waiting' || state === 'running' || state === 'postponed'

export function toRun(row: RunRow): ScraperRun {
  const state = stateOf(row)
  const failure = state === 'failed' || state === 'postponed' ? row.job_failure : null
  return {
    id: row.id,
    scraperJobId: row.scraper_job_id,
    number: row.number,
    state,
    found: row.found,
    new: row.new,
    changed: row.changed,
    same: row.same,
    gone: row.gone,
    cameBack: row.came_back,
    missing: row.missing,
    failed: row.failed,
    total: row.total === null ? null : Number(row.total),
    bytes: Number(row.bytes),
    requests: row.requests,
    pages: row.pages,
    startedAt: row.started_at,
    finishedAt: row.finished_at ?? row.job_finished_at,
    createdAt: row.created_at,
    sentence: failure ?? row.sentence
  }
}
