import type { Matrix } from './matrix.ts'

/** Parameters of the distances to the class means. Rows beyond the limit are unlike anything labelled. */
export interface Distances {
  classes: number
  columns: number
  /** Cholesky factor L of the shrunk covariance. */
  lower: Float32Array
  /** L⁻¹·mean of each class. */
  means: Float32Array
  /** 99th percentile of the distance from a training row to the mean of its class, in a fit without that row. */
  limit: number
}

/** Computes the Mahalanobis distance of each row to its nearest class mean. */
export const nearestDistances = (distances: Distances, matrix: Matrix): Float64Array => solvedDistances(distances, matrix, findNearest)

/** Computes the Mahalanobis distance of each row to the mean of its class. @param labels class of each row */
export const ownDistances = (distances: Distances, matrix: Matrix, labels: Int32Array): Float64Array =>
  solvedDistances(distances, matrix, (squares, solved, centres, wide, first) => {
    for (let place = 0; place < 4; place++) {
      const centre = labels[Math.min(first + place, labels.length - 1)]! * wide
      let sum = 0
      for (let k = 0; k < wide; k++) sum += (solved[place * wide + k]! - centres[centre + k]!) ** 2
      squares[place] = sum
    }
  })

type FindSquares = (squares: Float64Array, solved: Float64Array, centres: Float64Array, wide: number, first: number) => void

/**
 * Solves the equations of each row and computes its distance. Four rows are solved at once, for four rows of the factor at a time. The sums
 * thus stay in registers. The factor is padded to a multiple of four with ones on its diagonal.
 * @param find computes the squared distances of the four rows from `first`
 */
function solvedDistances({ classes, columns, lower, means }: Distances, { values, rows }: Matrix, find: FindSquares): Float64Array {
  const wide = Math.ceil(columns / 4) * 4
  const factor = new Float64Array(wide * wide)
  for (let row = 0; row < columns; row++) factor.set(lower.subarray(row * columns, row * columns + row + 1), row * wide)
  for (let row = columns; row < wide; row++) factor[row * wide + row] = 1
  const centres = new Float64Array(classes * wide)
  for (let place = 0; place < classes; place++) centres.set(means.subarray(place * columns, (place + 1) * columns), place * wide)
  const solved = new Float64Array(4 * wide)
  const squares = new Float64Array(4)
  const found = new Float64Array(rows)
  for (let first = 0; first < rows; first += 4) {
    for (let place = 0; place < 4; place++) {
      const at = Math.min(first + place, rows - 1) * columns
      for (let column = 0; column < columns; column++) solved[place * wide + column] = values[at + column]!
    }
    for (let from = 0; from < wide; from += 4) {
      subtractSolved(solved, factor, wide, from)
      solveDiagonal(solved, factor, wide, from)
    }
    find(squares, solved, centres, wide, first)
    for (let place = 0; place < 4 && first + place < rows; place++) found[first + place] = Math.sqrt(squares[place]!)
  }
  return found
}

/** Subtracts the part of the unknowns before `from` from the four equations at `from`. */
function subtractSolved(solved: Float64Array, factor: Float64Array, wide: number, from: number): void {
  let [a0, a1, a2, a3] = [solved[from]!, solved[from + 1]!, solved[from + 2]!, solved[from + 3]!]
  const two = wide + from
  let [b0, b1, b2, b3] = [solved[two]!, solved[two + 1]!, solved[two + 2]!, solved[two + 3]!]
  const three = 2 * wide + from
  let [c0, c1, c2, c3] = [solved[three]!, solved[three + 1]!, solved[three + 2]!, solved[three + 3]!]
  const four = 3 * wide + from
  let [d0, d1, d2, d3] = [solved[four]!, solved[four + 1]!, solved[four + 2]!, solved[four + 3]!]
  const at = from * wide
  for (let k = 0; k < from; k++) {
    const p = factor[at + k]!
    const q = factor[at + wide + k]!
    const r = factor[at + 2 * wide + k]!
    const s = factor[at + 3 * wide + k]!
    const a = solved[k]!
    a0 -= a * p
    a1 -= a * q
    a2 -= a * r
    a3 -= a * s
    const b = solved[wide + k]!
    b0 -= b * p
    b1 -= b * q
    b2 -= b * r
    b3 -= b * s
    const c = solved[2 * wide + k]!
    c0 -= c * p
    c1 -= c * q
    c2 -= c * r
    c3 -= c * s
    const d = solved[3 * wide + k]!
    d0 -= d * p
    d1 -= d * q
    d2 -= d * r
    d3 -= d * s
  }
  put(solved, from, a0, a1, a2, a3)
  put(solved, two, b0, b1, b2, b3)
  put(solved, three, c0, c1, c2, c3)
  put(solved, four, d0, d1, d2, d3)
}

function put(solved: Float64Array, at: number, one: number, two: number, three: number, four: number): void {
  solved[at] = one
  solved[at + 1] = two
  solved[at + 2] = three
  solved[at + 3] = four
}

/** Solves four equations for the four unknowns that are left. */
function solveDiagonal(solved: Float64Array, factor: Float64Array, wide: number, from: number): void {
  for (let row = from; row < from + 4; row++)
    for (let at = 0; at < 4 * wide; at += wide) {
      let sum = solved[at + row]!
      for (let k = from; k < row; k++) sum -= factor[row * wide + k]! * solved[at + k]!
      solved[at + row] = sum / factor[row * wide + row]!
    }
}

/** Finds the squared distance of each of four rows to its nearest mean. */
function findNearest(squares: Float64Array, solved: Float64Array, centres: Float64Array, wide: number): void {
  squares.fill(Number.POSITIVE_INFINITY)
  for (let from = 0; from < centres.length; from += wide) {
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let k = 0; k < wide; k++) {
      const centre = centres[from + k]!
      const one = solved[k]! - centre
      const two = solved[wide + k]! - centre
      const three = solved[2 * wide + k]! - centre
      const four = solved[3 * wide + k]! - centre
      a += one * one
      b += two * two
      c += three * three
      d += four * four
    }
    squares[0] = Math.min(squares[0]!, a)
    squares[1] = Math.min(squares[1]!, b)
    squares[2] = Math.min(squares[2]!, c)
    squares[3] = Math.min(squares[3]!, d)
  }
}
