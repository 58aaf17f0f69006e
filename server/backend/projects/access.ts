import type { Role } from '../../../shared/contracts/projects.ts'
import { NotFound, RoleNeeded } from '../../lib/errors.ts'
import { type Blind, blindIn } from '../annotations/sessions/blind.ts'
import type { PlaceViewer } from '../generalisations/shown-places.ts'
import { builtOnce } from '../storage/built-once.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'

const rank: Record<Role, number> = { viewer: 1, editor: 2, owner: 3 }

/** As much of a viewer as rights depend on. */
export type Asker = Pick<Viewer, 'accountId' | 'isConfined'>

export type ProjectAccess = ReturnType<typeof projectAccess>

/** The one place that decides who may do what in a project. */
export function projectAccess(db: Database) {
  const membership = builtOnce(
    db,
    db
      .selectFrom('project')
      .leftJoin('project_member', join =>
        join.onRef('project_member.project_id', '=', 'project.id').on('project_member.account_id', '=', '')
      )
      .select(['project.visibility', 'project_member.role'])
      .where('project.id', '=', '')
      .where('project.deleted_at', 'is', null)
  )

  /** Role of the viewer; `viewer` for everyone in an internal project who is not confined; null for a stranger or a deleted project. */
  async function roleOf(viewer: Asker, projectId: string): Promise<Role | null> {
    const row = await membership(viewer.accountId, projectId)
    if (!row) return null
    return row.role ?? (row.visibility === 'internal' && !viewer.isConfined ? 'viewer' : null)
  }

  return {
    roleOf,

    /** What is hidden from the viewer, who works blind in the project; null for everyone else. */
    blind: (viewer: Viewer, projectId: string): Promise<Blind | null> => blindIn(db, viewer.accountId, projectId),

    /** For whom places of the project are shown: who is no member of an internal project gets them as everyone does. */
    async placeViewer(viewer: Viewer, projectId: string): Promise<PlaceViewer> {
      const row = await membership(viewer.accountId, projectId)
      return { role: row?.role ?? null, isBlind: (await blindIn(db, viewer.accountId, projectId)) !== null }
    },

    /**
     * @throws NotFound for a stranger: who has no access does not learn that the project exists
     * @throws RoleNeeded for a member whose role is lower
     */
    async require(viewer: Asker, projectId: string, atLeast: Role): Promise<Role> {
      const role = await roleOf(viewer, projectId)
      if (!role) throw new NotFound('The project')
      if (rank[role] < rank[atLeast]) throw new RoleNeeded(atLeast)
      return role
    }
  }
}
