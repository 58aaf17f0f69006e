import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Returns the text of a field of a JSON object in a text column. Booleans become `true` or `false`. Null for other types and missing fields. */
export function jsonText(db: Database, column: string, name: string): RawBuilder<string | null> {
  const object = sql.ref(column)
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const field = sql`cast(${object} as json) -> cast(${name} as text)`
    return sql`case when json_typeof(${field}) in ('string', 'boolean') then cast(${object} as json) ->> cast(${name} as text) end`
  }
  const text = sql`case type when 'text' then value when 'true' then 'true' when 'false' then 'false' end`
  return sql`(select ${text} from json_each(${object}) where key = ${name})`
}

/** Returns the numeric value of a field of a JSON object in a text column; null for other types and missing fields. */
export function jsonNumber(db: Database, column: string, name: string): RawBuilder<number | null> {
  const object = sql.ref(column)
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const field = sql`cast(${object} as json) -> cast(${name} as text)`
    const number = sql`cast(cast(${object} as json) ->> cast(${name} as text) as double precision)`
    return sql`case when json_typeof(${field}) = 'number' then ${number} end`
  }
  return sql`(select value from json_each(${object}) where key = ${name} and type in ('integer', 'real'))`
}

/** Returns SQL that lower-cases the letters A–Z only, with the same result on both databases. */
export function lowerAscii(db: Database, text: RawBuilder<string | null>): RawBuilder<string | null> {
  return db.getExecutor().adapter instanceof PostgresAdapter ? sql`lower((${text}) collate "C")` : sql`lower(${text})`
}
