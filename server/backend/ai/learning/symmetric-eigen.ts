const mostSweeps = 50
const smallest = 1e-22

/**
 * Decomposes a symmetric matrix A = V·diag(values)·Vᵀ by cyclic Jacobi rotations (Golub & Van Loan 2013, algorithm 8.5.3).
 * @param matrix row-major, left unchanged
 * @returns eigenvalues in no particular order, and their eigenvectors as the columns of V, row-major
 */
export function symmetricEigen(matrix: Float64Array, size: number): { values: Float64Array; vectors: Float64Array } {
  const a = Float64Array.from(matrix)
  const vectors = new Float64Array(size * size)
  for (let at = 0; at < size; at++) vectors[at * size + at] = 1
  for (let sweep = 0; sweep < mostSweeps && !isDiagonal(a, size); sweep++)
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, vectors, size, p, q)
  return { values: Float64Array.from({ length: size }, (_, at) => a[at * size + at] ?? 0), vectors }
}

/** Whether the squares off the diagonal are negligible compared with the squares on it. */
function isDiagonal(a: Float64Array, size: number): boolean {
  let [on, off] = [0, 0]
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const square = a[row * size + column]! ** 2
      if (row === column) on += square
      else off += square
    }
  return off <= smallest * on
}

/** Rotates rows and columns p and q of A so that A[p,q] becomes 0. Rotates the columns of V likewise. */
function rotate(a: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const between = a[p * size + q]!
  if (between === 0) return
  const ratio = (a[q * size + q]! - a[p * size + p]!) / (2 * between)
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio))
  const cosine = 1 / Math.sqrt(1 + tangent * tangent)
  const sine = tangent * cosine
  for (const [of, step, first] of [
    [a, size, 1],
    [a, 1, size],
    [vectors, size, 1]
  ] as const)
    for (let k = 0; k < size; k++) {
      const [x, y] = [of[k * step + p * first]!, of[k * step + q * first]!]
      of[k * step + p * first] = cosine * x - sine * y
      of[k * step + q * first] = sine * x + cosine * y
    }
}
