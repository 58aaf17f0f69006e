import type { LinearModel } from './linear.ts'
import { cholesky, type Matrix, rowOf, solveLower, solveUpper } from './matrix.ts'

/** Distances to the class means, for "unlike anything labelled". */
export interface Distances {
  classes: number
  columns: number
  /** Cholesky factor of the shrunk covariance. */
  lower: Float32Array
  /** L⁻¹·mean of each class. */
  means: Float32Array
  /** 99th percentile of the distances of the training rows to their nearest mean. */
  limit: number
}

const shrinkageOf = (rows: number) => (rows < 400 ? 0.4 : rows < 1500 ? 0.2 : 0.05)

/** Linear discriminant analysis with a covariance shrunk towards a multiple of the identity. @param labels class of each row */
// Long: one derivation, from the means to the two results.
export function fitLda(matrix: Matrix, labels: Int32Array, classes: number): { model: LinearModel; distances: Distances } {
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

  const covariance = new Float64Array(columns * columns)
  const apart = new Float64Array(columns)
  for (let row = 0; row < rows; row++) {
    const x = rowOf(matrix, row)
    const from = (labels[row] ?? 0) * columns
    for (let column = 0; column < columns; column++) apart[column] = (x[column] ?? 0) - (means[from + column] ?? 0)
    for (let one = 0; one < columns; one++) {
      const factor = apart[one] ?? 0
      for (let other = 0; other <= one; other++)
        covariance[one * columns + other] = (covariance[one * columns + other] ?? 0) + factor * (apart[other] ?? 0)
    }
  }
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
    biases[place] = -product / 2 + Math.log(Math.max(1, counts[place] ?? 0) / rows)
  }
  const distances: Distances = { classes, columns, lower: Float32Array.from(covariance), means: whitened, limit: Number.POSITIVE_INFINITY }
  const ofTraining = nearestDistances(distances, matrix).sort()
  distances.limit = ofTraining[Math.min(rows - 1, Math.floor(0.99 * rows))] ?? Number.POSITIVE_INFINITY
  return { model: { kind: 'linear', classes, columns, weights, biases }, distances }
}

/** Mahalanobis distance of each row to its nearest class mean. */
export function nearestDistances({ classes, columns, lower, means }: Distances, matrix: Matrix): Float64Array {
  return Float64Array.from({ length: matrix.rows }, (_, row) => {
    const x = solveLower(lower, columns, rowOf(matrix, row))
    let nearest = Number.POSITIVE_INFINITY
    for (let place = 0; place < classes; place++) {
      let sum = 0
      for (let column = 0; column < columns; column++) sum += ((x[column] ?? 0) - (means[place * columns + column] ?? 0)) ** 2
      nearest = Math.min(nearest, sum)
    }
    return Math.sqrt(nearest)
  })
}
