import type { Matrix } from './matrix.ts'

/** Mean and standard deviation of each feature over the training rows. */
export interface Scaler {
  means: Float32Array
  deviations: Float32Array
}

const leastDeviation = 1e-3
const furthest = 6

export function fitScaler({ values, rows, columns }: Matrix): Scaler {
  const sums = new Float64Array(columns)
  const squares = new Float64Array(columns)
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      const value = values[at]!
      sums[column] = sums[column]! + value
      squares[column] = squares[column]! + value * value
    }
  const means = Float32Array.from(sums, sum => sum / rows)
  const deviations = Float32Array.from(squares, (square, column) =>
    Math.max(leastDeviation, Math.sqrt(Math.max(0, square / rows - (means[column] ?? 0) ** 2)))
  )
  return { means, deviations }
}

/** Converts rows to z-scores, clipped to ±6. */
export function standardised({ means, deviations }: Scaler, { values, rows, columns }: Matrix): Matrix {
  const scaled = new Float32Array(values.length)
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      const score = (values[at]! - means[column]!) / deviations[column]!
      scaled[at] = Math.max(-furthest, Math.min(furthest, score))
    }
  return { values: scaled, rows, columns }
}
