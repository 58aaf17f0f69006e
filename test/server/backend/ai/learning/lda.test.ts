import t from 'tap'
import { nearestDistances } from '../../../../../server/backend/ai/learning/distances.ts'
import { fitLda } from '../../../../../server/backend/ai/learning/lda.ts'
import { solveLower } from '../../../../../server/backend/ai/learning/matrix.ts'
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
