import { sql } from 'kysely'
import type { MediaListQuery } from '../../../shared/contracts/media.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import { type MediaRow, nameKey } from './rows.ts'

/** Where a page ended: the sort key of its last row, and its id. */
type Position = [key: string, id: string]

type Sort = NonNullable<MediaListQuery['sort']>

/**
 * One page of a project's media. Each order has its index, so a page costs the same wherever it lies; a search walks that index
 * and reads only the rows of its page.
 */
export async function mediaPage(
  db: Database,
  projectId: string,
  query: MediaListQuery
): Promise<{ rows: MediaRow[]; nextCursor: string | null }> {
  const { sort = 'added', limit = 60, search, cursor } = query
  const after = cursor === undefined ? null : readCursor(cursor)
  const ids = db
    .selectFrom('media')
    .select('media.id')
    .where('media.project_id', '=', projectId)
    .where('media.removed_at', 'is', null)
    .$if(Boolean(search?.trim()), some => some.where(sql<boolean>`media.name_key like ${pattern(search ?? '')} escape '!'`))
    .$if(after !== null, rest => rest.where(comesAfter(sort, after ?? ['', ''])))
    .orderBy(order(sort))
    .limit(limit + 1)
  const rows = await db
    .selectFrom('media')
    .leftJoin('account', 'account.id', 'media.added_by')
    .selectAll('media')
    .select(eb => eb.fn.coalesce('account.name', 'account.email').as('added_by_name'))
    .where('media.id', 'in', ids)
    .orderBy(order(sort))
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? writeCursor([keyOf(sort, last), last.id]) : null }
}

const order = (sort: Sort) => {
  if (sort === 'added') return sql`media.id desc`
  return sort === 'captured' ? sql`media.captured_key, media.id` : sql`media.name_key, media.id`
}

function comesAfter(sort: Sort, [key, id]: Position) {
  if (sort === 'added') return sql<boolean>`media.id < ${id}`
  const column = sql.ref(sort === 'captured' ? 'media.captured_key' : 'media.name_key')
  return sql<boolean>`(${column}, media.id) > (${key}, ${id})`
}

function keyOf(sort: Sort, row: MediaRow): string {
  if (sort === 'added') return ''
  return sort === 'captured' ? row.captured_key : row.name_key
}

const pattern = (search: string) => `%${nameKey(search.trim()).replace(/[!%_]/g, '!$&')}%`

const writeCursor = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

function readCursor(cursor: string): Position {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === 2 && position.every(part => typeof part === 'string')) return position as Position
  } catch {
    // told below, like every other cursor that is not ours
  }
  throw new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
}
