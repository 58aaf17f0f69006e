import t from 'tap'
import { nearestDistances } from '../../../../../server/backend/ai/learning/distances.ts'
import { fitLda } from '../../../../../server/backend/ai/learning/lda.ts'
import { cholesky, solveLower } from '../../../../../server/backend/ai/learning/matrix.ts'
import { randomFrom } from '../../../../../server/backend/ai/learning/random.ts'
import { withinScatter } from '../../../../../server/backend/ai/learning/scatter.ts'

const classes = 3

/** Rows of numbers around the mean of their class. */
function drawn(rows: number, columns: number) {
  const random = randomFrom(rows * 31 + columns)
  const labels = Int32Array.from({ length: rows }, (_, row) => row % classes)
  const values = Float32Array.from({ length: rows * columns }, (_, at) => {
    const label = labels[Math.floor(at / columns)]!
    return 2 * random() - 1 + (at % columns === label ? 3 : 0)
  })
  const rowsOf = (row: number) => Array.from(values.subarray(row * columns, (row + 1) * columns))
  const means = new Float64Array(classes * columns)
  for (let label = 0; label < classes; label++) {
    const own = Array.from(labels.keys()).filter(row => labels[row] === label)
    for (const row of own)
      for (const [column, value] of rowsOf(row).entries()) means[label * columns + column]! += value / Math.max(1, own.length)
  }
  return { matrix: { values, rows, columns }, labels, means, rowsOf }
}

const sizes = [
  [1, 1],
  [3, 3],
  [7, 4],
  [64, 5],
  [65, 8],
  [130, 11]
] as const

t.test('the scatter within classes is the sum of the products of the deviations', async t => {
  for (const [rows, columns] of sizes) {
    const { matrix, labels, means, rowsOf } = drawn(rows, columns)
    const scatter = withinScatter(matrix, labels, means)
    let furthest = 0
    for (let one = 0; one < columns; one++)
      for (let other = 0; other < columns; other++) {
        let sum = 0
        for (let row = 0; row < rows; row++) {
          const apart = rowsOf(row).map((value, column) => value - means[labels[row]! * columns + column]!)
          sum += apart[one]! * apart[other]!
        }
        furthest = Math.max(furthest, Math.abs(scatter[one * columns + other]! - (other <= one ? sum : 0)))
      }
    t.ok(furthest < 1e-9, `${rows} rows of ${columns}: ${furthest}`)
  }
})

t.test('the distance of a row is that to its nearest class mean', async t => {
  for (const [rows, columns] of sizes) {
    const { matrix, labels, rowsOf } = drawn(rows, columns)
    const { distances } = fitLda(matrix, labels, classes)
    const found = nearestDistances(distances, matrix)
    t.equal(found.length, rows)
    let furthest = 0
    for (let row = 0; row < rows; row++) {
      const solved = solveLower(distances.lower, columns, rowsOf(row))
      const all = Array.from({ length: classes }, (_, label) =>
        Math.hypot(...solved.map((value, column) => value - distances.means[label * columns + column]!))
      )
      furthest = Math.max(furthest, Math.abs(found[row]! - Math.min(...all)))
    }
    t.ok(furthest < 1e-9, `${rows} rows of ${columns}: ${furthest}`)
  }
  t.equal(
    nearestDistances(fitLda(drawn(9, 3).matrix, drawn(9, 3).labels, classes).distances, { values: new Float32Array(), rows: 0, columns: 3 })
      .length,
    0
  )
})

t.test('the limit leaves each row out of its own distance', async t => {
  const [rows, columns] = [30, 9]
  const { matrix, labels, rowsOf } = drawn(rows, columns)
  const { distances } = fitLda(matrix, labels, classes)
  const shrunk = product(distances.lower, columns)
  const own = Array.from({ length: rows }, (_, left) => {
    const others = Array.from(labels.keys()).filter(row => row !== left && labels[row] === labels[left])
    const mean = (all: number[]) => rowsOf(0).map((_, column) => all.reduce((sum, row) => sum + rowsOf(row)[column]!, 0) / all.length)
    const [with_, without] = [mean([...others, left]), mean(others)]
    // the scatter of the class, with the row and without it
    const scatterOf = (all: number[], centre: number[], one: number, other: number) =>
      all.reduce((sum, row) => sum + (rowsOf(row)[one]! - centre[one]!) * (rowsOf(row)[other]! - centre[other]!), 0)
    const covariance = shrunk.map((value, at) => {
      const [one, other] = [Math.floor(at / columns), at % columns]
      return value - (0.6 / rows) * (scatterOf([...others, left], with_, one, other) - scatterOf(others, without, one, other))
    })
    const factor = Float64Array.from(covariance)
    cholesky(factor, columns)
    return Math.hypot(
      ...solveLower(
        factor,
        columns,
        rowsOf(left).map((value, column) => value - without[column]!)
      )
    )
  })
  const expected = own.sort((one, other) => one - other)[Math.floor(0.99 * rows)]!
  t.ok(Math.abs(distances.limit - expected) < 1e-5, `${distances.limit} and ${expected}`)
})

/** Computes L·Lᵀ. */
const product = (lower: Float32Array, size: number) =>
  Array.from({ length: size * size }, (_, at) => {
    const [row, column] = [Math.floor(at / size), at % size]
    let sum = 0
    for (let k = 0; k <= Math.min(row, column); k++) sum += lower[row * size + k]! * lower[column * size + k]!
    return sum
  })

t.test('about one in a hundred new rows of the same kind is beyond the limit, after few labels and many', async t => {
  for (const [rows, columns] of [
    [60, 80],
    [300, 80],
    [2_000, 20],
    [5_003, 6]
  ] as const) {
    const all = drawn(rows + 3_000, columns)
    const part = (from: number, to: number) => ({
      values: all.matrix.values.subarray(from * columns, to * columns),
      rows: to - from,
      columns
    })
    const { distances } = fitLda(part(0, rows), all.labels.subarray(0, rows), classes)
    const shareBeyond = (matrix: ReturnType<typeof part>) =>
      nearestDistances(distances, matrix).filter(distance => distance > distances.limit).length / matrix.rows
    const beyond = shareBeyond(part(rows, rows + 3_000))
    t.ok(beyond < (rows < 1_000 ? 0.06 : 0.016), `${rows} rows of ${columns}: ${beyond}`)
    const far = { ...part(rows, rows + 200), values: part(rows, rows + 200).values.map(value => 5 * value + 9) }
    t.equal(shareBeyond(far), 1, 'rows of another kind are')
  }
})

t.test('labels given once each set no limit', async t => {
  const { matrix } = drawn(3, 4)
  t.equal(fitLda(matrix, Int32Array.from([0, 1, 2]), classes).distances.limit, Number.POSITIVE_INFINITY)
})
