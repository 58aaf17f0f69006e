import { sql } from 'kysely'
import type { ServerPerson } from '../../../shared/contracts/administration.ts'
import type { Database } from '../storage/database.ts'
import { lowerCase } from '../storage/lower-case.ts'

interface PeopleQuery {
  q?: string
  limit?: number
  cursor?: string
}

/** Reads one page of the accounts on this server, newest first. @param q part of a name or an e-mail address */
export async function serverPeople(
  db: Database,
  { q = '', limit = 50, cursor }: PeopleQuery
): Promise<{ items: ServerPerson[]; nextCursor: string | null; total: number }> {
  const pattern = `%${q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, sign => `\\${sign}`)}%`
  const found = db
    .selectFrom('account')
    .where(
      sql<boolean>`(account.email_key like ${pattern} escape '\\' or ${lowerCase(db, sql`coalesce(account.name, '')`)} like ${pattern} escape '\\')`
    )
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['id', 'email', 'name', 'administrator', 'disabled_at', 'email_proved_at', 'created_at'])
    .select(eb => [
      eb
        .selectFrom('project_member')
        .innerJoin('project', 'project.id', 'project_member.project_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('project_member.account_id', '=', 'account.id')
        .where('project.deleted_at', 'is', null)
        .as('project_count'),
      eb.selectFrom('storage_use').select('media_bytes').whereRef('storage_use.account_id', '=', 'account.id').as('image_bytes'),
      eb
        .selectFrom('ai_uploaded_model')
        .select(sql<number>`sum(size_bytes)`.as('bytes'))
        .whereRef('ai_uploaded_model.created_by', '=', 'account.id')
        .as('model_bytes'),
      eb
        .selectFrom('login_address')
        .select(({ fn }) => fn.max('last_used_at').as('last'))
        .whereRef('login_address.account_id', '=', 'account.id')
        .as('last_sign_in_at')
    ])
    .$if(cursor !== undefined, query => query.where('account.id', '<', cursor as string))
    .orderBy('account.id', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit).map(
    (row): ServerPerson => ({
      id: row.id,
      email: row.email,
      name: row.name,
      administrator: row.administrator === 1,
      disabled: row.disabled_at !== null,
      emailProved: row.email_proved_at !== null,
      projectCount: Number(row.project_count ?? 0),
      imageBytes: Number(row.image_bytes ?? 0),
      modelBytes: Number(row.model_bytes ?? 0),
      createdAt: row.created_at,
      lastSignInAt: row.last_sign_in_at
    })
  )
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null, total }
}
