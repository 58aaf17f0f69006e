import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { rowByRow } from '../../storage/row-by-row.ts'

/** Position in a sorted list, given by the sort keys of the row before it. */
export type Position = (string | number)[]

/** Sort order of annotations that follows an index. All keys sort in the same direction, and the last one is the annotation's id. */
export interface Order {
  keys: RawBuilder<unknown>[]
  direction: 'asc' | 'desc'
  /** Table whose index is read in order. Rows of the other table are looked up by id. */
  along: 'annotation' | 'media'
  /** First sort key of rows without a value. They sort last. */
  none?: string | number
}

const id = sql`annotation.id`

/** Sort orders by name. Their expressions are identical to those in the indexes of migration 8. */
export const orders = {
  newest: { keys: [id], direction: 'desc', along: 'annotation' },
  oldest: { keys: [id], direction: 'asc', along: 'annotation' },
  size: { keys: [sql`coalesce(annotation.area, -1)`, id], direction: 'desc', along: 'annotation', none: -1 },
  confidence: { keys: [sql`coalesce(annotation.confidence, 2)`, id], direction: 'asc', along: 'annotation', none: 2 },
  date: { keys: [sql`media.captured_key`, sql`media.id`, id], direction: 'asc', along: 'media', none: '~' }
} as const satisfies Record<string, Order>

export const orderBy = ({ keys, direction }: Order) => sql.join(keys.map(key => sql`${key} ${sql.raw(direction)}`))

/** Text that sorts after every id. Ids are hexadecimal. */
const afterEveryId = 'g'

/**
 * Reverses an order. Rows without a value would then come first, so they are read separately, after all others. Their first key is constant
 * and left out, so that an index can seek to the start of a page. `startOfRest` is the position before the first of these rows.
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

/** SQL condition for the rows after a position, exclusive. Its first comparison lets both databases seek to a position within the index. */
export function after(order: Order, position: Position): RawBuilder<boolean> {
  return between(order, position, order.direction === 'asc' ? '>' : '<')
}

/** SQL condition for the rows up to a position, inclusive. */
export function upTo(order: Order, position: Position): RawBuilder<boolean> {
  return between(order, position, order.direction === 'asc' ? '<=' : '>=')
}

function between({ keys }: Order, position: Position, operator: '>' | '<' | '<=' | '>='): RawBuilder<boolean> {
  const [first] = keys
  if (keys.length === 1) return sql`${first} ${sql.raw(operator)} ${position[0]}`
  const loose = sql.raw(operator.startsWith('>') ? '>=' : '<=')
  return sql`(${first} ${loose} ${position[0]} and (${sql.join(keys)}) ${sql.raw(operator)} (${sql.join(position)}))`
}

/** SQL for the joined tables in an order, restricted to one project and without removed rows. */
export function walk(db: Database, projectId: string, { along }: Order): RawBuilder<unknown> {
  return along === 'media'
    ? walkOver(db, sql`media`, [annotationsOf], sql`media.project_id = ${projectId}`)
    : walkOver(db, sql`annotation`, [imageOf], sql`annotation.project_id = ${projectId}`)
}

/** SQL for the joined tables, restricted to given annotations. @param some list from `jsonItems` */
export const walkAmong = (db: Database, projectId: string, some: RawBuilder<unknown>): RawBuilder<unknown> =>
  walkOver(db, some, [named, imageOf], sql`annotation.project_id = ${projectId}`)

/** Table and its join condition on the tables before it. */
type Joined = readonly [table: RawBuilder<unknown>, belongs: RawBuilder<boolean>]

const named: Joined = [sql`annotation`, sql`annotation.id = item.value ->> 'id'`]
const imageOf: Joined = [sql`media`, sql`media.id = annotation.media_id`]
const annotationsOf: Joined = [sql`annotation`, sql`annotation.media_id = media.id`]

/**
 * Joins tables in the given order, so that the first table limits the rows that are read. SQLite keeps the order of a cross join.
 * PostgreSQL might start with another table in which it expects few matches, and read all of it. The lateral joins prevent this. The join
 * condition is written only inside the subquery. If the condition is repeated outside, PostgreSQL 15 looks up each row again.
 */
function walkOver(
  db: Database,
  first: RawBuilder<unknown>,
  others: readonly Joined[],
  condition: RawBuilder<unknown>
): RawBuilder<unknown> {
  const areKept = sql`media.removed_at is null and annotation.removed_at is null`
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const lateral = others.map(
      ([table, belongs]) => sql`cross join lateral (select * from ${table} where ${belongs} ${rowByRow}) as ${table}`
    )
    return sql`${first} ${sql.join(lateral, sql` `)} where ${condition} and ${areKept}`
  }
  const tables = others.map(([table]) => sql`cross join ${table}`)
  const belong = others.map(([, belongs]) => belongs)
  return sql`${first} ${sql.join(tables, sql` `)} where ${condition} and ${areKept} and ${sql.join(belong, sql` and `)}`
}
