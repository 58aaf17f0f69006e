import type { FailedImages } from '../../../shared/contracts/failed-images.ts'
import { ChildFault } from '../children/child.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordActivity } from '../projects/activity.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Database } from '../storage/database.ts'
import { analysisJob } from './analysis-job.ts'
import { NothingToRetry, RunActive } from './errors.ts'
import type { OpenRun } from './open-run.ts'

const mostNamed = 3

/** Code of the reason why an image failed. */
export const codeOf = (error: unknown): string =>
  error instanceof ChildFault ? error.reason.toUpperCase() : String((error as { code?: unknown }).code ?? 'UNREADABLE')

const failedItems = (db: Database) =>
  db
    .selectFrom('job_item')
    .innerJoin('media', 'media.id', 'job_item.media_id')
    .where('job_item.state', '=', 'failed')
    .where('media.removed_at', 'is', null)

/** Query for the images whose sample points a run could not predict for cover. Images that failed in the run anyway are left out. */
export const coverFailures = (db: Database) =>
  db
    .selectFrom('ai_cover_failure')
    .innerJoin('media', 'media.id', 'ai_cover_failure.media_id')
    .innerJoin('ai_run as of_run', 'of_run.id', 'ai_cover_failure.run_id')
    .where('media.removed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job_item')
            .select('job_item.media_id')
            .whereRef('job_item.job_id', '=', 'of_run.job_id')
            .whereRef('job_item.media_id', '=', 'ai_cover_failure.media_id')
            .where('job_item.state', '=', 'failed')
        )
      )
    )

/** Reads a page of ids of the failed images of a job, following the id `after`. Images in the bin are omitted. */
export async function failedImagesAfter(db: Database, jobId: string, after: string, limit: number): Promise<string[]> {
  const rows = await failedItems(db)
    .select('job_item.media_id')
    .where('job_item.job_id', '=', jobId)
    .where('job_item.media_id', '>', after)
    .orderBy('job_item.media_id')
    .limit(limit)
    .execute()
  return rows.map(({ media_id: id }) => id)
}

/** Counts the failed images of a run by reason, with a few file names for each. Images that failed only while points were predicted count too. */
export async function failedImagesOf(db: Database, { runId }: OpenRun): Promise<FailedImages> {
  const ofRun = () =>
    db.selectFrom(
      failedItems(db)
        .innerJoin('ai_run', 'ai_run.job_id', 'job_item.job_id')
        .select(['media.file_name', 'media.name_key', 'job_item.error_code'])
        .where('ai_run.id', '=', runId)
        .unionAll(
          coverFailures(db)
            .select(['media.file_name', 'media.name_key', 'ai_cover_failure.error_code'])
            .where('ai_cover_failure.run_id', '=', runId)
        )
        .as('item')
    )
  const groups = await ofRun()
    .select('item.error_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('item.error_code')
    .orderBy('count', 'desc')
    .orderBy('item.error_code')
    .execute()
  const reasons = await Promise.all(
    groups.map(async ({ error_code: code, count }) => {
      const named = await ofRun()
        .select('item.file_name')
        .where('item.error_code', code === null ? 'is' : '=', code)
        .orderBy('item.name_key')
        .limit(mostNamed)
        .execute()
      return { code: code ?? 'UNREADABLE', count: Number(count), fileNames: named.map(({ file_name: name }) => name) }
    })
  )
  return { count: reasons.reduce((sum, { count }) => sum + count, 0), reasons }
}

/**
 * Queues a new job that retries the failed images of a finished run, and the missing predictions for cover.
 * @throws NothingToRetry @throws RunActive
 */
// Long: the checks and rows of one retry.
export async function retryFailed({ db, events, jobs }: { db: Database; events: EventBus; jobs: JobQueue }, open: OpenRun): Promise<void> {
  const { projectId, accountId, runId } = open
  await projectEdits(db, events)(open, async ({ transaction, publish }) => {
    const run = await transaction.selectFrom('ai_run').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
    const active = await transaction
      .selectFrom('ai_run')
      .innerJoin('job', 'job.id', 'ai_run.job_id')
      .select('ai_run.id')
      .where('ai_run.project_id', '=', projectId)
      .where('job.state', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (active) throw new RunActive()
    const { count } = await failedItems(transaction)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('job_item.job_id', '=', run.job_id)
      .executeTakeFirstOrThrow()
    const { count: unpredicted } = await coverFailures(transaction)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ai_cover_failure.run_id', '=', runId)
      .executeTakeFirstOrThrow()
    const failed = Number(count) + Number(unpredicted)
    if (run.finished_at === null || failed === 0) throw new NothingToRetry()
    const job = await jobs.enqueue(transaction, {
      kind: analysisJob,
      projectId,
      subject: `Failed images of AI run ${run.number}`,
      payload: { runId, isRetry: true }
    })
    await transaction.updateTable('job_item').set({ job_id: job.id }).where('job_id', '=', run.job_id).execute()
    await transaction.updateTable('ai_run').set({ job_id: job.id, finished_at: null, sentence: null }).where('id', '=', runId).execute()
    const detail = { number: run.number, count: failed }
    await recordActivity(transaction, { projectId, actorId: accountId, event: 'ai.retried', detail })
    publish({ type: 'changed', noun: 'ai', projectId })
  })
  jobs.wake()
}
