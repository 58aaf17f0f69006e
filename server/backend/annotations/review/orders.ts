import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { rowByRow } from '../../storage/row-by-row.ts'

/** Where a page ended: the values that the list is sorted by, of its last row. */
export type Position = (string | number)[]

/** A way to walk annotations along an index. All keys run in one direction; the last one is the annotation's id. */
export interface Order {
  keys: RawBuilder<unknown>[]
  direction: 'asc' | 'desc'
  /** The table that the walk is along; the other one is looked up. */
  along: 'annotation' | 'media'
  /** First key of rows without a value, which come last. */
  none?: string | number
}

const id = sql`annotation.id`

/** The expressions are those of the indexes of migration 8. */
export const orders = {
  newest: { keys: [id], direction: 'desc', along: 'annotation' },
  oldest: { keys: [id], direction: 'asc', along: 'annotation' },
  size: { keys: [sql`coalesce(annotation.area, -1)`, id], direction: 'desc', along: 'annotation', none: -1 },
  confidence: { keys: [sql`coalesce(annotation.confidence, 2)`, id], direction: 'asc', along: 'annotation', none: 2 },
  date: { keys: [sql`media.captured_key`, sql`media.id`, id], direction: 'asc', along: 'media', none: '~' }
} as const satisfies Record<string, Order>

export const orderBy = ({ keys, direction }: Order) => sql.join(keys.map(key => sql`${key} ${sql.raw(direction)}`))

/** Sorts behind every id: they are hexadecimal. */
const afterEveryId = 'g'

/**
 * A reversed order. Rows without a value would come first, so they are read separately, after the rest. Their first key is constant and
 * left out, and an index finds the beginning of a page. `startOfRest`: the position before the first such row.
 */
export function turned(usual: Order, none: string | number) {
  const [first, ...others] = usual.keys
  const isUp = usual.direction === 'asc'
  const order: Order = { ...usual, direction: isUp ? 'desc' : 'asc' }
  return {
    order,
    valued: sql<boolean>`${first} ${sql.raw(isUp ? '<' : '>')} ${none}`,
    rest: { ...order, keys: others } satisfies Order,
    unvalued: sql<boolean>`${first} = ${none}`,
    startOfRest: others.map(() => (isUp ? afterEveryId : '')) as Position
  }
}

/** Rows after a position, which is not among them. The first comparison lets both databases start in the middle of the index. */
export function after(order: Order, position: Position): RawBuilder<boolean> {
  return between(order, position, order.direction === 'asc' ? '>' : '<')
}

/** Rows up to a position and with it. */
export function upTo(order: Order, position: Position): RawBuilder<boolean> {
  return between(order, position, order.direction === 'asc' ? '<=' : '>=')
}

function between({ keys }: Order, position: Position, operator: '>' | '<' | '<=' | '>='): RawBuilder<boolean> {
  const [first] = keys
  if (keys.length === 1) return sql`${first} ${sql.raw(operator)} ${position[0]}`
  const loose = sql.raw(operator.startsWith('>') ? '>=' : '<=')
  return sql`(${first} ${loose} ${position[0]} and (${sql.join(keys)}) ${sql.raw(operator)} (${sql.join(position)}))`
}

/** The tables of a walk and what joins them, kept images and annotations of one project only. */
export function walk(db: Database, projectId: string, { along }: Order): RawBuilder<unknown> {
  return along === 'media'
    ? walkOver(db, sql`media`, [annotationsOf], sql`media.project_id = ${projectId}`)
    : walkOver(db, sql`annotation`, [imageOf], sql`annotation.project_id = ${projectId}`)
}

/** The same beginning at some annotations: a list as `jsonItems` gives it. */
export const walkAmong = (db: Database, projectId: string, some: RawBuilder<unknown>): RawBuilder<unknown> =>
  walkOver(db, some, [named, imageOf], sql`annotation.project_id = ${projectId}`)

/** A table, and which of its rows belong to a row of those before it. */
type Joined = readonly [table: RawBuilder<unknown>, belongs: RawBuilder<boolean>]

const named: Joined = [sql`annotation`, sql`annotation.id = item.value ->> 'id'`]
const imageOf: Joined = [sql`media`, sql`media.id = annotation.media_id`]
const annotationsOf: Joined = [sql`annotation`, sql`annotation.media_id = media.id`]

/**
 * Tables in the order given, so that what is read is bounded by the first. SQLite keeps the order of a cross join. PostgreSQL would begin
 * with the other table when it estimates few matching rows there, and read all of it. The join condition is written once, inside. Repeated
 * outside, it makes PostgreSQL 15 look up each row again for the next one.
 */
function walkOver(db: Database, first: RawBuilder<unknown>, others: readonly Joined[], asked: RawBuilder<unknown>): RawBuilder<unknown> {
  const areKept = sql`media.removed_at is null and annotation.removed_at is null`
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const lateral = others.map(
      ([table, belongs]) => sql`cross join lateral (select * from ${table} where ${belongs} ${rowByRow}) as ${table}`
    )
    return sql`${first} ${sql.join(lateral, sql` `)} where ${asked} and ${areKept}`
  }
  const tables = others.map(([table]) => sql`cross join ${table}`)
  const belong = others.map(([, belongs]) => belongs)
  return sql`${first} ${sql.join(tables, sql` `)} where ${asked} and ${areKept} and ${sql.join(belong, sql` and `)}`
}
