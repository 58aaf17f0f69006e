import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Returns a list of any length as a table named `item` with one column, `value`. The list needs one bound variable instead of thousands. The
 * expression `item.value ->> 'name'` reads a field. PostgreSQL returns text, so other types need a cast.
 */
export function jsonItems(db: Database, items: object[]): RawBuilder<{ value: string }> {
  const json = JSON.stringify(items)
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  return postgres ? sql`json_array_elements(${json}::json) as item(value)` : sql`json_each(${json}) as item`
}

/** SQL subquery of a list of ids, for comparison with a column. */
export const amongIds = (db: Database, ids: readonly string[]): RawBuilder<string> =>
  sql`(select item.value ->> 'id' from ${jsonItems(
    db,
    ids.map(id => ({ id }))
  )})`

/**
 * Hint for SQLite, appended to a two-column `select` from `jsonItems` in a materialized `with` clause. The hint adds no rows, but makes SQLite
 * expect many rows and use an index to look them up.
 */
export const manyRows: RawBuilder<unknown> = sql`union all select id, id from label where cast(${0} as integer) = 1`
