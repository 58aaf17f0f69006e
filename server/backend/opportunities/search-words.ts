import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import type { Facts } from './facts.ts'
import { wordsOf } from './words.ts'

/**
 * Returns the distinct words of all text fields, separated by spaces. Fields for web addresses, codes and dates are omitted. Web addresses in the
 * text are removed only from the description.
 */
export function searchedWords(facts: Facts): string {
  const { title, organization, summary, body, place, regions, taxa, methods, tags, languages, berth, deadlines } = facts
  const { amount, covers, notCovered, eligibility, howToApply, contact } = facts
  const texts = [
    title,
    organization,
    summary,
    body?.replaceAll(/https?:\/\/[^\s)>]*/gi, ' '),
    place,
    amount,
    covers,
    notCovered,
    eligibility,
    howToApply,
    contact
  ]
  const ofBerth = Object.values(berth ?? {}).filter(value => typeof value === 'string' && !isDay.test(value))
  const all = [...texts, ...regions, ...taxa, ...methods, ...tags, ...languages, ...deadlines.map(({ label }) => label), ...ofBerth]
  return [...new Set(wordsOf(all.filter(Boolean).join('\n')))].join(' ')
}

const isDay = /^\d{4}-\d{2}-\d{2}$/

/**
 * SQL condition on `opportunity`: each word of the text is a prefix of a word of the call. A text without letters and digits matches nothing. SQLite
 * uses its full-text index, and PostgreSQL a text-search column.
 */
export function hasWords(db: Database, text: string): RawBuilder<boolean> {
  const words = [...new Set(wordsOf(text))]
  if (words.length === 0) return sql`1 = 0`
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const hit = isPostgres ? sql`search @@ cast(${words.map(word => `'${word}':*`).join(' & ')} as tsquery)` : hitBySqlite(words)
  // With a condition on the joined index, SQLite would compare every call with every hit.
  return sql`opportunity.id in (select opportunity_id from opportunity_index where ${hit})`
}

const hitBySqlite = (words: readonly string[]) =>
  sql`number in (select rowid from opportunity_search where opportunity_search match ${words.map(word => `"${word}"*`).join(' AND ')})`
