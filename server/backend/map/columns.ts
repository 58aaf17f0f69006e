import type { Selectable } from 'kysely'
import type { PlaceTable } from './tables.ts'

/** Value in `days` for a record without a date. */
export const noDay = -2_147_483_648

/** In-memory columns of the places of a project. The rows are sorted by H3 cell. */
export interface Columns {
  count: number
  /** Row id in the table `place`. */
  ids: Float64Array
  cells: Float64Array
  kinds: Uint8Array
  longitudes: Int32Array
  latitudes: Int32Array
  /** Minimum depth in metres below the surface; NaN if unknown. */
  depths: Float64Array
  days: Int32Array
  /** One-based index into `labelIds`; 0 without a label. */
  labels: Uint32Array
  /** One-based index into `personIds`; 0 without a person. */
  people: Uint32Array
  flags: Uint8Array
  /** Strictness of the generalisation grid, starting at 1; 0 for an exact position. */
  grids: Uint8Array
  labelIds: readonly string[]
  personIds: readonly string[]
}

/** Columns of a `place` row, with the grid of its position. */
export type ColumnRow = Pick<
  Selectable<PlaceTable>,
  'id' | 'cell' | 'kind' | 'longitude' | 'latitude' | 'depth_min' | 'day' | 'label_id' | 'person_id' | 'flags'
> & { grid: number }

/** `place` row as read from the database, with its exact position. */
export type StoredRow = Omit<ColumnRow, 'grid'> & { origin_id: string; removed: number }

/** Memory of one row over all columns, in bytes. */
export const bytesOfRow = 8 * 3 + 4 * 5 + 3

function emptyColumns(count: number): Omit<Columns, 'labelIds' | 'personIds'> {
  return {
    count,
    ids: new Float64Array(count),
    cells: new Float64Array(count),
    kinds: new Uint8Array(count),
    longitudes: new Int32Array(count),
    latitudes: new Int32Array(count),
    depths: new Float64Array(count),
    days: new Int32Array(count),
    labels: new Uint32Array(count),
    people: new Uint32Array(count),
    flags: new Uint8Array(count),
    grids: new Uint8Array(count)
  }
}

/** Numeric columns in the order in which the file stores them. */
export const numericColumns = [
  'ids',
  'cells',
  'kinds',
  'longitudes',
  'latitudes',
  'depths',
  'days',
  'labels',
  'people',
  'flags',
  'grids'
] as const

/** Collects rows, then builds columns that are sorted by cell. */
export function columnsBuilder(before?: Columns) {
  const labels = ordinals(before?.labelIds)
  const people = ordinals(before?.personIds)
  let room = emptyColumns(1024)
  let count = 0

  function grow(): void {
    const larger = emptyColumns(room.count * 2)
    for (const name of numericColumns) larger[name].set(room[name])
    room = larger
  }

  return {
    add(row: ColumnRow): void {
      if (count === room.count) grow()
      room.ids[count] = row.id
      room.cells[count] = row.cell
      room.kinds[count] = row.kind
      room.longitudes[count] = row.longitude
      room.latitudes[count] = row.latitude
      room.depths[count] = row.depth_min ?? Number.NaN
      room.days[count] = row.day ?? noDay
      room.labels[count] = labels.of(row.label_id)
      room.people[count] = people.of(row.person_id)
      room.flags[count] = row.flags
      room.grids[count] = row.grid
      count += 1
    },
    /** Returns the collected rows as columns, sorted by cell. */
    build: (): Columns => ({ ...sorted(room, count), labelIds: labels.values, personIds: people.values }),
    /** Returns the earlier columns without the removed rows, merged with the collected rows. */
    merged(removed: ReadonlySet<number>): Columns {
      const added = sorted(room, count)
      const merged = before ? merge(before, added, removed) : added
      return { ...merged, labelIds: labels.values, personIds: people.values }
    }
  }
}

function ordinals(before: readonly string[] = []) {
  const values = [...before]
  const known = new Map(values.map((value, index) => [value, index + 1]))
  return {
    values,
    of(value: string | null): number {
      if (value === null) return 0
      const found = known.get(value)
      if (found !== undefined) return found
      values.push(value)
      known.set(value, values.length)
      return values.length
    }
  }
}

type Room = ReturnType<typeof emptyColumns>

function sorted(room: Room, count: number): Room {
  const order = new Uint32Array(count)
  for (let row = 0; row < count; row++) order[row] = row
  const { cells, ids } = room
  order.sort((one, other) => cells[one]! - cells[other]! || ids[one]! - ids[other]!)
  return taken([room], count, row => [0, order[row]!])
}

/** Merges two sets of rows that are sorted by cell. Removed rows of the first set are dropped. */
function merge(before: Columns, added: Room, removed: ReadonlySet<number>): Room {
  let [left, right, count] = [0, 0, 0]
  const most = before.count + added.count
  const source = new Uint8Array(most)
  const rows = new Uint32Array(most)
  while (left < before.count || right < added.count) {
    const isLeft = right === added.count || (left < before.count && before.cells[left]! <= added.cells[right]!)
    if (isLeft && removed.has(before.ids[left]!)) {
      left += 1
      continue
    }
    source[count] = isLeft ? 0 : 1
    rows[count] = isLeft ? left++ : right++
    count += 1
  }
  return taken([before, added], count, row => [source[row]!, rows[row]!])
}

function taken(rooms: readonly Omit<Room, never>[], count: number, from: (row: number) => readonly [room: number, row: number]): Room {
  const target = emptyColumns(count)
  for (const name of numericColumns) {
    const into = target[name]
    for (let row = 0; row < count; row++) {
      const [room, at] = from(row)
      into[row] = rooms[room]![name][at]!
    }
  }
  return target
}
