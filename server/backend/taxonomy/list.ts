import { sql } from 'kysely'
import type { LabelListQuery } from '../../../shared/contracts/taxonomy.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { AccountSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { hasWords } from '../storage/label-search.ts'
import { nameKey, wordsOf } from './names.ts'
import type { CountedRow } from './rows.ts'
import { selectLabels } from './select-labels.ts'

/** Position of the last row of a page: search rank, sort key and id. */
type Position = [rank: number, key: string, id: string]

/**
 * Reads a page of a catalog, sorted by name. A search finds labels where each search word is the beginning of a word. An exact match of the name
 * comes first, then names that start with the search text.
 */
export async function labelPage(
  db: Database,
  { projectId, accountId }: AccountSight,
  query: LabelListQuery
): Promise<{ rows: CountedRow[]; nextCursor: string | null }> {
  const { search = '', limit = 50, cursor } = query
  const searchKey = nameKey(search)
  const words = wordsOf(search)
  if (searchKey !== '' && words.length === 0) return { rows: [], nextCursor: null }
  const rank = searchKey === '' ? null : rankOf(searchKey)
  const after = cursor === undefined ? null : readCursor(cursor)
  const found = await selectLabels(db, accountId)
    .select((rank ?? sql<number>`0`).as('rank'))
    .where('label.project_id', '=', projectId)
    .$if(words.length > 0, some => some.where(hasWords(db, words)))
    .$if(after !== null, rest => rest.where(comesAfter(rank, after ?? [0, '', ''])))
    .$if(rank !== null, found => found.orderBy('rank'))
    .orderBy('label.name_key')
    .orderBy('label.id')
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const nextCursor = found.length > limit && last ? writeCursor([last.rank, last.name_key, last.id]) : null
  return { rows, nextCursor }
}

function rankOf(searchKey: string) {
  const beginning = `${searchKey.replace(/[!%_]/g, '!$&')}%`
  return sql<number>`case when label.name_key = ${searchKey} then 0 when label.name_key like ${beginning} escape '!' then 1 else 2 end`
}

/** SQL condition for labels after a position. Without a rank, the start of the page is found through the index on names. */
const comesAfter = (rank: ReturnType<typeof rankOf> | null, [lastRank, key, id]: Position) =>
  rank
    ? sql<boolean>`(${rank}, label.name_key, label.id) > (${lastRank}, ${key}, ${id})`
    : sql<boolean>`(label.name_key, label.id) > (${key}, ${id})`

const writeCursor = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** Parses a cursor. @throws InvalidRequest for a cursor that this list did not issue */
function readCursor(cursor: string): Position {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === 3) {
      const [rank, key, id] = position
      if (Number.isInteger(rank) && typeof key === 'string' && typeof id === 'string') return [rank, key, id]
    }
  } catch {
    // refused below, like any other invalid cursor
  }
  throw new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
}
