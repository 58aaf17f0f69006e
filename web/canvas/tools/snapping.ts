import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { kindOf } from '../shapes/kinds.ts'

export interface Snap {
  x: number
  y: number
  to: 'vertex' | 'edge'
}

/**
 * Nearest vertex within reach, or else the nearest point on an edge; null without either. Neighbouring shapes can thus share an edge.
 * Only straight edges count, including those of holes: a polygon cannot share the curve of a circle or ellipse.
 * @param reach in pixels of the picture
 */
export function snapped(at: { x: number; y: number }, shapes: Iterable<Shape>, reach: number): Snap | null {
  let [vertex, vertexAway]: [Snap | null, number] = [null, reach]
  let [edge, edgeAway]: [Snap | null, number] = [null, reach]
  const tryEdge = (a: Vertex, b: Vertex) => {
    const [x, y] = nearestOn(a, b, at)
    const away = Math.hypot(x - at.x, y - at.y)
    if (away <= edgeAway) [edge, edgeAway] = [{ x, y, to: 'edge' }, away]
  }
  for (const shape of shapes) {
    const kind = kindOf(shape)
    for (const ring of kind.straightLines(shape)) {
      let last = kind.hasArea ? ring.at(-1) : undefined
      for (const corner of ring) {
        const away = Math.hypot(corner[0] - at.x, corner[1] - at.y)
        if (away <= vertexAway) [vertex, vertexAway] = [{ x: corner[0], y: corner[1], to: 'vertex' }, away]
        if (last) tryEdge(last, corner)
        last = corner
      }
    }
  }
  return vertex ?? edge
}

function nearestOn(a: Vertex, b: Vertex, at: { x: number; y: number }): Vertex {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.min(Math.max(((at.x - a[0]) * dx + (at.y - a[1]) * dy) / square, 0), 1)
  return [a[0] + share * dx, a[1] + share * dy]
}
