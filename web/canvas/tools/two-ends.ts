import type { Vertex } from '../../../shared/geometry/outline.ts'

/** Point of the picture; undefined if not set yet. */
export type Place = Vertex | undefined

/**
 * Axis between two ends, and the distance of `side` from it. Null if a point is missing, the ends coincide or `side` lies on the axis.
 */
export function axisOf(from: Place, to: Place, side: Place) {
  if (!from || !to || !side) return null
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy)
  const reach = Math.abs(dx * (side[1] - from[1]) - dy * (side[0] - from[0])) / length
  if (!(reach > 0)) return null
  return { x: from[0] + dx / 2, y: from[1] + dy / 2, length, reach, rotation: (Math.atan2(dy, dx) * 180) / Math.PI }
}
