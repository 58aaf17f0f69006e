import { type Matrix, rowOf } from './matrix.ts'
import { fitScaler, type Scaler, standardised } from './standardise.ts'

/** Vectors of unit length. Their dot product is their cosine similarity. */
export interface Units extends Matrix {
  /** Means and standard deviations by which the features were standardised. */
  scaler: Scaler
}

/**
 * Standardises features and scales each row to unit length, in place. Without standardisation, brightness would outweigh all other features.
 */
export function unitVectors(matrix: Matrix): Units {
  const scaler = fitScaler(matrix)
  for (let row = 0; row < matrix.rows; row++) rowOf(matrix, row).set(unitRow(scaler, rowOf(matrix, row)))
  return { ...matrix, scaler }
}

/** Converts a raw vector to a unit vector, standardised like the given vectors. */
export const unitOf = ({ scaler }: Units, values: Float32Array): Float32Array => unitRow(scaler, values)

/** Standardises one vector and scales it to unit length. */
function unitRow(scaler: Scaler, values: Float32Array): Float32Array {
  const { values: scaled } = standardised(scaler, { values, rows: 1, columns: values.length })
  let squares = 0
  for (let column = 0; column < scaled.length; column++) squares += scaled[column]! * scaled[column]!
  const length = Math.sqrt(squares) || 1
  for (let column = 0; column < scaled.length; column++) scaled[column] = scaled[column]! / length
  return scaled
}

/** Computes the cosine similarity of each row with a unit vector. Each pass handles four rows, because memory reads dominate the time. */
export function cosines({ values, rows, columns }: Matrix, unit: Float32Array): Float32Array {
  const found = new Float32Array(rows)
  const last = Math.max(0, rows - 1)
  for (let row = 0; row < rows; row += 4) {
    const [first, second, third, fourth] = [row, row + 1, row + 2, row + 3].map(each => Math.min(each, last) * columns) as Four
    let [one, two, three, four] = [0, 0, 0, 0]
    for (let column = 0; column < columns; column++) {
      const x = unit[column]!
      one += values[first + column]! * x
      two += values[second + column]! * x
      three += values[third + column]! * x
      four += values[fourth + column]! * x
    }
    found[row] = one
    if (row < last) found[row + 1] = two
    if (row + 1 < last) found[row + 2] = three
    if (row + 2 < last) found[row + 3] = four
  }
  return found
}

type Four = [number, number, number, number]

/** Finds the rows most similar to a unit vector, most similar first. */
export function nearest(units: Matrix, unit: Float32Array, count: number): { row: number; similarity: number }[] {
  return largest(cosines(units, unit), count)
}

/** Finds the indices of the largest numbers, in descending order. Ties keep their order. A heap keeps the best so far. */
export function largest(numbers: Float32Array, count: number): { row: number; similarity: number }[] {
  const heap: number[] = []
  const isBelow = (one: number, other: number) => numbers[one]! < numbers[other]! || (numbers[one] === numbers[other] && one > other)
  for (let row = 0; row < numbers.length; row++) {
    if (heap.length < count) rise(heap.push(row) - 1)
    else if (count > 0 && isBelow(heap[0]!, row)) {
      heap[0] = row
      sink()
    }
  }
  return heap.sort((one, other) => numbers[other]! - numbers[one]! || one - other).map(row => ({ row, similarity: numbers[row]! }))

  function rise(from: number): void {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1
      if (!isBelow(heap[at]!, heap[above]!)) return
      ;[heap[at], heap[above]] = [heap[above]!, heap[at]!]
      at = above
    }
  }

  function sink(): void {
    for (let at = 0; ; ) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && isBelow(heap[child]!, heap[least]!)) least = child
      if (least === at) return
      ;[heap[at], heap[least]] = [heap[least]!, heap[at]!]
      at = least
    }
  }
}
