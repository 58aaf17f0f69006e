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
