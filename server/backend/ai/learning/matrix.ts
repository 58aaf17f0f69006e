/** Dense row-major matrix. */
export interface Matrix {
  values: Float32Array
  rows: number
  columns: number
}

export const rowOf = ({ values, columns }: Matrix, row: number): Float32Array => values.subarray(row * columns, (row + 1) * columns)

/** Copies the given rows of a matrix into a new one. */
export function rowsOf(matrix: Matrix, rows: readonly number[]): Matrix {
  const values = new Float32Array(rows.length * matrix.columns)
  for (const [index, row] of rows.entries()) values.set(rowOf(matrix, row), index * matrix.columns)
  return { values, rows: rows.length, columns: matrix.columns }
}

/**
 * Overwrites the lower triangle of a symmetric positive definite matrix A with its Cholesky factor L, where A = L·Lᵀ.
 * @param size number of rows of A
 */
export function cholesky(matrix: Float64Array, size: number): void {
  for (let column = 0; column < size; column++) {
    for (let row = column; row < size; row++) {
      let sum = matrix[row * size + column] ?? 0
      for (let k = 0; k < column; k++) sum -= (matrix[row * size + k] ?? 0) * (matrix[column * size + k] ?? 0)
      if (row === column) matrix[row * size + column] = Math.sqrt(Math.max(sum, 1e-12))
      else matrix[row * size + column] = sum / (matrix[column * size + column] ?? 1)
    }
  }
}

/** Solves L·y = x for y by forward substitution. */
export function solveLower(lower: Float64Array | Float32Array, size: number, x: ArrayLike<number>): Float64Array {
  const y = new Float64Array(size)
  for (let row = 0; row < size; row++) {
    let sum = x[row] ?? 0
    for (let k = 0; k < row; k++) sum -= (lower[row * size + k] ?? 0) * (y[k] ?? 0)
    y[row] = sum / (lower[row * size + row] ?? 1)
  }
  return y
}

/** Solves Lᵀ·x = y for x by back substitution. */
export function solveUpper(lower: Float64Array, size: number, y: ArrayLike<number>): Float64Array {
  const x = new Float64Array(size)
  for (let row = size - 1; row >= 0; row--) {
    let sum = y[row] ?? 0
    for (let k = row + 1; k < size; k++) sum -= (lower[k * size + row] ?? 0) * (x[k] ?? 0)
    x[row] = sum / (lower[row * size + row] ?? 1)
  }
  return x
}

/**
 * Computes the products of the rows of two matrices, row-major: `left` × `right`ᵀ. Each pass handles two rows of `left` and four of `right`,
 * because memory reads dominate the time.
 * @param columns length of each row of both
 */
// Long: one loop, written out for eight sums. Destructuring would make arrays in it, which doubles the time.
export function rowProducts(left: Float64Array, right: Float64Array, columns: number): Float64Array {
  const [rows, count] = [left.length / columns, right.length / columns]
  const products = new Float64Array(rows * count)
  for (let row = 0; row < rows; row += 2) {
    const next = Math.min(row + 1, rows - 1)
    const p = row * columns
    const q = next * columns
    for (let place = 0; place < count; place += 4) {
      const second = Math.min(place + 1, count - 1)
      const third = Math.min(place + 2, count - 1)
      const fourth = Math.min(place + 3, count - 1)
      const r = place * columns
      const s = second * columns
      const t = third * columns
      const u = fourth * columns
      let a = 0
      let b = 0
      let c = 0
      let d = 0
      let e = 0
      let f = 0
      let g = 0
      let h = 0
      for (let k = 0; k < columns; k++) {
        const x = left[p + k]!
        const y = left[q + k]!
        const one = right[r + k]!
        const two = right[s + k]!
        const three = right[t + k]!
        const four = right[u + k]!
        a += x * one
        b += x * two
        c += x * three
        d += x * four
        e += y * one
        f += y * two
        g += y * three
        h += y * four
      }
      const above = row * count
      const below = next * count
      products[above + place] = a
      products[above + second] = b
      products[above + third] = c
      products[above + fourth] = d
      products[below + place] = e
      products[below + second] = f
      products[below + third] = g
      products[below + fourth] = h
    }
  }
  return products
}
