import { type Selectable, sql } from 'kysely'
import type { Invitation, InvitationDraft, OpenInvitation } from '../../../shared/contracts/invitations.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { newId, newSecret } from '../../lib/ids.ts'
import { proveEmail } from '../accounts/proved-email.ts'
import { secretHash } from '../accounts/secrets.ts'
import type { AnyTransaction, Database } from '../storage/database.ts'
import { recordActivity } from './activity.ts'
import { InvitationOver } from './errors.ts'
import type { Scope } from './scope.ts'
import type { ProjectInvitationTable } from './tables.ts'

const dayMs = 24 * 60 * 60_000

export interface Joined {
  projectId: string
  role: Role
}

export type InvitationRepository = ReturnType<typeof invitationRepository>

/**
 * Queries and edits of project invitation links. A link works until it expires or is revoked. A single-use link also stops working after its first
 * use. The person who created the link must still be an owner, with an account that is not disabled.
 */
// Long: the queries of one noun.
export function invitationRepository(db: Database) {
  const withMaker = (trx: Database) =>
    trx.selectFrom('project_invitation').innerJoin('account', 'account.id', 'project_invitation.created_by').selectAll('project_invitation')

  /** Reads a link that still works. @throws InvitationOver */
  async function requireOpen(trx: Database, secret: string, nowMs: number) {
    const row = await trx
      .selectFrom('project_invitation as invitation')
      .innerJoin('project', 'project.id', 'invitation.project_id')
      .innerJoin('account', 'account.id', 'invitation.created_by')
      .leftJoin('project_member as maker', join =>
        join.onRef('maker.project_id', '=', 'invitation.project_id').onRef('maker.account_id', '=', 'invitation.created_by')
      )
      .select(['invitation.id', 'invitation.project_id', 'invitation.role', 'invitation.once', 'invitation.uses'])
      .select(['invitation.expires_at', 'invitation.revoked_at', 'project.title', 'project.deleted_at'])
      .select(['invitation.created_by', 'account.email_proved_at as maker_proved_at'])
      .select(['account.name', 'account.email', 'account.disabled_at', 'maker.role as maker_role'])
      .where('invitation.hash', '=', secretHash(secret))
      .executeTakeFirst()
    if (!row || row.deleted_at) throw new InvitationOver('does not exist')
    if (row.revoked_at || row.maker_role !== 'owner' || row.disabled_at) throw new InvitationOver('was revoked')
    if (row.expires_at <= timestamp(nowMs)) throw new InvitationOver('has expired')
    if (row.once === 1 && row.uses > 0) throw new InvitationOver('was already used')
    return row
  }

  return {
    /** Lists the links of a project, newest first. Expired, revoked and used-up links are omitted. */
    async list({ projectId }: Scope, nowMs = Date.now()): Promise<Invitation[]> {
      const rows = await withMaker(db)
        .select(['account.name', 'account.email'])
        .where('project_id', '=', projectId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', timestamp(nowMs))
        .where(eb => eb.or([eb('once', '=', 0), eb('uses', '=', 0)]))
        .orderBy('project_invitation.id', 'desc')
        .execute()
      return rows.map(toInvitation)
    },

    /** Creates a link. @param draft `days` is the lifetime of the link, 1 to 90 */
    async create({ accountId, projectId }: Scope, { role, days, once }: InvitationDraft, nowMs = Date.now()) {
      const secret = newSecret()
      const id = newId()
      await db
        .insertInto('project_invitation')
        .values({
          id,
          project_id: projectId,
          hash: secretHash(secret),
          role,
          once: once ? 1 : 0,
          uses: 0,
          created_by: accountId,
          created_at: timestamp(nowMs),
          expires_at: timestamp(nowMs + days * dayMs),
          revoked_at: null
        })
        .execute()
      const row = await withMaker(db)
        .select(['account.name', 'account.email'])
        .where('project_invitation.id', '=', id)
        .executeTakeFirstOrThrow()
      return { ...toInvitation(row), secret }
    },

    /** Revokes a link. @throws NotFound when the project has no such link, or it was already revoked */
    async revoke({ projectId }: Scope, invitationId: string): Promise<void> {
      const row = await db
        .updateTable('project_invitation')
        .set({ revoked_at: timestamp() })
        .where('id', '=', invitationId)
        .where('project_id', '=', projectId)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw new NotFound('The invitation')
    },

    /** Reads the invitation behind a link that still works. @throws InvitationOver */
    async look(secret: string, nowMs = Date.now()): Promise<OpenInvitation> {
      const row = await requireOpen(db, secret, nowMs)
      return {
        projectId: row.project_id,
        projectTitle: row.title,
        role: row.role,
        invitedBy: row.name ?? row.email,
        expiresAt: row.expires_at
      }
    },

    /** Returns whether the person behind a link has a confirmed e-mail address. Returns null if the link does not work. */
    async makerProved(trx: Database, secret: string, nowMs = Date.now()): Promise<boolean | null> {
      return requireOpen(trx, secret, nowMs).then(
        ({ maker_proved_at: provedAt }) => provedAt !== null,
        error => {
          if (error instanceof InvitationOver) return null
          throw error
        }
      )
    },

    /**
     * Makes an account a member. Marks its e-mail address as confirmed if another person with a confirmed address created the link. Call it within
     * a transaction. An existing member keeps the current role, and does not use up the link.
     * @throws InvitationOver
     */
    async accept(trx: AnyTransaction, accountId: string, secret: string, nowMs = Date.now()): Promise<Joined> {
      const link = await requireOpen(trx, secret, nowMs)
      const { id, project_id: projectId, role } = link
      // Locking the project row serialises changes to its members, as in `members.ts`.
      await trx
        .updateTable('project')
        .set(({ eb }) => ({ member_count: eb('member_count', '+', 0) }))
        .where('id', '=', projectId)
        .execute()
      if (link.maker_proved_at !== null && link.created_by !== accountId) await proveEmail(trx, accountId, nowMs)
      const before = await trx
        .selectFrom('project_member')
        .select('role')
        .where('project_id', '=', projectId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (before) return { projectId, role: before.role }
      const used = await trx
        .updateTable('project_invitation')
        .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .where(sql<boolean>`(once = 0 or uses = 0)`)
        .returning('id')
        .executeTakeFirst()
      if (!used) throw new InvitationOver('was already used')
      await trx
        .insertInto('project_member')
        .values({ project_id: projectId, account_id: accountId, role, joined_at: timestamp(nowMs) })
        .execute()
      await trx
        .updateTable('project')
        .set(({ eb }) => ({ member_count: eb('member_count', '+', 1) }))
        .where('id', '=', projectId)
        .execute()
      await recordActivity(trx, { projectId, actorId: accountId, event: 'member.joined', detail: { role } })
      return { projectId, role }
    }
  }
}

type Row = Selectable<ProjectInvitationTable> & { name: string | null; email: string }

function toInvitation(row: Row): Invitation {
  return {
    id: row.id,
    role: row.role,
    once: row.once === 1,
    uses: row.uses,
    invitedBy: row.name ?? row.email,
    createdAt: row.created_at,
    expiresAt: row.expires_at
  }
}
