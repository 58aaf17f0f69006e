import type { Selectable } from 'kysely'
import type { ScraperJob, ScraperJobDraft, ScraperJobPatch } from '../../../shared/contracts/scraper.ts'
import { scraperJobLimit } from '../../../shared/limits.ts'
import { NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { Scope, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import type { Account, AccountSeal } from './account-seal.ts'
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
export function scraperRepository(db: Database, editProject: EditProject, queue: JobQueue, sources: Sources, accounts: AccountSeal) {
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

    /** Lists the jobs of some projects, newest first. */
    async list(viewerId: string, sights: readonly Sight[], { source, state, limit = 50, cursor }: Filter) {
      const found: ScraperJob[] = []
      for (let behind = cursor; sights.length > 0 && found.length <= limit; ) {
        const rows = await selectJobs(db, viewerId)
          .where(
            'scraper_job.project_id',
            'in',
            sights.map(({ projectId }) => projectId)
          )
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
      scope: Scope,
      { name, source, query, schedule = null, limits = {}, startNow = false }: Omit<ScraperJobDraft, 'account'>,
      account?: Account
    ): Promise<ScraperJob> {
      const { projectId, accountId } = scope
      const id = newId()
      await editProject(scope, async edit => {
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
        const sealed = account ? accounts.close(id, account) : null
        await transaction
          .insertInto('scraper_job')
          .values({ id, project_id: projectId, ...facts, account: sealed, removed_at: null })
          .execute()
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'scraper.created', detail: { name: facts.name } })
        publish(scraperChanged(scope))
        if (startNow) await addRun(edit, scope, id)
      })
      if (startNow) queue.wake()
      return get(id, accountId)
    },

    /** @throws StaleRevision when another edit came first */
    async update(
      scope: Scope,
      id: string,
      { revision, name, query, schedule, limits }: Omit<ScraperJobPatch, 'account'>,
      account?: Account
    ): Promise<ScraperJob> {
      const { projectId, accountId } = scope
      await editProject(scope, async ({ transaction, at, publish }) => {
        const before = await row(id, transaction)
        if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
        const changed = {
          ...(name !== undefined && { name: name.trim() }),
          ...(query !== undefined && { query: JSON.stringify(query) }),
          ...(account !== undefined && { account: accounts.close(id, account) }),
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
        publish(scraperChanged(scope))
      })
      return get(id, accountId)
    },

    /** @throws ScraperRunning */
    async remove(scope: Scope, id: string): Promise<void> {
      const { projectId, accountId } = scope
      await editProject(scope, async ({ transaction, at, publish }) => {
        const { name } = await row(id, transaction)
        const last = await lastRunIn(transaction, id)
        if (last && isUnderWay(stateOf(last))) throw new ScraperRunning()
        await transaction
          .updateTable('scraper_job')
          .set({ removed_at: at, modified_at: at, next_at: null, account: null })
          .where('id', '=', id)
          .execute()
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'scraper.removed', detail: { name } })
        publish(scraperChanged(scope))
      })
    },

    ...jobRuns({ db, editProject, queue, row, sources })
  }
}

export type ScraperRepository = ReturnType<typeof scraperRepository>
