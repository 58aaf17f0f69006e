import { classShares } from './class-weights.ts'
import type { LinearModel } from './linear.ts'
import { cholesky, type Matrix, rowOf, solveLower, solveUpper } from './matrix.ts'

/** Parameters of the distances to the class means. Rows beyond the limit are unlike anything labelled. */
export interface Distances {
  classes: number
  columns: number
  /** Cholesky factor L of the shrunk covariance. */
  lower: Float32Array
  /** L⁻¹·mean of each class. */
  means: Float32Array
  /** 99th percentile of the distance from a training row to its nearest mean. */
  limit: number
}

const shrinkageOf = (rows: number) => (rows < 400 ? 0.4 : rows < 1500 ? 0.2 : 0.05)

/**
 * Fits a linear discriminant analysis, its covariance shrunk towards a scaled identity.
 * @param labels class of each row
 * @param options.weights weight of each class. They change its prior, not the covariance
 * @param options.hasLimit if false, the limit of the distances is infinite, which saves half of the time
 */
// Long: one derivation, from the means to the two results.
export function fitLda(
  matrix: Matrix,
  labels: Int32Array,
  classes: number,
  { weights: ofClasses, hasLimit = true }: { weights?: Float64Array | null; hasLimit?: boolean } = {}
): { model: LinearModel; distances: Distances } {
  const { rows, columns } = matrix
  const counts = new Float64Array(classes)
  const means = new Float64Array(classes * columns)
  for (let row = 0; row < rows; row++) {
    const label = labels[row] ?? 0
    counts[label] = (counts[label] ?? 0) + 1
    const x = rowOf(matrix, row)
    for (let column = 0; column < columns; column++)
      means[label * columns + column] = (means[label * columns + column] ?? 0) + (x[column] ?? 0)
  }
  for (let at = 0; at < means.length; at++) means[at] = (means[at] ?? 0) / Math.max(1, counts[Math.floor(at / columns)] ?? 1)

  const covariance = scatter(matrix, labels, means)
  let trace = 0
  for (let one = 0; one < columns; one++) trace += (covariance[one * columns + one] ?? 0) / rows
  const shrinkage = shrinkageOf(rows)
  const level = Math.max(1e-6, trace / columns)
  for (let one = 0; one < columns; one++)
    for (let other = 0; other <= one; other++) {
      const value = ((covariance[one * columns + other] ?? 0) / rows) * (1 - shrinkage) + (one === other ? shrinkage * level : 0)
      covariance[one * columns + other] = value
    }
  cholesky(covariance, columns)

  const shares = classShares(counts, ofClasses)
  const weights = new Float32Array(classes * columns)
  const biases = new Float32Array(classes)
  const whitened = new Float32Array(classes * columns)
  for (let place = 0; place < classes; place++) {
    const mean = means.subarray(place * columns, (place + 1) * columns)
    const half = solveLower(covariance, columns, mean)
    const weight = solveUpper(covariance, columns, half)
    whitened.set(half, place * columns)
    weights.set(weight, place * columns)
    let product = 0
    for (let column = 0; column < columns; column++) product += (mean[column] ?? 0) * (weight[column] ?? 0)
    biases[place] = -product / 2 + Math.log(shares[place] ?? 1)
  }
  const distances: Distances = { classes, columns, lower: Float32Array.from(covariance), means: whitened, limit: Number.POSITIVE_INFINITY }
  if (hasLimit) {
    const ofTraining = nearestDistances(distances, matrix).sort()
    distances.limit = ofTraining[Math.min(rows - 1, Math.floor(0.99 * rows))] ?? Number.POSITIVE_INFINITY
  }
  return { model: { kind: 'linear', classes, columns, weights, biases }, distances }
}

/** Computes the lower triangle of the within-class scatter matrix. Each pass over the sums adds four rows. */
function scatter({ values, rows, columns }: Matrix, labels: Int32Array, means: Float64Array): Float64Array {
  const sums = new Float64Array(columns * columns)
  const apart = [0, 1, 2, 3].map(() => new Float64Array(columns)) as [Float64Array, Float64Array, Float64Array, Float64Array]
  const [one, two, three, four] = apart
  for (let first = 0; first < rows; first += 4) {
    for (const [place, row] of apart.entries()) {
      const at = (first + place) * columns
      const mean = (labels[first + place] ?? 0) * columns
      if (first + place >= rows) row.fill(0)
      else for (let column = 0; column < columns; column++) row[column] = values[at + column]! - means[mean + column]!
    }
    for (let left = 0; left < columns; left++) {
      const [a, b, c, d] = [one[left]!, two[left]!, three[left]!, four[left]!]
      const at = left * columns
      for (let right = 0; right <= left; right++)
        sums[at + right] = sums[at + right]! + a * one[right]! + b * two[right]! + c * three[right]! + d * four[right]!
    }
  }
  return sums
}

/** Computes the Mahalanobis distance of each row to its nearest class mean. Each pass over the factor solves four rows. */
// Long: one forward substitution, whose four rows share its loop.
export function nearestDistances({ classes, columns, lower, means }: Distances, matrix: Matrix): Float64Array {
  const { values, rows } = matrix
  const found = new Float64Array(rows)
  const solved = [0, 1, 2, 3].map(() => new Float64Array(columns)) as [Float64Array, Float64Array, Float64Array, Float64Array]
  for (let first = 0; first < rows; first += 4) {
    const [p, q, r, s] = [0, 1, 2, 3].map(place => Math.min(first + place, rows - 1) * columns) as [number, number, number, number]
    const [one, two, three, four] = solved
    for (let row = 0; row < columns; row++) {
      let [a, b, c, d] = [values[p + row]!, values[q + row]!, values[r + row]!, values[s + row]!]
      const at = row * columns
      for (let k = 0; k < row; k++) {
        const factor = lower[at + k]!
        a -= factor * one[k]!
        b -= factor * two[k]!
        c -= factor * three[k]!
        d -= factor * four[k]!
      }
      const pivot = lower[at + row]!
      one[row] = a / pivot
      two[row] = b / pivot
      three[row] = c / pivot
      four[row] = d / pivot
    }
    for (const [place, x] of solved.entries()) if (first + place < rows) found[first + place] = Math.sqrt(nearestSquare(x))
  }
  return found

  function nearestSquare(x: Float64Array): number {
    let nearest = Number.POSITIVE_INFINITY
    for (let from = 0; from < classes * columns; from += columns) {
      let sum = 0
      for (let column = 0; column < columns; column++) sum += (x[column]! - means[from + column]!) ** 2
      nearest = Math.min(nearest, sum)
    }
    return nearest
  }
}
