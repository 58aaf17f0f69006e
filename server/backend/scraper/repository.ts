import type { Selectable } from 'kysely'
import type { ScraperJob, ScraperJobDraft, ScraperRun } from '../../../shared/contracts/scraper.ts'
import { outsideRecordLimit, scraperJobLimit } from '../../../shared/limits.ts'
import { NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, ProjectEdit } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { ScraperNotFailed, ScraperNotRunning, ScraperRunning, TooManyOutsideRecords, TooManyScraperJobs } from './errors.ts'
import { selectJobs, toJobs } from './job-rows.ts'
import { runQueries } from './run-queries.ts'
import { isUnderWay, lockJob, type RunRow, runsWithJobs, stateOf, toRun } from './run-rows.ts'
import { runJob } from './run-work.ts'
import type { Sources } from './sources/sources.ts'
import type { ScraperJobTable } from './tables.ts'

type Filter = { source?: string; state?: ScraperJob['state']; limit?: number; cursor?: string }

/** Ids of a scraper job and its project. */
interface Owned {
  id: string
  projectId: string
}

/** SQL repository of scraper jobs, and of the start and end of their runs. */
// Long: the queries of one noun.
export function scraperRepository(db: Database, editProject: EditProject, queue: JobQueue, sources: Sources) {
  /** @throws NotFound */
  async function row(id: string, from: Database = db): Promise<Selectable<ScraperJobTable>> {
    const found = await from.selectFrom('scraper_job').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
    if (!found) throw new NotFound('The scraper job')
    return found
  }

  /** @throws NotFound */
  async function get(id: string, viewerId: string): Promise<ScraperJob> {
    const rows = await selectJobs(db, viewerId).where('scraper_job.id', '=', id).execute()
    const [job] = await toJobs(db, sources, rows)
    if (!job) throw new NotFound('The scraper job')
    return job
  }

  /** @throws ScraperRunning @throws TooManyOutsideRecords */
  async function addRun({ transaction, at, publish }: ProjectEdit, { id, projectId }: Owned): Promise<string> {
    await lockJob(transaction, id)
    const found = await row(id, transaction)
    const last = await lastRunIn(transaction, id)
    if (last && isUnderWay(stateOf(last))) throw new ScraperRunning()
    if ((await countRecords(transaction, projectId)) >= outsideRecordLimit) throw new TooManyOutsideRecords()
    const runId = newId()
    const job = await queue.enqueue(transaction, { kind: runJob, projectId, subject: found.name, payload: { runId } })
    const facts = { scraper_job_id: id, number: (last?.number ?? 0) + 1, job_id: job.id, query: found.query, created_at: at }
    await transaction
      .insertInto('scraper_run')
      .values({ id: runId, ...facts, cursor: null, outcome: null, sentence: null, total: null, started_at: null, finished_at: null })
      .execute()
    publish({ type: 'job', job })
    publish(scraperChanged(projectId))
    return runId
  }

  async function lastRunIn(from: Database, scraperJobId: string): Promise<RunRow | undefined> {
    return runsWithJobs(from).where('scraper_job_id', '=', scraperJobId).orderBy('number', 'desc').limit(1).executeTakeFirst()
  }

  const { run } = runQueries(db)

  return {
    row,
    get,

    /** Lists jobs, newest first. @param projectIds projects whose jobs are listed */
    async list(viewerId: string, projectIds: readonly string[], { source, state, limit = 50, cursor }: Filter) {
      const found: ScraperJob[] = []
      for (let behind = cursor; projectIds.length > 0 && found.length <= limit; ) {
        const rows = await selectJobs(db, viewerId)
          .where('scraper_job.project_id', 'in', [...projectIds])
          .$if(source !== undefined, query => query.where('scraper_job.source', '=', source as string))
          .$if(behind !== undefined, query => query.where('scraper_job.id', '<', behind as string))
          .orderBy('scraper_job.id', 'desc')
          .limit(limit + 1)
          .execute()
        found.push(...(await toJobs(db, sources, rows)).filter(job => state === undefined || job.state === state))
        behind = rows.at(-1)?.id
        if (rows.length <= limit) break
      }
      const items = found.slice(0, limit)
      return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
    },

    /** @throws TooManyScraperJobs */
    async create(
      { projectId, accountId }: Scope,
      { name, source, query, limits = {}, startNow = false }: ScraperJobDraft
    ): Promise<ScraperJob> {
      const id = newId()
      await editProject({ projectId }, async edit => {
        const { transaction, at, publish } = edit
        const { count } = await transaction
          .selectFrom('scraper_job')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', projectId)
          .where('removed_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (Number(count) >= scraperJobLimit) throw new TooManyScraperJobs()
        const texts = { query: JSON.stringify(query), limits: JSON.stringify(limits) }
        const facts = { name: name.trim(), source, ...texts, created_by: accountId, created_at: at, modified_at: at, revision: 1 }
        await transaction
          .insertInto('scraper_job')
          .values({ id, project_id: projectId, ...facts, removed_at: null })
          .execute()
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'scraper.created', detail: { name: facts.name } })
        publish(scraperChanged(projectId))
        if (startNow) await addRun(edit, { id, projectId })
      })
      if (startNow) queue.wake()
      return get(id, accountId)
    },

    /** @throws ScraperRunning while it runs */
    async remove({ projectId, accountId }: Scope, id: string): Promise<void> {
      await editProject({ projectId }, async ({ transaction, at, publish }) => {
        const { name } = await row(id, transaction)
        const last = await lastRunIn(transaction, id)
        if (last && isUnderWay(stateOf(last))) throw new ScraperRunning()
        await transaction.updateTable('scraper_job').set({ removed_at: at, modified_at: at }).where('id', '=', id).execute()
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'scraper.removed', detail: { name } })
        publish(scraperChanged(projectId))
      })
    },

    /** @throws ScraperRunning @throws TooManyOutsideRecords */
    async begin(owned: Owned): Promise<ScraperRun> {
      const id = await editProject(owned, edit => addRun(edit, owned))
      queue.wake()
      return toRun(await run(id))
    },

    /** @throws ScraperNotRunning */
    async cancel(id: string): Promise<ScraperRun> {
      const last = await lastRunIn(db, id)
      if (!last || !isUnderWay(stateOf(last)) || !(await queue.cancel(last.job_id))) throw new ScraperNotRunning()
      return toRun(await run(last.id))
    },

    /** @throws ScraperNotFailed */
    async retry({ id, projectId }: Owned): Promise<ScraperRun> {
      const runId = await editProject({ projectId }, async ({ transaction, publish }) => {
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

/** Records of a project, by the counts of its runs: records are never deleted one by one. */
async function countRecords(from: Database, projectId: string): Promise<number> {
  const { count } = await from
    .selectFrom('scraper_run')
    .innerJoin('scraper_job', 'scraper_job.id', 'scraper_run.scraper_job_id')
    .select(({ fn }) => fn.sum<number | null>('scraper_run.new').as('count'))
    .where('scraper_job.project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const scraperChanged = (projectId: string) => ({ type: 'changed', noun: 'scraper', projectId }) as const
