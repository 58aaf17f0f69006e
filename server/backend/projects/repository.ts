import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Project, ProjectDraft, ProjectEdit, ProjectListQuery, Role } from '../../../shared/contracts/projects.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { forgetNavigationOfProject } from '../navigation/upkeep.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { recordActivity } from './activity.ts'
import { forgetMediaOfProject } from './media-ledger.ts'
import { blindSince, modifiedAsSeen } from './modified-as-seen.ts'
import { listProjects, type ProjectPage, restorableSince } from './project-list.ts'
import { keysOf, type ProjectRow, requireDatesInOrder, toColumns, toProject } from './project-rows.ts'
import type { Scope } from './scope.ts'

/** Queries and edits of projects. `access.ts` checks access beforehand. */
// Long: the queries of one noun.
export function projectRepository(db: Database) {
  /** Finds a project; undefined if it does not exist or is deleted. */
  async function find(accountId: string, projectId: string): Promise<ProjectRow | undefined> {
    return db
      .selectFrom('project')
      .leftJoin('project_member', join =>
        join.onRef('project_member.project_id', '=', 'project.id').on('project_member.account_id', '=', accountId)
      )
      .selectAll('project')
      .select('project_member.role')
      .where('project.id', '=', projectId)
      .where('project.deleted_at', 'is', null)
      .executeTakeFirst()
  }

  return {
    /** Reads a project. @throws NotFound */
    async get({ accountId, projectId }: Pick<Scope, 'accountId' | 'projectId'>): Promise<Project> {
      const row = await find(accountId, projectId)
      if (!row) throw new NotFound('The project')
      return modifiedAsSeen(toProject(row), await blindSince(db, accountId))
    },

    list: (viewer: Viewer, query: ProjectListQuery): Promise<ProjectPage> => listProjects(db, viewer, query),

    /** Creates a project with the account as its owner. @throws InvalidRequest when the end date is before the start date */
    create(accountId: string, draft: ProjectDraft): Promise<Project> {
      const now = timestamp()
      const fields = {
        description: null,
        habitat: null,
        region: null,
        start_date: null,
        end_date: null,
        visibility: 'private' as const,
        cover_media_id: null,
        ...toColumns(draft),
        title: draft.title.trim()
      }
      requireDatesInOrder(fields)
      return db.transaction().execute(async trx => {
        const row = await trx
          .insertInto('project')
          .values({
            ...fields,
            ...keysOf(fields),
            id: newId(),
            media_count: 0,
            media_bytes: 0,
            member_count: 1,
            is_example: 0,
            revision: 1,
            created_at: now,
            modified_at: now,
            deleted_at: null
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await trx
          .insertInto('project_member')
          .values({ project_id: row.id, account_id: accountId, role: 'owner', joined_at: now })
          .execute()
        await recordActivity(trx, { projectId: row.id, actorId: accountId, event: 'project.created', detail: { title: row.title } })
        return toProject({ ...row, role: 'owner' })
      })
    },

    /**
     * Applies an edit based on `revision`. Absent fields stay unchanged.
     * @throws NotFound
     * @throws StaleRevision when someone else edited the project in the meantime
     * @throws InvalidRequest when the end date would be before the start date
     */
    async revise({ accountId, projectId }: Scope, revision: number, edit: Omit<ProjectEdit, 'revision'>): Promise<Project> {
      const before = await find(accountId, projectId)
      if (!before) throw new NotFound('The project')
      if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
      const columns = toColumns(edit)
      const after = { ...before, ...columns }
      requireDatesInOrder(after)
      const blind = await blindSince(db, accountId)
      return db.transaction().execute(async trx => {
        const row = await trx
          .updateTable('project')
          .set({ ...columns, ...keysOf(after), revision: revision + 1, modified_at: timestamp() })
          .where('id', '=', projectId)
          .where('revision', '=', revision)
          .where('deleted_at', 'is', null)
          .returningAll()
          .executeTakeFirst()
        if (!row) throw new StaleRevision(revision + 1, revision)
        const fields = Object.keys(edit).join(', ')
        await recordActivity(trx, { projectId, actorId: accountId, event: 'project.revised', detail: { title: row.title, fields } })
        return modifiedAsSeen(toProject({ ...row, role: before.role }), blind)
      })
    },

    /** Deletes a project. It can be restored for 30 days. @throws NotFound */
    remove({ accountId, projectId }: Scope): Promise<void> {
      return db.transaction().execute(async trx => {
        const row = await trx
          .updateTable('project')
          .set(({ eb }) => ({ deleted_at: timestamp(), revision: eb('revision', '+', 1) }))
          .where('id', '=', projectId)
          .where('deleted_at', 'is', null)
          .returning('title')
          .executeTakeFirst()
        if (!row) throw new NotFound('The project')
        await recordActivity(trx, { projectId, actorId: accountId, event: 'project.deleted', detail: { title: row.title } })
      })
    },

    /** Returns the role of a member in a deleted project that can still be restored; null for others. */
    async roleInDeleted(accountId: string, projectId: string): Promise<Role | null> {
      const row = await db
        .selectFrom('project')
        .innerJoin('project_member', 'project_member.project_id', 'project.id')
        .select('project_member.role')
        .where('project.id', '=', projectId)
        .where('project_member.account_id', '=', accountId)
        .where('project.deleted_at', '>', restorableSince())
        .executeTakeFirst()
      return row?.role ?? null
    },

    /** Restores a deleted project with everything in it. @throws NotFound */
    restore(accountId: string, projectId: string): Promise<Project> {
      return db.transaction().execute(async trx => {
        const row = await trx
          .updateTable('project')
          .set(({ eb }) => ({ deleted_at: null, modified_at: timestamp(), revision: eb('revision', '+', 1) }))
          .where('id', '=', projectId)
          .where('deleted_at', '>', restorableSince())
          .returningAll()
          .executeTakeFirst()
        if (!row) throw new NotFound('The project')
        await recordActivity(trx, { projectId, actorId: accountId, event: 'project.restored', detail: { title: row.title } })
        return toProject({ ...row, role: 'owner' })
      })
    }
  }
}

/** Tables with many rows of a project that do not depend on its media. Triggers add rows to the last one. The rows would go with the project, but all in one statement. */
const largeTables = ['observation', 'scraped_record', 'place', 'place_stale'] as const
const deletedAtOnce = 1_000

async function deleteInBatches(db: Database, table: (typeof largeTables)[number], projectId: string): Promise<void> {
  const [from, some] = [sql.table(table), sql.lit(deletedAtOnce)]
  for (let isLast = false; !isLast; await nextTurn()) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where id in (select id from ${from} where project_id = ${projectId} limit ${some})`.execute(db)
    isLast = numAffectedRows === 0n
  }
}

/**
 * Permanently deletes projects that were deleted at least 30 days ago, with everything in them. The purge may run at any time, even twice. After a
 * crash, the next purge continues where the last one stopped. Rows are deleted in batches, so that other work can run in between.
 * @returns the ids of the deleted projects
 */
export async function purgeProjects(db: Database, nowMs = Date.now()): Promise<string[]> {
  const over = await db.selectFrom('project').select('id').where('deleted_at', '<=', restorableSince(nowMs)).execute()
  const gone: string[] = []
  for (const { id } of over) {
    while (await forgetMediaOfProject(db, id)) await nextTurn()
    await forgetNavigationOfProject(db, id)
    for (const table of largeTables) await deleteInBatches(db, table, id)
    const { numDeletedRows } = await db.deleteFrom('project').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows > 0n) gone.push(id)
  }
  return gone
}
