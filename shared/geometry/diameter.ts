import type { Shape } from '../contracts/shapes.ts'
import { outline, type Vertex } from './outline.ts'

/**
 * Length of a shape in pixels. Line: the length along its path. Box: the longer side. Other shapes: the largest diameter. 0 for a point.
 */
export function shapeLength(shape: Shape): number {
  switch (shape.kind) {
    case 'line':
      return wayLength(shape.points)
    case 'box':
    case 'rotatedBox':
      return Math.max(shape.width, shape.height)
    default:
      return largestDiameter(shape)
  }
}

/** Length of a polyline in pixels: Σ √(Δx² + Δy²). */
export function wayLength(points: readonly Vertex[]): number {
  let length = 0
  for (const [index, [x, y]] of points.entries()) {
    const next = points[index + 1]
    if (next) length += Math.hypot(next[0] - x, next[1] - y)
  }
  return length
}

/**
 * Largest distance between two points of a shape (maximum Feret diameter), in pixels. Box: √(w² + h²). Circle: 2 r. Ellipse: twice its
 * longer radius. Other shapes: the largest distance between two vertices. 0 for a point.
 */
export function largestDiameter(shape: Shape): number {
  switch (shape.kind) {
    case 'point':
      return 0
    case 'circle':
      return 2 * shape.radius
    case 'ellipse':
      return 2 * Math.max(shape.radiusX, shape.radiusY)
    case 'box':
    case 'rotatedBox':
      return Math.hypot(shape.width, shape.height)
    case 'line':
    case 'polygon':
      return largestDistance(convexHull(outline(shape)))
  }
}

function largestDistance(points: readonly Vertex[]): number {
  let largest = 0
  for (const [index, [x, y]] of points.entries())
    for (const [otherX, otherY] of points.slice(index + 1)) largest = Math.max(largest, Math.hypot(otherX - x, otherY - y))
  return largest
}

/** Convex hull by the monotone chain algorithm. Source: Andrew 1979, doi:10.1016/0020-0190(79)90072-3. */
function convexHull(points: readonly Vertex[]): Vertex[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())]
}

function halfHull(points: readonly Vertex[]): Vertex[] {
  const hull: Vertex[] = []
  for (const point of points) {
    for (;;) {
      const [a, b] = [hull.at(-2), hull.at(-1)]
      if (!a || !b || (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break
      hull.pop()
    }
    hull.push(point)
  }
  return hull.slice(0, -1)
}
