import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/**
 * Compiles a frequent query once. On SQLite, building a query takes about as long as running it.
 * @param query query with placeholder values for its parameters
 * @returns a function that runs the query with other values, in the order of the parameters in the SQL
 */
export function rowsBuiltOnce<Row>(db: Database, query: Compilable<Row>): (...values: string[]) => Promise<Row[]> {
  const built = query.compile() as CompiledQuery<Row>
  return async (...values) => {
    if (values.length !== built.parameters.length) throw new Error(`${built.sql} has ${built.parameters.length} placeholders`)
    return (await db.executeQuery<Row>({ ...built, parameters: values })).rows
  }
}

/** Compiles a query that returns at most one row. */
export function builtOnce<Row>(db: Database, query: Compilable<Row>): (...values: string[]) => Promise<Row | undefined> {
  const rows = rowsBuiltOnce(db, query)
  return async (...values) => (await rows(...values))[0]
}
