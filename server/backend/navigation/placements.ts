import { type Selectable, sql } from 'kysely'
import type { Placement, PlacementRequest, PlacementSettings } from '../../../shared/contracts/navigation.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { EditProject, Transaction } from '../projects/edit-project.ts'
import type { Scope, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { PlacementAtWork, UndoneAlready } from './errors.ts'
import type { ReadyTrack } from './ready-track.ts'
import { navigationChanged } from './repository.ts'
import type { NavPlacementTable } from './tables.ts'

export const placeJob = 'navigation.place'

export type PlacementRow = Selectable<NavPlacementTable>

/** @throws NotFound */
export async function placementRow(db: Database, placementId: string): Promise<PlacementRow> {
  const found = await db.selectFrom('nav_placement').selectAll().where('id', '=', placementId).executeTakeFirst()
  if (!found) throw new NotFound('The placement')
  return found
}

/** SQL repository of placements. It enqueues the jobs that run and undo them; see `placement-steps.ts`. */
// Long: the queries of one noun.
export function placementRepository(db: Database, editProject: EditProject, jobs: JobQueue) {
  async function enqueue(transaction: Transaction, projectId: string, placementId: string, subject: string) {
    const job = await jobs.enqueue(transaction, { kind: placeJob, projectId, subject, payload: { placementId } })
    await transaction.updateTable('nav_placement').set({ job_id: job.id }).where('id', '=', placementId).execute()
    return job
  }

  const select = () =>
    db
      .selectFrom('nav_placement')
      .innerJoin('nav_track', 'nav_track.id', 'nav_placement.track_id')
      .leftJoin('account', 'account.id', 'nav_placement.account_id')
      .selectAll('nav_placement')
      .select(({ fn }) => ['nav_track.name as track_name', fn.coalesce('account.name', 'account.email').as('by_name')])

  async function toPlacement(row: PlacementRow & { track_name: string; by_name: string | null }): Promise<Placement> {
    return {
      id: row.id,
      projectId: row.project_id,
      trackId: row.track_id,
      trackName: row.track_name,
      state: row.state,
      settings: JSON.parse(row.settings) as PlacementSettings,
      changedCount: row.changed_count,
      restoredCount: row.restored_count,
      keptCount: row.kept_count,
      job: row.job_id === null || row.state === 'done' || row.state === 'undone' ? null : await jobs.get(row.job_id),
      by: row.by_name,
      createdAt: row.created_at
    }
  }

  return {
    async get(placementId: string): Promise<Placement> {
      const row = await select().where('nav_placement.id', '=', placementId).executeTakeFirst()
      if (!row) throw new NotFound('The placement')
      return toPlacement(row)
    },

    async list(
      { projectId }: Sight,
      { limit = 50, cursor }: { limit?: number; cursor?: string }
    ): Promise<{ items: Placement[]; nextCursor: string | null }> {
      const newest = select()
        .where('nav_placement.project_id', '=', projectId)
        .orderBy('nav_placement.id', 'desc')
        .limit(limit + 1)
      const rows = await (cursor ? newest.where('nav_placement.id', '<', cursor) : newest).execute()
      const items = await Promise.all(rows.slice(0, limit).map(toPlacement))
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    },

    /** Starts a placement. @returns its id */
    async begin(scope: Scope, track: ReadyTrack, { seenAt, ...settings }: PlacementRequest): Promise<string> {
      const { projectId, accountId } = scope
      const id = newId()
      await editProject(scope, async ({ transaction, at, publish }) => {
        publish(navigationChanged(scope))
        await transaction
          .insertInto('nav_placement')
          .values({
            id,
            project_id: projectId,
            track_id: track.id,
            account_id: accountId,
            undone_by: null,
            settings: JSON.stringify(settings),
            seen_at: seenAt < at ? timestamp(Date.parse(seenAt)) : at,
            state: 'running',
            job_id: null,
            position: null,
            changed_count: 0,
            restored_count: 0,
            kept_count: 0,
            created_at: at
          })
          .execute()
        await enqueue(transaction, projectId, id, `Placing images along ${track.name}`)
      })
      jobs.wake()
      return id
    },

    /**
     * Starts undoing a placement, even if its job failed or was cancelled.
     * @throws NotFound
     * @throws PlacementAtWork
     * @throws UndoneAlready
     */
    async beginUndo(scope: Scope, placementId: string): Promise<void> {
      const { projectId, accountId } = scope
      await editProject(scope, async ({ transaction, publish }) => {
        publish(navigationChanged(scope))
        const row = await placementRow(transaction, placementId)
        if (row.state === 'undone') throw new UndoneAlready()
        if (await isAtWork(transaction, row)) throw new PlacementAtWork()
        await transaction
          .updateTable('nav_placement')
          // An undo that was interrupted resumes from its stored position.
          .set({ state: 'undoing', undone_by: accountId, ...(row.state !== 'undoing' && { position: null }) })
          .where('id', '=', placementId)
          .execute()
        await enqueue(transaction, projectId, placementId, 'Undoing a placement')
      })
      jobs.wake()
    }
  }
}

async function isAtWork(transaction: Transaction, { state, job_id: jobId }: PlacementRow): Promise<boolean> {
  if (state === 'done' || jobId === null) return false
  const job = await transaction
    .selectFrom('job')
    .select('state')
    .where('id', '=', jobId)
    .where(sql<boolean>`state in ('waiting', 'running')`)
    .executeTakeFirst()
  return job !== undefined
}
