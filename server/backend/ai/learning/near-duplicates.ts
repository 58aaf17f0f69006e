/** Largest number of differing bits between the hashes of near-duplicates. */
const mostBits = 6
/** Number of 16-bit blocks of a hash. Of two hashes that differ in at most 6 bits, one of the 4 blocks differs in at most 1 bit. */
const blocks = 4
const blockBits = 16
const blockMasks = [0, ...Array.from({ length: blockBits }, (_, bit) => 1 << bit)]

/**
 * Clusters 64-bit hashes. Two hashes that differ in at most 6 bits are in the same cluster, and so are hashes connected by others. The search
 * is exact. Each block of a hash, also with any one bit flipped, is looked up in a table of all blocks.
 * Source: Norouzi, M., Punjani, A. & Fleet, D. J., "Fast search in Hamming space with multi-index hashing", CVPR 2012.
 * @param hashes two halves of each hash, high half first
 * @returns first row of the cluster of each row
 */
export function nearDuplicates(hashes: Uint32Array): Int32Array {
  const count = hashes.length / 2
  const parents = Int32Array.from({ length: count }, (_, row) => row)
  joinEqual(hashes, parents)
  // Equal hashes are already joined, so only the first of them is compared.
  const rows = Int32Array.from(parents.keys().filter(row => parents[row] === row))
  for (let block = 0; block < blocks; block++) joinByBlock(hashes, rows, parents, block)
  return parents.map((_, row) => rootOf(parents, row))
}

function joinEqual(hashes: Uint32Array, parents: Int32Array): void {
  const first = new Map<string, number>()
  for (let row = 0; row < parents.length; row++) {
    const key = `${hashes[2 * row]} ${hashes[2 * row + 1]}`
    const known = first.get(key)
    if (known === undefined) first.set(key, row)
    else parents[row] = known
  }
}

/** Joins those rows whose hashes are close and differ in at most one bit of the given block. */
function joinByBlock(hashes: Uint32Array, rows: Int32Array, parents: Int32Array, block: number): void {
  const blockOf = (row: number) => (hashes[2 * row + (block >> 1)]! >>> (block & 1 ? 0 : blockBits)) & 0xffff
  const starts = new Int32Array(2 ** blockBits + 1)
  for (const row of rows) starts[blockOf(row) + 1]!++
  for (let value = 0; value < 2 ** blockBits; value++) starts[value + 1]! += starts[value]!
  const places = starts.slice()
  const sorted = new Int32Array(rows.length)
  for (const row of rows) sorted[places[blockOf(row)]!++] = row
  for (const row of rows) {
    for (const mask of blockMasks) {
      const value = blockOf(row) ^ mask
      for (let place = starts[value]!; place < starts[value + 1]!; place++) {
        const other = sorted[place]!
        if (other < row && isNear(hashes, row, other)) join(parents, row, other)
      }
    }
  }
}

const isNear = (hashes: Uint32Array, one: number, other: number): boolean =>
  bitCount(hashes[2 * one]! ^ hashes[2 * other]!) + bitCount(hashes[2 * one + 1]! ^ hashes[2 * other + 1]!) <= mostBits

/** Number of set bits in a 32-bit number. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function rootOf(parents: Int32Array, row: number): number {
  let at = row
  while (parents[at] !== at) {
    parents[at] = parents[parents[at]!]!
    at = parents[at]!
  }
  return at
}

function join(parents: Int32Array, one: number, other: number): void {
  const [first, second] = [rootOf(parents, one), rootOf(parents, other)]
  parents[Math.max(first, second)] = Math.min(first, second)
}
