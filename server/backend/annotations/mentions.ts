import { sql } from 'kysely'
import type { Comment } from '../../../shared/contracts/comments.ts'
import { mention } from '../../../shared/mentions.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

/** E-mail addresses after an `@`, in lower case: `@ana@lab.example` → `ana@lab.example`. At most 50. */
export const mentionedIn = (text: string): string[] =>
  [...new Set([...text.matchAll(mention)].map(([, email = '']) => email.toLowerCase()))].slice(0, 50)

/** Reads the ids of the project members that a text mentions. Other addresses remain plain text. */
export async function mentionedMembers(db: Database, projectId: string, text: string): Promise<string[]> {
  const emails = mentionedIn(text)
  if (emails.length === 0) return []
  const wanted = jsonItems(
    db,
    emails.map(email => ({ email }))
  )
  const rows = await db
    .selectFrom('project_member')
    .innerJoin('account', 'account.id', 'project_member.account_id')
    .select('account.id')
    .where('project_member.project_id', '=', projectId)
    .where('account.email_key', 'in', sql<string>`(select item.value ->> 'email' from ${wanted})`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads the mentioned accounts by id. Deleted accounts are left out. */
export async function mentionedAccounts(db: Database, accountIds: string[]): Promise<Map<string, Comment['mentions'][number]>> {
  if (accountIds.length === 0) return new Map()
  const wanted = jsonItems(
    db,
    accountIds.map(id => ({ id }))
  )
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name', 'email'])
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Map(rows.map(({ id, name, email }) => [id, { accountId: id, name: name ?? email, email }]))
}
