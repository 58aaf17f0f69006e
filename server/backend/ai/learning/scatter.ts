import type { Matrix } from './matrix.ts'

/** Number of rows whose deviations are in the processor cache at once. */
const block = 64

/**
 * Computes the lower triangle of the within-class scatter matrix. Sums of 4 × 4 cells stay in registers while a block of rows is added. Reading
 * and writing each sum for every row would take longer than the arithmetic.
 * @param labels class of each row
 * @param means mean of each class, concatenated
 * @returns row-major; the upper triangle is 0
 */
export function withinScatter({ values, rows, columns }: Matrix, labels: Int32Array, means: Float64Array): Float64Array {
  const wide = Math.ceil(columns / 4) * 4
  const sums = new Float64Array(wide * wide)
  const apart = new Float64Array(wide * block) // one column of the block after another
  for (let first = 0; first < rows; first += block) {
    const count = Math.min(block, rows - first)
    if (count < block) apart.fill(0)
    for (let place = 0; place < count; place++) {
      const at = (first + place) * columns
      const mean = labels[first + place]! * columns
      for (let column = 0; column < columns; column++) apart[column * block + place] = values[at + column]! - means[mean + column]!
    }
    for (let left = 0; left < wide; left += 4) for (let right = 0; right <= left; right += 4) addTile(sums, apart, wide, left, right)
  }
  const lower = new Float64Array(columns * columns)
  for (let row = 0; row < columns; row++) lower.set(sums.subarray(row * wide, row * wide + row + 1), row * columns)
  return lower
}

/** Adds a block of rows to the tile whose first cell is (left, right). */
// Long: the sixteen sums of a tile.
function addTile(sums: Float64Array, apart: Float64Array, wide: number, left: number, right: number): void {
  const [p0, r0] = [left * block, right * block]
  let [a0, a1, a2, a3, b0, b1, b2, b3] = [0, 0, 0, 0, 0, 0, 0, 0]
  let [c0, c1, c2, c3, d0, d1, d2, d3] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let k = 0; k < block; k++) {
    const w = apart[r0 + k]!
    const x = apart[r0 + block + k]!
    const y = apart[r0 + 2 * block + k]!
    const z = apart[r0 + 3 * block + k]!
    const a = apart[p0 + k]!
    a0 += a * w
    a1 += a * x
    a2 += a * y
    a3 += a * z
    const b = apart[p0 + block + k]!
    b0 += b * w
    b1 += b * x
    b2 += b * y
    b3 += b * z
    const c = apart[p0 + 2 * block + k]!
    c0 += c * w
    c1 += c * x
    c2 += c * y
    c3 += c * z
    const d = apart[p0 + 3 * block + k]!
    d0 += d * w
    d1 += d * x
    d2 += d * y
    d3 += d * z
  }
  add(sums, left * wide + right, a0, a1, a2, a3)
  add(sums, (left + 1) * wide + right, b0, b1, b2, b3)
  add(sums, (left + 2) * wide + right, c0, c1, c2, c3)
  add(sums, (left + 3) * wide + right, d0, d1, d2, d3)
}

function add(sums: Float64Array, at: number, one: number, two: number, three: number, four: number): void {
  sums[at] = sums[at]! + one
  sums[at + 1] = sums[at + 1]! + two
  sums[at + 2] = sums[at + 2]! + three
  sums[at + 3] = sums[at + 3]! + four
}
