import { sql } from 'kysely'
import type { OpenLink } from '../../../shared/contracts/administration.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { timestamp } from '../../lib/clock.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'

interface LinkRow {
  id: string
  project_id: string | null
  title: string | null
  role: Role | null
  email: string | null
  invited_by: string | null
  uses: number
  created_at: string
  expires_at: string
}

/** Reads one page of the open invitations to projects and to the server, newest first. The secrets of the links are not stored. */
export async function openLinks(
  db: Database,
  { limit = 50, cursor }: { limit?: number; cursor?: string }
): Promise<{ items: OpenLink[]; nextCursor: string | null }> {
  const now = timestamp()
  const [at, last] = cursor === undefined ? [] : placeOf(cursor)
  const before = at === undefined ? sql`1 = 1` : sql`(created_at < ${at} or (created_at = ${at} and id < ${last}))`
  // A link to the server has no id other than its stored hash. A part of the hash reveals nothing about the secret.
  const { rows } = await sql<LinkRow>`
    select * from (
      select invitation.id, invitation.project_id, project.title, invitation.role, null as email,
        coalesce(account.name, account.email) as invited_by, invitation.uses, invitation.created_at, invitation.expires_at
      from project_invitation as invitation
      join project on project.id = invitation.project_id and project.deleted_at is null
      join account on account.id = invitation.created_by and account.disabled_at is null
      join project_member as maker on maker.project_id = invitation.project_id and maker.account_id = invitation.created_by
      where maker.role = 'owner' and invitation.revoked_at is null and invitation.expires_at > ${now}
        and (invitation.once = 0 or invitation.uses = 0)
      union all
      select substr(hash, 1, 16), null, null, null, email, null, 0, created_at, expires_at
      from one_time_link where purpose = 'invite' and used_at is null and expires_at > ${now}
    ) as link
    where ${before} order by created_at desc, id desc limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const end = rows.length > limit ? page.at(-1) : undefined
  return { items: page.map(toLink), nextCursor: end ? `${end.created_at} ${end.id}` : null }
}

/** @throws InvalidRequest for a cursor from another list */
function placeOf(cursor: string): [at: string, id: string] {
  const [, at, id] = /^(\S{1,40}) (\S{1,128})$/.exec(cursor) ?? []
  if (!at || !id) throw new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
  return [at, id]
}

const toLink = (row: LinkRow): OpenLink => ({
  id: row.id,
  project: row.project_id === null || row.title === null ? null : { id: row.project_id, title: row.title },
  role: row.role,
  email: row.email,
  invitedBy: row.invited_by,
  uses: Number(row.uses),
  createdAt: row.created_at,
  expiresAt: row.expires_at
})
