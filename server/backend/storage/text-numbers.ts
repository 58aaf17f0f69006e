import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Returns SQL that converts text such as `2.25` to a positive number; null for any other text. */
export function positiveNumber(db: Database, text: RawBuilder<string | null>): RawBuilder<number | null> {
  const number =
    db.getExecutor().adapter instanceof PostgresAdapter
      ? sql`case when ${text} ~ '^[0-9]{1,15}([.][0-9]{1,15})?$' then cast(${text} as double precision) end`
      : sql`case when ${text} glob '[0-9]*' and ${text} not glob '*[^0-9.]*' and ${text} not glob '*.*.*' and ${text} not glob '*.' then cast(${text} as real) end`
  return sql`nullif(${number}, 0)`
}
