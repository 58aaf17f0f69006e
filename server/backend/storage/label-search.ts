import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Condition on `label`: each of these words is the prefix of one of its words. Words are lower-case letters and digits only, as in `label.words`.
 * SQLite uses its full-text index, PostgreSQL a text-search column.
 */
export function hasWords(db: Database, words: string[]): RawBuilder<boolean> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const query = words.map(word => `'${word}':*`).join(' & ')
    return sql`label.search @@ cast(${query} as tsquery)`
  }
  const query = words.map(word => `"${word}"*`).join(' AND ')
  return sql`${sql.ref('label.number')} in (select rowid from label_search where label_search match ${query})`
}
