import { sql } from 'kysely'
import type { Member } from '../../../shared/contracts/members.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { emailKey } from '../../../shared/email-key.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { avatarUrl } from '../accounts/repository.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { recordActivity } from './activity.ts'
import { AlreadyMember, LastOwner, NoSuchAccount } from './errors.ts'
import type { Scope, Sight } from './scope.ts'

/** Queries and edits of the members of projects. */
// Long: the queries of one noun.
export function memberRepository(db: Database) {
  const people = (trx: Database) =>
    trx
      .selectFrom('project_member')
      .innerJoin('account', 'account.id', 'project_member.account_id')
      .select(['project_member.account_id', 'project_member.role', 'project_member.joined_at'])
      .select(['account.name', 'account.email', 'account.avatar_sha256', 'account.email_proved_at'])

  /** Reads a member. @throws NotFound */
  async function get(trx: Database, projectId: string, accountId: string): Promise<Member> {
    const row = await people(trx).where('project_id', '=', projectId).where('account_id', '=', accountId).executeTakeFirst()
    if (!row) throw new NotFound('The member')
    return toMember(row)
  }

  /**
   * Changes the member count of a project. Every change to members must start with this statement, because its lock serialises such changes. If two
   * owners leave simultaneously, the second is refused as the last owner.
   */
  async function addToCount(trx: Database, projectId: string, difference: 1 | 0 | -1): Promise<void> {
    await trx
      .updateTable('project')
      .set(({ eb }) => ({ member_count: eb('member_count', '+', difference) }))
      .where('id', '=', projectId)
      .execute()
  }

  /** SQL condition that a project would still have an owner: the member is not an owner, or there is another owner. */
  const leavesAnOwner = (projectId: string) =>
    sql<boolean>`(role <> 'owner' or (select count(*) from project_member as other where other.project_id = ${projectId} and other.role = 'owner') > 1)`

  return {
    /** Lists members by role, owners first, then by name. */
    async list({ projectId }: Sight): Promise<Member[]> {
      const rows = await people(db).where('project_id', '=', projectId).execute()
      const rank: Record<Role, number> = { owner: 0, editor: 1, viewer: 2 }
      return rows.map(toMember).sort((a, b) => rank[a.role] - rank[b.role] || (a.name ?? a.email).localeCompare(b.name ?? b.email, 'en'))
    },

    /**
     * Whether a viewer may see another person. Either they share a project, or that person is a member of an internal project. A confined viewer can
     * see only people in shared projects.
     */
    async maySee({ accountId, isConfined }: Viewer, otherId: string): Promise<boolean> {
      const row = await db
        .selectFrom('project_member as theirs')
        .innerJoin('project', 'project.id', 'theirs.project_id')
        .leftJoin('project_member as mine', join =>
          join.onRef('mine.project_id', '=', 'theirs.project_id').on('mine.account_id', '=', accountId)
        )
        .select('theirs.project_id')
        .where('theirs.account_id', '=', otherId)
        .where('project.deleted_at', 'is', null)
        .where(eb => eb.or([eb('mine.account_id', 'is not', null), ...(isConfined ? [] : [eb('project.visibility', '=', 'internal')])]))
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Adds a member. @throws NoSuchAccount @throws AlreadyMember */
    add({ accountId: actorId, projectId }: Scope, email: string, role: Role): Promise<Member> {
      return db.transaction().execute(async trx => {
        await addToCount(trx, projectId, 1)
        const account = await trx
          .selectFrom('account')
          .select(['id', 'name', 'email'])
          .where('email_key', '=', emailKey(email))
          .where('disabled_at', 'is', null)
          .executeTakeFirst()
        if (!account) throw new NoSuchAccount(email)
        const added = await trx
          .insertInto('project_member')
          .values({ project_id: projectId, account_id: account.id, role, joined_at: timestamp() })
          .onConflict(conflict => conflict.doNothing())
          .returning('account_id')
          .executeTakeFirst()
        const member = account.name ?? account.email
        if (!added) throw new AlreadyMember(member)
        await recordActivity(trx, { projectId, actorId, event: 'member.added', detail: { member, memberId: account.id, role } })
        return get(trx, projectId, account.id)
      })
    },

    /** Changes the role of a member. @throws NotFound @throws LastOwner */
    setRole({ accountId: actorId, projectId }: Scope, accountId: string, role: Role): Promise<Member> {
      return db.transaction().execute(async trx => {
        await addToCount(trx, projectId, 0)
        const before = await get(trx, projectId, accountId)
        if (before.role === role) return before
        const changed = await trx
          .updateTable('project_member')
          .set({ role })
          .where('project_id', '=', projectId)
          .where('account_id', '=', accountId)
          .where(leavesAnOwner(projectId))
          .returning('role')
          .executeTakeFirst()
        if (!changed) throw new LastOwner()
        const detail = { member: before.name ?? before.email, memberId: accountId, role }
        await recordActivity(trx, { projectId, actorId, event: 'member.changed', detail })
        return { ...before, role }
      })
    },

    /** Removes a member. @throws NotFound @throws LastOwner */
    remove({ accountId: actorId, projectId }: Scope, accountId: string): Promise<void> {
      return db.transaction().execute(async trx => {
        await addToCount(trx, projectId, -1)
        const before = await get(trx, projectId, accountId)
        const removed = await trx
          .deleteFrom('project_member')
          .where('project_id', '=', projectId)
          .where('account_id', '=', accountId)
          .where(leavesAnOwner(projectId))
          .returning('account_id')
          .executeTakeFirst()
        if (!removed) throw new LastOwner()
        const event = actorId === accountId ? 'member.left' : 'member.removed'
        await recordActivity(trx, { projectId, actorId, event, detail: { member: before.name ?? before.email, memberId: accountId } })
      })
    }
  }
}

interface Row {
  account_id: string
  role: Role
  joined_at: string
  name: string | null
  email: string
  avatar_sha256: string | null
  email_proved_at: string | null
}

function toMember(row: Row): Member {
  return {
    accountId: row.account_id,
    name: row.name,
    email: row.email,
    emailProved: row.email_proved_at !== null,
    avatarUrl: avatarUrl(row.account_id, row.avatar_sha256),
    role: row.role,
    joinedAt: row.joined_at
  }
}
