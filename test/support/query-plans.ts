import { CompiledQuery, type KyselyPlugin } from 'kysely'
import type { Database } from '../../server/backend/storage/database.ts'

/**
 * Wraps a SQLite database so that it records its statements.
 * @returns the wrapped database, and functions that return the steps of the plans of all statements so far, or those that read whole tables
 */
export function recordingPlans(db: Database) {
  const statements: CompiledQuery[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result
  }
  async function steps(): Promise<string[]> {
    const found: string[] = []
    for (const { sql, parameters } of statements) {
      const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
      for (const { detail } of rows) found.push(`${detail}: ${sql}`)
    }
    return found
  }
  const scans = async (tables: readonly string[]) =>
    (await steps()).filter(step => tables.some(table => new RegExp(`^SCAN ${table}\\b`).test(step)))
  return { recorded: db.withPlugin(recorder), steps, scans, count: () => statements.length }
}
