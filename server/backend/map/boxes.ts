import type { Columns } from './columns.ts'

/** Bounding box in position units. If west is greater than east, the box crosses the antimeridian. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** Number of consecutive rows with one bounding box. The rows are sorted by H3 cell, so they are close together. A multiple of 4. */
export const rowsOfBlock = 256

/** Bounding boxes of the blocks of rows, by block number. */
interface Blocks {
  wests: Int32Array
  souths: Int32Array
  easts: Int32Array
  norths: Int32Array
}

const known = new WeakMap<Columns, Blocks>()

/** Bounding boxes of a set of columns, computed once and cached. */
function blocksOf(columns: Columns): Blocks {
  const cached = known.get(columns)
  if (cached) return cached
  const { count, longitudes, latitudes } = columns
  const blockCount = Math.ceil(count / rowsOfBlock)
  const [wests, souths, easts, norths] = Array.from({ length: 4 }, () => new Int32Array(blockCount)) as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array
  ]
  for (let block = 0; block < blockCount; block++) {
    const from = block * rowsOfBlock
    let [west, south, east, north] = [longitudes[from]!, latitudes[from]!, longitudes[from]!, latitudes[from]!]
    for (let row = from + 1; row < Math.min(count, from + rowsOfBlock); row++) {
      const [longitude, latitude] = [longitudes[row]!, latitudes[row]!]
      if (longitude < west) west = longitude
      if (longitude > east) east = longitude
      if (latitude < south) south = latitude
      if (latitude > north) north = latitude
    }
    wests[block] = west
    souths[block] = south
    easts[block] = east
    norths[block] = north
  }
  const blocks = { wests, souths, easts, norths }
  known.set(columns, blocks)
  return blocks
}

/** Returns a function that checks whether a row lies in a box. Without a box, every row does. */
export function boxTest({ longitudes, latitudes }: Columns, box: Box | null): (row: number) => boolean {
  if (!box) return () => true
  const { west, south, east, north } = box
  if (west > east)
    return row => latitudes[row]! >= south && latitudes[row]! <= north && (longitudes[row]! >= west || longitudes[row]! <= east)
  return row => longitudes[row]! >= west && longitudes[row]! <= east && latitudes[row]! >= south && latitudes[row]! <= north
}

/** Returns a function that compares a block with a box: all rows of the block are inside, none, or perhaps some. Without a box, all are inside. */
export function blockTest(columns: Columns, box: Box | null): (block: number) => 'all' | 'some' | 'none' {
  if (!box) return () => 'all'
  const { wests, souths, easts, norths } = blocksOf(columns)
  const { west, south, east, north } = box
  return block => {
    const [blockWest, blockEast] = [wests[block]!, easts[block]!]
    if (souths[block]! > north || norths[block]! < south) return 'none'
    const isOutside = west > east ? blockWest > east && blockEast < west : blockWest > east || blockEast < west
    if (isOutside) return 'none'
    const isWithin = west > east ? blockWest >= west || blockEast <= east : blockWest >= west && blockEast <= east
    return isWithin && souths[block]! >= south && norths[block]! <= north ? 'all' : 'some'
  }
}
