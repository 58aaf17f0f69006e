import type { Rectangle, Vertex } from './outline.ts'

/**
 * Part of a ring that lies in a rectangle; fewer than three vertices when there is no such part. Separate parts stay joined along the
 * rectangle's edge.
 * Source: Sutherland and Hodgman 1974, doi:10.1145/360767.360802.
 */
export function clipRing(ring: readonly Vertex[], { x, y, width, height }: Rectangle): Vertex[] {
  const left = clipHalf(ring, 0, x, 1)
  const right = clipHalf(left, 0, x + width, -1)
  const top = clipHalf(right, 1, y, 1)
  return clipHalf(top, 1, y + height, -1)
}

/** Clips a ring along one axis. `side` 1 keeps values of at least `limit`, and `side` −1 keeps values of at most `limit`. */
function clipHalf(ring: readonly Vertex[], axis: 0 | 1, limit: number, side: 1 | -1): Vertex[] {
  const kept: Vertex[] = []
  let last = ring.at(-1)
  for (const vertex of ring) {
    if (!last) break
    const isIn = side * (vertex[axis] - limit) >= 0
    const wasIn = side * (last[axis] - limit) >= 0
    if (isIn !== wasIn) kept.push(crossing(last, vertex, axis, limit))
    if (isIn) kept.push(vertex)
    last = vertex
  }
  return kept
}

function crossing(a: Vertex, b: Vertex, axis: 0 | 1, limit: number): Vertex {
  const part = (limit - a[axis]) / (b[axis] - a[axis])
  const other = axis === 0 ? a[1] + part * (b[1] - a[1]) : a[0] + part * (b[0] - a[0])
  return axis === 0 ? [limit, other] : [other, limit]
}
