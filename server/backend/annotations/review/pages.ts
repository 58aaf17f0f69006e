import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { ReviewItem, ReviewQuery, ReviewSort } from '../../../../shared/contracts/review.ts'
import type { Condition, Filter } from '../../../../shared/filters.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import { selectAnnotations } from '../repository.ts'
import { shownTo } from '../rounds/blind.ts'
import { toAnnotation } from '../rows.ts'
import { withImagesInAreas } from './area-filter.ts'
import { annotationMatches, foundByIndex, labelIs } from './filter-sql.ts'
import { after, type Order, orderBy, orders, type Position, turned, upTo, walk, walkAmong } from './orders.ts'
import { labelsInTreeOrder } from './tree-order.ts'

/** Limits on the number of rows that one request reads. */
export interface Effort {
  /**
   * Number of rows that each successive read of a request examines, until the page is full. This bounds the cost for every filter. The next
   * request continues after the last row examined.
   */
  windows: readonly number[]
  /** Maximum number of matches of a condition that is looked up first. The rest of the filter is applied to these matches only. */
  fewRows: number
  /** Maximum number of labels that one request reads if the list is sorted by label. */
  mostLabels: number
}

const usualEffort: Effort = { windows: [1_000, 10_000], fewRows: 5_000, mostLabels: 200 }
/** Maximum number of rows counted in one statement. */
const countedAtOnce = 20_000

export interface Page {
  /** Annotation ids in the order of the list. */
  ids: string[]
  /** Start of the next page; null after the last one. */
  next: Position | null
}

/** A filter, resolved for one project. */
interface Meaning {
  db: Database
  sight: Sight
  /** Condition on `annotation` joined with `media`. */
  meetsFilter: RawBuilder<boolean>
  /** Whether every annotation matches and is visible. */
  isEverything: boolean
  /** Conditions of a filter that has a single group; empty for other filters. */
  group: readonly Condition[]
  effort: Effort
}

const meaningOf = (db: Database, sight: Sight, filter: Filter, effort = usualEffort): Meaning => ({
  db,
  sight,
  meetsFilter: annotationMatches(db, sight, filter),
  isEverything: filter.length === 0 && !sight.blind,
  group: filter.length === 1 ? (filter[0] ?? []) : [],
  effort
})

/**
 * Reads one page of the annotations that match a filter. Pages other than the last may be short too, because a request reads a limited number of
 * rows.
 */
export async function reviewPage(
  db: Database,
  sight: Sight,
  filter: Filter,
  query: Pick<ReviewQuery, 'sort' | 'limit' | 'cursor'>,
  effort = usualEffort
): Promise<{ items: ReviewItem[]; nextCursor: string | null }> {
  const { sort = 'newest', limit = 100, cursor } = query
  const meaning = meaningOf(db, sight, filter, effort)
  const from = cursor === undefined ? null : readCursor(sort, cursor)
  const page = await pageSorted(meaning, sort, limit, from)
  return { items: await itemsOf(db, page.ids), nextCursor: page.next && writeCursor(sort, page.next) }
}

/** Reads a page of annotation ids, oldest first, for background jobs. */
export function idPage(db: Database, sight: Sight, filter: Filter, limit: number, from: Position | null): Promise<Page> {
  return pageOf(meaningOf(db, sight, filter), orders.oldest, limit, from)
}

/**
 * Counts the annotations that match a filter, in batches, so that other requests are not delayed.
 * @param start position from `idPage`; only annotations after it are counted
 */
export async function reviewCount(
  db: Database,
  sight: Sight,
  filter: Filter,
  start: Position | null = null,
  effort = usualEffort
): Promise<number> {
  const meaning = meaningOf(db, sight, await withImagesInAreas(db, sight, filter), effort)
  const few = await fewCandidates(meaning)
  if (few) return countOf(meaning, sql`${few} and ${range(orders.oldest, start, null)}`)
  const along = walk(db, sight.projectId, orders.oldest)
  const lane = laneOf(meaning.group)
  let count = 0
  for (let from = start; ; ) {
    const end: Position | null = await endOf(meaning, orders.oldest, lane, from, countedAtOnce)
    count += await countOf(meaning, sql`${along} and ${lane} and ${range(orders.oldest, from, end)}`)
    if (!end) return count
    from = end
    await nextTurn()
  }
}

function pageSorted(meaning: Meaning, sort: ReviewSort, limit: number, from: Position | null): Promise<Page> {
  const { by, isTurned } = sortOf(sort)
  if (by === 'label') return pageByLabel(meaning, isTurned, limit, from)
  if (by === 'newest') return pageOf(meaning, isTurned ? orders.oldest : orders.newest, limit, from)
  return isTurned ? pageTurned(meaning, orders[by], limit, from) : pageOf(meaning, orders[by], limit, from)
}

