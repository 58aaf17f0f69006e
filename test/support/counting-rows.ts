import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../server/backend/storage/database.ts'

/** Wraps a database so that it counts the rows that its statements return. */
export function countingRows(db: Database): { counted: Database; rows: () => number } {
  let rows = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rows += result.rows.length
      return result
    }
  }
  return { counted: db.withPlugin(counter), rows: () => rows }
}
