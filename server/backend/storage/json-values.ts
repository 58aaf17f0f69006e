import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

const isPostgres = (db: Database) => db.getExecutor().adapter instanceof PostgresAdapter

/** Returns a field of a JSON object in a text column as text; null for a missing field. */
export function jsonFieldText(db: Database, column: string, name: string): RawBuilder<string | null> {
  if (isPostgres(db)) return sql`(cast(${sql.ref(column)} as json) ->> cast(${name} as text))`
  return sql`(${sql.ref(column)} ->> ${pathTo(name)})`
}

/** Returns a field if it is an integer from 0 to `most`; null for any other value and for a missing field. */
export function jsonWholeNumber(db: Database, column: string, name: string, most: number): RawBuilder<number | null> {
  const object = sql.ref(column)
  if (isPostgres(db)) {
    const text = sql`(cast(${object} as json) ->> cast(${name} as text))`
    const isWhole = sql`json_typeof(cast(${object} as json) -> cast(${name} as text)) = 'number' and ${text} ~ '^[0-9]{1,9}$'`
    return sql`case when ${isWhole} then case when cast(${text} as integer) <= ${sql.lit(most)} then cast(${text} as integer) end end`
  }
  const value = sql`json_extract(${object}, ${pathTo(name)})`
  return sql`case when json_type(${object}, ${pathTo(name)}) = 'integer' and ${value} between 0 and ${sql.lit(most)} then ${value} end`
}

/** Returns the SQLite path of a field. The name is encoded as JSON, so any character is allowed. */
const pathTo = (name: string) => `$.${JSON.stringify(name)}`

/** Returns the fields of a JSON object in a text column as a table named `entry` with the column `key`. */
export function jsonEntries(db: Database, column: string): RawBuilder<{ key: string }> {
  const object = sql.ref(column)
  return isPostgres(db) ? sql`json_each(cast(${object} as json)) as entry(key, value)` : sql`json_each(${object}) as entry`
}

/** Aggregates the rows of a group into JSON text: an array with one array of column values per row. The text is much cheaper than separate rows. */
export function jsonRows(db: Database, columns: RawBuilder<unknown>[]): RawBuilder<string> {
  const list = sql.join(columns)
  return isPostgres(db) ? sql`cast(json_agg(json_build_array(${list})) as text)` : sql`json_group_array(json_array(${list}))`
}

/** Condition that a field of `jsonEntries` has a numeric value. */
export function entryIsNumber(db: Database): RawBuilder<boolean> {
  return isPostgres(db) ? sql`json_typeof(entry.value) = 'number'` : sql`entry.type in ('integer', 'real')`
}
