import type { Matrix } from './matrix.ts'

/** Mean and deviation of each feature over the training rows. */
export interface Scaler {
  means: Float32Array
  deviations: Float32Array
}

const leastDeviation = 1e-3
const furthest = 6

export function fitScaler({ values, rows, columns }: Matrix): Scaler {
  const sums = new Float64Array(columns)
  const squares = new Float64Array(columns)
  for (let at = 0; at < values.length; at++) {
    const column = at % columns
    const value = values[at] ?? 0
    sums[column] = (sums[column] ?? 0) + value
    squares[column] = (squares[column] ?? 0) + value * value
  }
  const means = Float32Array.from(sums, sum => sum / rows)
  const deviations = Float32Array.from(squares, (square, column) =>
    Math.max(leastDeviation, Math.sqrt(Math.max(0, square / rows - (means[column] ?? 0) ** 2)))
  )
  return { means, deviations }
}

/** Rows as deviations from the mean, at most 6. */
export function standardised({ means, deviations }: Scaler, { values, rows, columns }: Matrix): Matrix {
  const scaled = Float32Array.from(values, (value, at) => {
    const column = at % columns
    const score = (value - (means[column] ?? 0)) / (deviations[column] ?? 1)
    return Math.max(-furthest, Math.min(furthest, score))
  })
  return { values: scaled, rows, columns }
}
