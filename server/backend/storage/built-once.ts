import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/**
 * Compiles a frequent query once. On SQLite, building a query takes about as long as running it.
 * @param query query with any values in place of its parameters
 * @returns a function that runs it with other values, in their order in the SQL
 */
export function rowsBuiltOnce<Row>(db: Database, query: Compilable<Row>): (...values: string[]) => Promise<Row[]> {
  const built = query.compile() as CompiledQuery<Row>
  return async (...values) => {
    if (values.length !== built.parameters.length) throw new Error(`${built.sql} has ${built.parameters.length} places`)
    return (await db.executeQuery<Row>({ ...built, parameters: values })).rows
  }
}

/** Compiles a query with at most one row. */
export function builtOnce<Row>(db: Database, query: Compilable<Row>): (...values: string[]) => Promise<Row | undefined> {
  const rows = rowsBuiltOnce(db, query)
  return async (...values) => (await rows(...values))[0]
}
