import type { Role } from '../../../shared/contracts/projects.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { blindIn } from '../annotations/rounds/blind.ts'
import { rowsBuiltOnce } from '../storage/built-once.ts'
import type { Database } from '../storage/database.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import { type AccountSight, type Blind, requireRole, type Scope, sight } from './scope.ts'

/** Fields of a viewer that access rights depend on. */
export type Asker = Pick<Viewer, 'accountId' | 'isConfined'>

/** Party whose rights are checked: the viewer of a request, or an account. */
export type Requester = Asker | { viewer: Viewer | null; isVisit?: boolean }

export type ProjectAccess = ReturnType<typeof projectAccess>

/** Decides on access to projects. All rights in a project are checked here. */
// Long: one query, and the scope that is made from it.
export function projectAccess(db: Database) {
  /** Reads the project's visibility and the account's role: a row for each running round in which the account works blind, or one row without any. */
  const readMembership = rowsBuiltOnce(
    db,
    db
      .selectFrom('project')
      .leftJoin('project_member', join =>
        join.onRef('project_member.project_id', '=', 'project.id').on('project_member.account_id', '=', '')
      )
      .leftJoin('annotation_session as round', join =>
        join
          .onRef('round.project_id', '=', 'project.id')
          .on('round.starts_at', '<=', '')
          .on('round.ends_at', '>', '')
          .on(eb =>
            eb.exists(
              eb
                .selectFrom('annotation_session_member as taking_part')
                .select('taking_part.session_id')
                .whereRef('taking_part.session_id', '=', 'round.id')
                .where('taking_part.account_id', '=', '')
            )
          )
      )
      .select(['project.visibility', 'project_member.role'])
      .select(['round.id', 'round.name', 'round.starts_at', 'round.ends_at', 'round.hides_earlier'])
      .where('project.id', '=', '')
      .where('project.deleted_at', 'is', null)
  )

  /** Opens the scope of an account with any role. Null for an account without access, or for a deleted project. */
  async function scopeOf(requester: Requester, projectId: string): Promise<Scope | null> {
    const { accountId, isConfined } = 'viewer' in requester ? viewerOf(requester) : requester
    const now = timestamp()
    const rows = await readMembership(accountId, now, now, accountId, projectId)
    const [first] = rows
    if (!first) return null
    const role: Role | null = first.role ?? (first.visibility === 'internal' && !isConfined ? 'viewer' : null)
    if (!role) return null
    const rounds: Blind['rounds'] = rows.flatMap(({ id, name, starts_at: startsAt, ends_at: endsAt, hides_earlier: hides }) =>
      id === null || name === null || startsAt === null || endsAt === null ? [] : { id, name, startsAt, endsAt, hidesEarlier: hides === 1 }
    )
    const blind = rounds.length === 0 ? null : { accountId, rounds }
    // In an internal project, accounts that are not members get the same places as the public.
    return sight({ projectId, accountId, role, blind, places: { role: first.role, isBlind: blind !== null } })
  }

  return {
    scopeOf,

    /**
     * Opens the project of a request.
     * @param noun subject of the refusal: the project, or an item in it
     * @throws NotFound for an account without access, so that the response does not reveal whether the project exists
     * @throws RoleNeeded for a member with a lower role
     */
    async open(requester: Requester, projectId: string, atLeast: Role, noun = 'The project'): Promise<Scope> {
      const scope = await scopeOf(requester, projectId)
      if (!scope) throw new NotFound(noun)
      if ('viewer' in requester && scope.places.role === null) requester.isVisit = true
      requireRole(scope, atLeast)
      return scope
    }
  }
}

/** Reopens a project for a running job. The account may no longer be a member, and then gets the same places as the public. */
export async function reopened(db: Database, accountId: string, projectId: string): Promise<AccountSight> {
  const blind = await blindIn(db, accountId, projectId)
  const member = await db
    .selectFrom('project_member')
    .select('role')
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return sight({ projectId, accountId, blind, places: { role: member?.role ?? null, isBlind: blind !== null } })
}
