import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/**
 * A query of nearly every call: to build it takes about as long as SQLite takes to answer.
 * @param query with any values in the places of what differs
 * @returns a function that asks it with other values, in the order of their places in the SQL
 */
export function rowsBuiltOnce<Row>(db: Database, query: Compilable<Row>): (...values: string[]) => Promise<Row[]> {
  const built = query.compile() as CompiledQuery<Row>
  return async (...values) => {
    if (values.length !== built.parameters.length) throw new Error(`${built.sql} has ${built.parameters.length} places`)
    return (await db.executeQuery<Row>({ ...built, parameters: values })).rows
  }
}

/** The same for a query with one row at most. */
export function builtOnce<Row>(db: Database, query: Compilable<Row>): (...values: string[]) => Promise<Row | undefined> {
  const rows = rowsBuiltOnce(db, query)
  return async (...values) => (await rows(...values))[0]
}
