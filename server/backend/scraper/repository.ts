import type { ScraperJob, ScraperJobDraft, ScraperRun } from '../../../shared/contracts/scraper.ts'
import { scraperJobLimit } from '../../../shared/limits.ts'
import { NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, ProjectEdit } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { ScraperNotFailed, ScraperNotRunning, ScraperRunning, TooManyScraperJobs } from './errors.ts'
import { type JobRow, selectJobs, toJobs } from './job-rows.ts'
import { isUnderWay, type RunRow, runsWithJobs, stateOf, toRun } from './run-rows.ts'
import { runJob } from './run-work.ts'
import type { Sources } from './sources/sources.ts'

type Filter = { source?: string; state?: ScraperJob['state']; limit?: number; cursor?: string }

/** Ids of a scraper job and its project. */
interface Owned {
  id: string
  projectId: string
}

/** SQL repository of scraper jobs and their runs. */
// Long: the queries of one noun.
export function scraperRepository(db: Database, editProject: EditProject, queue: JobQueue, sources: Sources) {
  /** @throws NotFound */
  async function row(id: string, from: Database = db): Promise<JobRow> {
    const found = await selectJobs(from).where('scraper_job.id', '=', id).executeTakeFirst()
    if (!found) throw new NotFound('The scraper job')
    return found
  }

  const get = async (id: string): Promise<ScraperJob> => (await toJobs(db, sources, [await row(id)]))[0] as ScraperJob

  /** @throws ScraperRunning */
  async function addRun({ transaction, at, tell }: ProjectEdit, { id, projectId }: Owned): Promise<string> {
    const found = await row(id, transaction)
    const last = await lastRunIn(transaction, id)
    if (last && isUnderWay(stateOf(last))) throw new ScraperRunning()
    const runId = newId()
    const job = await queue.enqueue(transaction, { kind: runJob, projectId, subject: found.name, payload: { runId } })
    const facts = { scraper_job_id: id, number: (last?.number ?? 0) + 1, job_id: job.id, query: found.query, created_at: at }
    await transaction
      .insertInto('scraper_run')
      .values({ id: runId, ...facts, cursor: null, outcome: null, sentence: null, total: null, started_at: null, finished_at: null })
      .execute()
    tell({ type: 'job', job })
    tell(scraperChanged(projectId))
    return runId
  }

  async function lastRunIn(from: Database, scraperJobId: string): Promise<RunRow | undefined> {
    return runsWithJobs(from).where('scraper_job_id', '=', scraperJobId).orderBy('number', 'desc').limit(1).executeTakeFirst()
  }

  async function run(id: string): Promise<RunRow> {
    const found = await runsWithJobs(db).where('scraper_run.id', '=', id).executeTakeFirst()
    if (!found) throw new NotFound('The run')
    return found
  }

  return {
    row,
    get,
    run,

    /** Lists jobs, newest first. @param projectIds projects whose jobs are listed */
    async list(projectIds: readonly string[], { source, state, limit = 50, cursor }: Filter) {
      const found: ScraperJob[] = []
      for (let behind = cursor; projectIds.length > 0 && found.length <= limit; ) {
        const rows = await selectJobs(db)
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
        const { transaction, at, tell } = edit
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
        tell(scraperChanged(projectId))
        if (startNow) await addRun(edit, { id, projectId })
      })
      if (startNow) queue.wake()
      return get(id)
    },

    /** @throws ScraperRunning while it runs */
    async remove({ projectId, accountId }: Scope, id: string): Promise<void> {
      await editProject({ projectId }, async ({ transaction, at, tell }) => {
        const { name } = await row(id, transaction)
        const last = await lastRunIn(transaction, id)
        if (last && isUnderWay(stateOf(last))) throw new ScraperRunning()
        await transaction.updateTable('scraper_job').set({ removed_at: at, modified_at: at }).where('id', '=', id).execute()
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'scraper.removed', detail: { name } })
        tell(scraperChanged(projectId))
      })
    },

    /** @throws ScraperRunning */
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
    async retry(id: string): Promise<ScraperRun> {
      const last = await lastRunIn(db, id)
      if (!last || last.outcome !== null || !(await queue.retry(last.job_id))) throw new ScraperNotFailed()
      return toRun(await run(last.id))
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

export const scraperChanged = (projectId: string) => ({ type: 'changed', noun: 'scraper', projectId }) as const
