import { type RawBuilder, sql } from 'kysely'
import type { MediaListQuery } from '../../../shared/contracts/media.ts'
import type { Filter } from '../../../shared/filters.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { imageMatches, imagesFoundByIndex } from '../annotations/review/filter-sql.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { type MediaRow, nameKey } from './rows.ts'

/** Cursor position at the end of a page: sort key and id of its last row. */
type Position = [key: string, id: string]

type Sort = NonNullable<MediaListQuery['sort']>

/** Limits on the work of a single request with a filter. */
export interface Effort {
  /** Number of images to examine in each step, until the page is full. The next request continues after the last examined image. */
  windows: readonly number[]
  /** Maximum number of rows for which a condition is evaluated first, through an index. The rest of the filter runs on these rows only. */
  fewRows: number
}

/** Filter of a page, with limits on its work. */
interface Meaning {
  filter?: Filter
  effort?: Effort
}

const usualEffort: Effort = { windows: [300, 700], fewRows: 5_000 }

/**
 * Reads one page of the media of a project. Each sort order has an index, so every page costs the same. A search walks that index and reads only the
 * rows of its page. A filter examines a limited number of images, so even a page before the last one may be short.
 * @returns the rows, and the cursor of the next page or null after the last page
 */
export async function mediaPage(
  db: Database,
  sight: Sight,
  query: Omit<MediaListQuery, 'filter'>,
  { filter = [], effort = usualEffort }: Meaning = {}
): Promise<{ rows: MediaRow[]; nextCursor: string | null }> {
  const { sort = 'added', limit = 60, search, cursor } = query
  const after = cursor === undefined ? null : readCursor(cursor)
  const kept = sql<boolean>`media.project_id = ${sight.projectId} and media.removed_at is null`
  const found = search?.trim() ? sql<boolean>`media.name_key like ${pattern(search)} escape '!'` : always
  const wanted = sql<boolean>`${kept} and ${found} and ${imageMatches(db, sight, filter)}`
  const rowsAmong = (images: RawBuilder<unknown>, isThere: RawBuilder<boolean>, most: number) =>
    rowsOf(db, sort, sql<string>`(select media.id from ${images} where ${isThere} order by ${order(sort)} limit ${sql.lit(most)})`)
  const from = (position: Position | null) => (position ? comesAfter(sort, position) : always)

  if (filter.length === 0) return paged(await rowsAmong(sql`media`, sql`${wanted} and ${from(after)}`, limit + 1), sort, limit)
  const few = await fewImages(db, sight, { filter, effort })
  const rows: MediaRow[] = []
  if (few) {
    const among = (ids: { id: string }[]) => sql`${jsonItems(db, ids)} cross join media`
    const isAmong = sql<boolean>`media.id = item.value ->> 'id'`
    const { rows: ids } = await sql<{ id: string }>`
      select media.id from ${among(few)} where ${isAmong} and ${kept} and ${found} and ${from(after)} order by ${order(sort)}`.execute(db)
    // The remaining conditions are slow, so they run on only as many images as the page needs.
    for (let [at, size] = [0, 2 * limit]; at < ids.length && rows.length <= limit; at += size, size *= 2)
      rows.push(...(await rowsAmong(among(ids.slice(at, at + size)), sql`${isAmong} and ${wanted}`, limit + 1 - rows.length)))
    return paged(rows, sort, limit)
  }
  let start = after
  for (const window of effort.windows) {
    const { rows: ends } = await sql<{ key: string; id: string }>`
      select ${keyColumn(sort)} as key, media.id from media where ${kept} and ${from(start)}
      order by ${order(sort)} limit 1 offset ${sql.lit(window)}`.execute(db)
    const end: Position | null = ends[0] ? [ends[0].key, ends[0].id] : null
    const upTo = end ? comesUpTo(sort, end) : always
    rows.push(...(await rowsAmong(sql`media`, sql`${wanted} and ${from(start)} and ${upTo}`, limit + 1 - rows.length)))
    if (rows.length > limit || !end) return paged(rows, sort, limit)
    start = end
  }
  return { rows, nextCursor: start && writeCursor(start) }
}

const always = sql<boolean>`1 = 1`

/** Finds all images that a selective condition may match. Null if no index can find these images, or if there are too many. */
async function fewImages(db: Database, sight: Sight, { filter, effort }: Required<Meaning>): Promise<{ id: string }[] | null> {
  const found = new Map<string, { id: string }>()
  for (const group of filter) {
    const few = await fewOf(db, sight, group, effort.fewRows)
    if (!few) return null
    for (const image of few) found.set(image.id, image)
  }
  return [...found.values()]
}

async function fewOf(db: Database, sight: Sight, group: Filter[number], most: number): Promise<{ id: string }[] | null> {
  for (const condition of group) {
    const found = imagesFoundByIndex(db, sight, condition, most + 1)
    const { rows } = found ? await found.execute(db) : { rows: null }
    if (rows && rows.length <= most) return rows
  }
  return null
}

async function rowsOf(db: Database, sort: Sort, ids: RawBuilder<string>): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .leftJoin('account', 'account.id', 'media.added_by')
    .selectAll('media')
    .select(eb => eb.fn.coalesce('account.name', 'account.email').as('added_by_name'))
    .where('media.id', 'in', ids)
    .orderBy(order(sort))
    .execute()
}

function paged(rows: MediaRow[], sort: Sort, limit: number): { rows: MediaRow[]; nextCursor: string | null } {
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
  return sql<boolean>`(${keyColumn(sort)}, media.id) > (${key}, ${id})`
}

function comesUpTo(sort: Sort, [key, id]: Position) {
  return sort === 'added' ? sql<boolean>`media.id >= ${id}` : sql<boolean>`(${keyColumn(sort)}, media.id) <= (${key}, ${id})`
}

function keyOf(sort: Sort, row: MediaRow): string {
  if (sort === 'added') return ''
  return sort === 'captured' ? row.captured_key : row.name_key
}

/** SQL expression of the sort key. */
function keyColumn(sort: Sort): RawBuilder<string> {
  if (sort === 'added') return sql`''`
  return sql.ref(sort === 'captured' ? 'media.captured_key' : 'media.name_key')
}

const pattern = (search: string) => `%${nameKey(search.trim()).replace(/[!%_]/g, '!$&')}%`

const writeCursor = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

function readCursor(cursor: string): Position {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === 2 && position.every(part => typeof part === 'string')) return position as Position
  } catch {
    // refused below, like every other invalid cursor
  }
  throw new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
}
