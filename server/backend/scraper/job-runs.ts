import type { Selectable } from 'kysely'
import type { ScraperRun } from '../../../shared/contracts/scraper.ts'
import { timestamp } from '../../lib/clock.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { lastRunIn, runAdder, scraperChanged } from './add-run.ts'
import { endJob } from './end-work.ts'
import { NothingMissing, ScraperNotFailed, ScraperNotRunning } from './errors.ts'
import { markMissing } from './gone.ts'
import { runQueries } from './run-queries.ts'
import { isUnderWay, stateOf, toRun } from './run-rows.ts'
import { cancelledWords } from './run-work.ts'
import { scheduleColumns } from './schedule-columns.ts'
import type { Sources } from './sources/sources.ts'
import type { ScraperJobTable } from './tables.ts'

interface JobRuns {
  sources: Sources
  db: Database
  editProject: EditProject
  queue: JobQueue
  /** Reads the row of a job. @throws NotFound */
  row(id: string, from?: Database): Promise<Selectable<ScraperJobTable>>
}

/** Starts, cancels and retries the runs of scraper jobs. */
// Long: the edits of one noun.
export function jobRuns({ db, editProject, queue, row, sources }: JobRuns) {
  const addRun = runAdder(queue)
  const { run } = runQueries(db)

  /** Enqueues a job that ends the work begun by a cancelled run at the service. A run that is continued begins that work anew. */
  async function endBehind(transaction: Database, runId: string): Promise<void> {
    const { cursor, scraper_job_id: id } = await run(runId, transaction)
    const { source, project_id: projectId, name, account } = await row(id, transaction)
    if (cursor === null || !sources.named(source)?.leftBehind?.(cursor)) return
    await queue.enqueue(transaction, { kind: endJob, projectId, subject: name, payload: { runId, cursor, account } })
    await transaction.updateTable('scraper_run').set({ cursor: null }).where('id', '=', runId).execute()
  }

  return {
    /** @throws ScraperRunning @throws TooManyOutsideRecords */
    async begin(scope: Scope, jobId: string): Promise<ScraperRun> {
      const id = await editProject(scope, async edit => {
        const { schedule, rests_since: restsSince } = await row(jobId, edit.transaction)
        if (restsSince !== null)
          await edit.transaction
            .updateTable('scraper_job')
            .set(scheduleColumns(schedule === null ? null : JSON.parse(schedule), edit.at))
            .where('id', '=', jobId)
            .execute()
        return addRun(edit, scope, jobId)
      })
      queue.wake()
      return toRun(await run(id))
    },

    /** @throws ScraperNotRunning */
    async cancel(id: string): Promise<ScraperRun> {
      const last = await lastRunIn(db, id)
      if (!last || !isUnderWay(stateOf(last)) || !(await queue.cancel(last.job_id))) throw new ScraperNotRunning()
      await db.transaction().execute(async transaction => {
        const { log_lines: number } = await transaction
          .updateTable('scraper_run')
          .set(({ eb }) => ({ log_lines: eb('log_lines', '+', 1), sentence: null }))
          .where('id', '=', last.id)
          .returning('log_lines')
          .executeTakeFirstOrThrow()
        const line = { run_id: last.id, number, at: timestamp(), level: 'info' as const, sentence: cancelledWords }
        await transaction.insertInto('scraper_log').values(line).execute()
        await endBehind(transaction, last.id)
      })
      queue.wake()
      return toRun(await run(last.id))
    },

    /** Marks as gone all records that the last run did not receive, regardless of their number. @throws NothingMissing */
    async markGone(scope: Scope, runId: string): Promise<ScraperRun> {
      await editProject(scope, async ({ transaction, publish }) => {
        const found = await run(runId, transaction)
        const last = await lastRunIn(transaction, found.scraper_job_id)
        if (found.missing === 0 || last?.id !== runId) throw new NothingMissing()
        const gone = await markMissing(transaction, found)
        await transaction
          .updateTable('scraper_run')
          .set(({ eb }) => ({ gone: eb('gone', '+', gone), missing: 0 }))
          .where('id', '=', runId)
          .execute()
        publish(scraperChanged(scope))
        publish({ type: 'changed', noun: 'outsideRecords', projectId: scope.projectId })
      })
      return toRun(await run(runId))
    },

    /** @throws ScraperNotFailed */
    async retry(scope: Scope, id: string): Promise<ScraperRun> {
      const runId = await editProject(scope, async ({ transaction, publish }) => {
        await row(id, transaction)
        const last = await lastRunIn(transaction, id)
        const job = last?.outcome === null ? await queue.retryIn(transaction, last.job_id) : null
        if (!last || !job) throw new ScraperNotFailed()
        publish({ type: 'job', job })
        return last.id
      })
      queue.wake()
      return toRun(await run(runId))
    }
  }
}
