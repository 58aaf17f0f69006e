import { type RawBuilder, sql } from 'kysely'

/** Where a page ended: the values that the list is sorted by, of its last row. */
export type Position = (string | number)[]

/** A way to walk annotations along an index. All keys run in one direction; the last one is the annotation's id. */
export interface Order {
  keys: RawBuilder<unknown>[]
  direction: 'asc' | 'desc'
  /** The table that the walk is along; the other one is looked up. */
  along: 'annotation' | 'media'
}

const id = sql`annotation.id`

/** The expressions are those of the indexes of migration 8. */
export const orders = {
  newest: { keys: [id], direction: 'desc', along: 'annotation' },
  oldest: { keys: [id], direction: 'asc', along: 'annotation' },
  size: { keys: [sql`coalesce(annotation.area, -1)`, id], direction: 'desc', along: 'annotation' },
  confidence: { keys: [sql`coalesce(annotation.confidence, 2)`, id], direction: 'asc', along: 'annotation' },
  date: { keys: [sql`media.captured_key`, sql`media.id`, id], direction: 'asc', along: 'media' }
} as const satisfies Record<string, Order>

export const orderBy = ({ keys, direction }: Order) => sql.join(keys.map(key => sql`${key} ${sql.raw(direction)}`))

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

/** The tables of a walk and what joins them, kept images and annotations of one project only. SQLite takes them in the order given. */
export function walk(projectId: string, { along }: Order) {
  const tables = along === 'media' ? sql`media cross join annotation` : sql`annotation cross join media`
  const project = along === 'media' ? sql`media.project_id` : sql`annotation.project_id`
  return sql`${tables} where ${project} = ${projectId} and ${areKept}`
}

/** The same beginning at some annotations: a list as `jsonItems` gives it. */
export const walkAmong = (projectId: string, some: RawBuilder<unknown>) => sql`
  ${some} cross join annotation cross join media
  where annotation.id = item.value ->> 'id' and annotation.project_id = ${projectId} and ${areKept}`

const areKept = sql`media.removed_at is null and annotation.removed_at is null and annotation.media_id = media.id`
