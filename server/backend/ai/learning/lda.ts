import { classShares } from './class-weights.ts'
import { type Distances, ownDistances } from './distances.ts'
import type { LinearModel } from './linear.ts'
import { cholesky, type Matrix, rowsOf, solveLower, solveUpper } from './matrix.ts'
import { withinScatter } from './scatter.ts'

/** Maximum number of rows whose distances give the limit. The percentile of more rows is hardly more exact, and takes as long as the fit. */
const mostForLimit = 2000

const shrinkageOf = (rows: number) => (rows < 400 ? 0.4 : rows < 1500 ? 0.2 : 0.05)

/**
 * Fits a linear discriminant analysis with the covariance shrunk towards a scaled identity.
 * @param labels class of each row
 * @param options.weights weight of each class. The weights change the class priors, not the covariance
 * @param options.hasLimit if false, the limit of the distances is infinite, which halves the run time
 */
// Long: one derivation, from the means to the two results.
export function fitLda(
  matrix: Matrix,
  labels: Int32Array,
  classes: number,
  { weights: ofClasses, hasLimit = true }: { weights?: Float64Array | null; hasLimit?: boolean } = {}
): { model: LinearModel; distances: Distances } {
  const { values, rows, columns } = matrix
  const counts = new Float64Array(classes)
  const means = new Float64Array(classes * columns)
  for (let row = 0; row < rows; row++) {
    const label = labels[row] ?? 0
    counts[label] = (counts[label] ?? 0) + 1
    const [at, mean] = [row * columns, label * columns]
    for (let column = 0; column < columns; column++) means[mean + column] = means[mean + column]! + values[at + column]!
  }
  for (let at = 0; at < means.length; at++) means[at] = (means[at] ?? 0) / Math.max(1, counts[Math.floor(at / columns)] ?? 1)

  const covariance = withinScatter(matrix, labels, means)
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
    const taken = spread(rows, mostForLimit).filter(row => counts[labels[row]!]! > 1)
    const ownLabels = Int32Array.from(taken, row => labels[row]!)
    const share = (1 - shrinkage) / rows
    const left = ownDistances(distances, rowsOf(matrix, taken), ownLabels).map((distance, index) =>
      withoutRow(distance, counts[ownLabels[index]!]!, share)
    )
    distances.limit = left.sort()[Math.min(left.length - 1, Math.floor(0.99 * left.length))] ?? Number.POSITIVE_INFINITY
  }
  return { model: { kind: 'linear', classes, columns, weights, biases }, distances }
}

/**
 * Converts the distance of a row to the mean of its class to the distance in a fit without this row. A fit to few rows in many dimensions is
 * close to each of them, so that most new rows would otherwise count as unlike anything labelled. The row changes the scatter by one product
 * (Sherman & Morrison 1950); the division by the number of rows stays.
 * @param count rows of the class, at least 2
 * @param share weight of the product of a row in the covariance
 */
function withoutRow(distance: number, count: number, share: number): number {
  const apart = count / (count - 1)
  return (apart * distance) / Math.sqrt(Math.max(1e-6, 1 - share * apart * distance * distance))
}

/** Lists at most `most` of the rows from 0, evenly spread. */
function spread(rows: number, most: number): number[] {
  const count = Math.min(rows, most)
  return Array.from({ length: count }, (_, index) => Math.floor((index * rows) / count))
}