/** Reads a page in reversed order: rows with a value, then rows without one. */
async function pageTurned(meaning: Meaning, usual: Order & { none: string | number }, limit: number, from: Position | null): Promise<Page> {
  const { order, valued, rest, unvalued, startOfRest } = turned(usual, usual.none)
  const isInRest = from?.[0] === usual.none
  // A position implies the condition `valued`. With both conditions, SQLite may seek by the looser one.
  const { ids, next }: Page = isInRest ? { ids: [], next: null } : await pageOf(meaning, order, limit, from, from ? always : valued)
  if (next) return { ids, next }
  const last = isInRest ? from.slice(1) : startOfRest
  if (ids.length === limit) return { ids, next: [usual.none, ...last] }
  const more = await pageOf(meaning, rest, limit - ids.length, last, unvalued)
  return { ids: [...ids, ...more.ids], next: more.next && [usual.none, ...more.next] }
}

/** Reads a page of annotations in an order. @param lane condition whose matches are contiguous in the index of the order */
async function pageOf(meaning: Meaning, order: Order, limit: number, from: Position | null, lane?: RawBuilder<boolean>): Promise<Page> {
  const few = await fewCandidates(meaning)
  if (few) {
    return paged(await rowsAmong(meaning, order, sql`${few} and ${lane ?? always}`, from, limit + 1), limit)
  }
  const isById = order === orders.newest || order === orders.oldest
  return pageAlong(meaning, order, lane ?? (isById ? laneOf(meaning.group) : always), limit, from)
}

/** Reads a page along the index of an order. It examines only as many rows as one request may read. */
async function pageAlong(meaning: Meaning, order: Order, lane: RawBuilder<boolean>, limit: number, from: Position | null): Promise<Page> {
  const along = sql`${walk(meaning.db, meaning.sight.projectId, order)} and ${lane}`
  if (meaning.isEverything) return paged(await rowsOf(meaning, order, sql`${along} and ${range(order, from, null)}`, limit + 1), limit)
  const rows: Position[] = []
  let start = from
  for (const window of meaning.effort.windows) {
    const end = await endOf(meaning, order, lane, start, window)
    rows.push(...(await rowsOf(meaning, order, sql`${along} and ${range(order, start, end)}`, limit + 1 - rows.length)))
    if (rows.length > limit || !end) return paged(rows, limit)
    start = end
  }
  return { ids: rows.map(idOf), next: start }
}

/**
 * Page of annotations by label, in catalog order or its reverse, and newest first within a label. A position consists of a label
 * id and an annotation id. An empty label id represents "no label", and an empty annotation id the start of the label.
 */
async function pageByLabel(meaning: Meaning, isTurned: boolean, limit: number, from: Position | null): Promise<Page> {
  const { db, group, effort } = meaning
  const { projectId } = meaning.sight
  const conditions = group.filter(condition => condition.field === 'label')
  const allowed = (column: RawBuilder<unknown>) =>
    conditions.length === 0
      ? always
      : sql<boolean>`(${sql.join(
          conditions.map(one => labelIs(projectId, column, one)),
          sql` and `
        )})`
  const [fromLabel = null, fromId = ''] = (from ?? []) as string[]
  const inTree = await labelsInTreeOrder(db, meaning.sight, allowed(sql.ref('label.id')), fromLabel)
  const ordered = [...(isTurned ? inTree.reverse() : inTree), '']
  const first = fromLabel === null ? 0 : ordered.indexOf(fromLabel)
  if (first < 0) throw foreignCursor()

  const ids: string[] = []
  let start: Position | null = fromId === '' ? null : [fromId]
  for (const label of ordered.slice(first, first + effort.mostLabels)) {
    const lane = label === '' ? sql<boolean>`annotation.label_id is null` : sql<boolean>`annotation.label_id = ${label}`
    const page: Page = await pageAlong(meaning, orders.newest, lane, limit - ids.length, start)
    ids.push(...page.ids)
    if (page.next) return { ids, next: [label, ...page.next] }
    start = null
    if (ids.length === limit) return { ids, next: label === '' ? null : [ordered[ordered.indexOf(label) + 1] ?? '', ''] }
  }
  const next = ordered[first + effort.mostLabels]
  return { ids, next: next === undefined ? null : [next, ''] }
}

const always = sql<boolean>`1 = 1`

/** SQL for the first condition whose matches are contiguous and sorted by id in an index; always true without such a condition. */
function laneOf(group: readonly Condition[]): RawBuilder<boolean> {
  for (const condition of group) {
    if (condition.operator !== 'is') continue
    if (condition.field === 'label') return labelIs('', sql.ref('annotation.label_id'), condition)
    if (condition.field === 'person') return sql`coalesce(annotation.annotator, annotation.created_by) = ${condition.value}`
    if (condition.field === 'reviewState' && condition.value !== 'proposed') return sql`annotation.review_state = ${condition.value}`
  }
  return always
}

/** Returns SQL for the joined tables, restricted to the matches of a selective condition; null if no condition is selective. */
async function fewCandidates({ db, sight, group, effort: { fewRows } }: Meaning): Promise<RawBuilder<unknown> | null> {
  for (const condition of group) {
    const found = foundByIndex(db, sight, condition, fewRows + 1)
    if (!found) continue
    const { rows } = await found.execute(db)
    if (rows.length <= fewRows) return walkAmong(db, sight.projectId, jsonItems(db, rows))
  }
  return null
}

