import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Returns a condition on `label` that each given word is a prefix of one of the label's words. Words consist of lower-case letters and digits,
 * as in `label.words`. SQLite uses its full-text index, PostgreSQL a text-search column.
 */
export function hasWords(db: Database, words: string[]): RawBuilder<boolean> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const query = words.map(word => `'${word}':*`).join(' & ')
    return sql`label.search @@ cast(${query} as tsquery)`
  }
  const query = words.map(word => `"${word}"*`).join(' AND ')
  return sql`${sql.ref('label.number')} in (select rowid from label_search where label_search match ${query})`
}
