import { sql } from 'kysely'
import { amongValuesOf } from '../storage/among.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

const columns = ['sha256', 'small_sha256', 'large_sha256', 'tiles_sha256'] as const
const pageSize = 500

/** Tables of files beside images. A database of an earlier version may lack them, and is backed up before its upgrade. */
const modelTables = ['ai_uploaded_model', 'ai_encoding'] as const

async function tablesIn(db: Database): Promise<Set<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name))
}

/** Filters blobs down to those that a media item, an uploaded model or an encoding uses. Removed media that can still be restored count as users. */
export async function namedAmong(db: Database, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const given = sql`select item.value ->> 'name' from ${jsonItems(
    db,
    names.map(name => ({ name }))
  )}`
  const parts = columns.map(column => sql`select ${sql.ref(column)} as name from media where ${amongValuesOf(db, column, given)}`)
  const tables = await tablesIn(db)
  for (const table of modelTables.filter(name => tables.has(name)))
    parts.push(sql`select sha256 as name from ${sql.table(table)} where ${amongValuesOf(db, 'sha256', given)}`)
  const { rows } = await sql<{ name: string }>`${sql.join(parts, sql` union `)}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Returns whether this database uses any blob. */
export async function namesBlobs(db: Database): Promise<boolean> {
  for (const table of ['media', 'ai_uploaded_model'] as const)
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return true
  return false
}

/**
 * Yields the blobs of uploaded models and of media that are not removed, in batches of a few hundred. A blob shared by several media may appear
 * several times.
 */
export async function* neededBlobs(db: Database): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('media')
      .select(['id', ...columns])
      .where('id', '>', after)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    const last = rows.at(-1)
    if (!last) break
    yield rows.flatMap(row => columns.flatMap(column => row[column] ?? []))
    after = last.id
  }
  if (!(await tablesIn(db)).has('ai_uploaded_model')) return
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('ai_uploaded_model')
      .select(['id', 'sha256'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ sha256 }) => sha256)
    after = last.id
  }
}