/** Reads the position of the row after the next `count` rows; null if there is no such row. */
async function endOf(
  { db, sight }: Meaning,
  order: Order,
  lane: RawBuilder<boolean>,
  from: Position | null,
  count: number
): Promise<Position | null> {
  const { projectId } = sight
  const tables =
    order.along === 'annotation'
      ? sql`annotation where annotation.project_id = ${projectId} and annotation.removed_at is null`
      : walk(db, projectId, order)
  // The position goes into the cursor, so it is of an annotation that the viewer may see.
  const { rows } = await sql<Record<string, string | number>>`
    select ${keyColumns(order)} from ${tables} and ${lane} and ${shownTo(sight)} and ${range(order, from, null)}
    order by ${orderBy(order)} limit 1 offset ${sql.lit(count)}`.execute(db)
  return rows[0] ? positionOf(order, rows[0]) : null
}

async function rowsOf({ db, meetsFilter }: Meaning, order: Order, along: RawBuilder<unknown>, limit: number): Promise<Position[]> {
  const { rows } = await sql<Record<string, string | number>>`
    select ${keyColumns(order)} from ${along} and ${meetsFilter} order by ${orderBy(order)} limit ${sql.lit(limit)}`.execute(db)
  return rows.map(row => positionOf(order, row))
}

/**
 * Sort keys of those candidate annotations that come after the start of the page. The candidates are selected first and then compared with
 * the start. In a single query, SQLite would search the sort index for each candidate, past all rows before it.
 */
async function rowsAmong(
  { db, meetsFilter, effort }: Meaning,
  order: Order,
  few: RawBuilder<unknown>,
  from: Position | null,
  limit: number
): Promise<Position[]> {
  const found = { ...order, keys: order.keys.map((_, at) => sql.ref(`key_${at}`)) }
  const { rows } = await sql<Record<string, string | number>>`
    select ${sql.join(found.keys)} from (select ${keyColumns(order)} from ${few} and ${meetsFilter} limit ${sql.lit(effort.fewRows)}) as found
    where ${range(found, from, null)} order by ${orderBy(found)} limit ${sql.lit(limit)}`.execute(db)
  return rows.map(row => positionOf(order, row))
}

async function countOf({ db, meetsFilter }: Meaning, along: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${along} and ${meetsFilter}`.execute(db)
  return rows[0]?.count ?? 0
}

const range = (order: Order, from: Position | null, end: Position | null) =>
  sql<boolean>`${from ? after(order, from) : always} and ${end ? upTo(order, end) : always}`

const keyColumns = ({ keys }: Order) => sql.join(keys.map((key, at) => sql`${key} as ${sql.ref(`key_${at}`)}`))
const positionOf = ({ keys }: Order, row: Record<string, string | number>): Position => keys.map((_, at) => row[`key_${at}`] ?? '')
const idOf = (position: Position) => String(position.at(-1))

function paged(rows: Position[], limit: number): Page {
  const shown = rows.slice(0, limit)
  return { ids: shown.map(idOf), next: rows.length > limit ? (shown.at(-1) ?? null) : null }
}

/** Reads the annotations in the given order, with the fields that their crops need. */
export async function itemsOf(db: Database, ids: string[]): Promise<ReviewItem[]> {
  if (ids.length === 0) return []
  const wanted = jsonItems(
    db,
    ids.map(id => ({ id }))
  )
  const rows = await selectAnnotations(db)
    .innerJoin('media', 'media.id', 'annotation.media_id')
    .select(['media.file_name', 'media.width', 'media.height'])
    .where('annotation.id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  const items = new Map(
    rows.map(row => [row.id, { ...toAnnotation(row), fileName: row.file_name, mediaWidth: row.width, mediaHeight: row.height }])
  )
  return ids.flatMap(id => items.get(id) ?? [])
}

const writeCursor = (sort: ReviewSort, position: Position) => Buffer.from(JSON.stringify([sort, ...position])).toString('base64url')

type SortKey = 'newest' | 'size' | 'date' | 'confidence' | 'label'

const sortOf = (sort: ReviewSort): { by: SortKey; isTurned: boolean } =>
  sort.startsWith('-') ? { by: sort.slice(1) as SortKey, isTurned: true } : { by: sort as SortKey, isTurned: false }

const positionLengths: Record<SortKey, number> = { newest: 1, size: 2, confidence: 2, date: 3, label: 2 }

function readCursor(sort: ReviewSort, cursor: string): Position {
  try {
    const [sortedBy, ...position] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const [first, ...others] = position
    const { by } = sortOf(sort)
    const isNumber = by === 'size' || by === 'confidence'
    const fits =
      sortedBy === sort &&
      position.length === positionLengths[by] &&
      typeof first === (isNumber ? 'number' : 'string') &&
      others.every(part => typeof part === 'string')
    if (fits) return position as Position
  } catch {
    // refused below, like any other invalid cursor
  }
  throw foreignCursor()
}

const foreignCursor = () => new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
