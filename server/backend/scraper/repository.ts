import type { Selectable } from 'kysely'
import type { ScraperJob, ScraperJobDraft, ScraperJobPatch } from '../../../shared/contracts/scraper.ts'
import { scraperJobLimit } from '../../../shared/limits.ts'
import { NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { lastRunIn, runAdder, scraperChanged } from './add-run.ts'
import { ScraperRunning, TooManyScraperJobs } from './errors.ts'
import { selectJobs, toJobs } from './job-rows.ts'
import { jobRuns } from './job-runs.ts'
import { isUnderWay, stateOf } from './run-rows.ts'
import { scheduleColumns } from './schedule-columns.ts'
import type { Sources } from './sources/sources.ts'
import type { ScraperJobTable } from './tables.ts'

type Filter = { source?: string; state?: ScraperJob['state']; limit?: number; cursor?: string }

/** Repository of scraper jobs, including the start and end of their runs. */
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

  const addRun = runAdder(queue)

  return {
    row,
    get,

    /** Lists jobs, newest first. @param projectIds projects to list jobs of */
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
      { name, source, query, schedule = null, limits = {}, startNow = false }: ScraperJobDraft
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
        const times = scheduleColumns(schedule, at)
        const facts = { name: name.trim(), source, ...texts, ...times, created_by: accountId, created_at: at, modified_at: at, revision: 1 }
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

    /** @throws StaleRevision when another edit came first */
    async update(
      { projectId, accountId }: Scope,
      id: string,
      { revision, name, query, schedule, limits }: ScraperJobPatch
    ): Promise<ScraperJob> {
      await editProject({ projectId }, async ({ transaction, at, publish }) => {
        const before = await row(id, transaction)
        if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
        const changed = {
          ...(name !== undefined && { name: name.trim() }),
          ...(query !== undefined && { query: JSON.stringify(query) }),
          ...(limits !== undefined && { limits: JSON.stringify(limits) }),
          ...(schedule !== undefined && scheduleColumns(schedule, at))
        }
        await transaction
          .updateTable('scraper_job')
          .set({ ...changed, modified_at: at, revision: revision + 1 })
          .where('id', '=', id)
          .execute()
        const detail = { name: changed.name ?? before.name }
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'scraper.updated', detail })
        publish(scraperChanged(projectId))
      })
      return get(id, accountId)
    },

    /** @throws ScraperRunning */
    async remove({ projectId, accountId }: Scope, id: string): Promise<void> {
      await editProject({ projectId }, async ({ transaction, at, publish }) => {
        const { name } = await row(id, transaction)
        const last = await lastRunIn(transaction, id)
        if (last && isUnderWay(stateOf(last))) throw new ScraperRunning()
        await transaction.updateTable('scraper_job').set({ removed_at: at, modified_at: at, next_at: null }).where('id', '=', id).execute()
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'scraper.removed', detail: { name } })
        publish(scraperChanged(projectId))
      })
    },

    ...jobRuns({ db, editProject, queue, row })
  }
}

export type ScraperRepository = ReturnType<typeof scraperRepository>
