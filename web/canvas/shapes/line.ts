import type { Line } from '../../../shared/contracts/shapes.ts'
import { largestDiameter, wayLength } from '../../../shared/geometry/diameter.ts'
import { enclosingBox } from '../../../shared/geometry/outline.ts'
import { roundedVertex } from './precision.ts'
import { Mark, type ShapeKind } from './shape-kind.ts'
import { simplifyLine } from './simplify.ts'
import { distanceToLine, drawLine, lineHandles, stretching, without, withVertexAt } from './vertex-lines.ts'

const leastLength = 0.01

export const line: ShapeKind<Line> = {
  hasArea: false,
  isConvex: false,
  headline: 'length',
  mark: () => Mark.blob,
  ringCount: () => 1,
  trace(shape, _ring, tolerance, into) {
    into.take(shape.points)
    simplifyLine(into, tolerance)
  },
  draw: (shape, pen) => drawLine(shape.points, false, pen),
  straightLines: shape => [shape.points],
  distance: (shape, x, y) => distanceToLine(shape.points, x, y, false),
  handles: (shape, { pixel }) => lineHandles(shape.points, 0, false, pixel),
  dragged(shape, handle, to, { picture }) {
    if (handle.kind !== 'vertex' && handle.kind !== 'midpoint') return shape
    return { ...shape, points: withVertexAt(shape.points, handle, to, picture) }
  },
  withoutVertex(shape, _ring, index) {
    if (shape.points.length <= 2) return { refusal: 'A line needs at least two points.' }
    return { shape: { ...shape, points: without(shape.points, index) } }
  },
  mapped: (shape, move) => ({ ...shape, points: shape.points.map(move) }),
  size(shape) {
    const { width, height } = enclosingBox(shape)
    return { width, height }
  },
  resized: (shape, size) => line.mapped(shape, stretching(shape, size)),
  rounded: ({ kind, points }) => ({ kind, points: points.map(roundedVertex) }),
  lengths: shape => ({ length: wayLength(shape.points), perimeter: null, diameter: largestDiameter(shape) }),
  isDegenerate(shape) {
    const { width, height } = enclosingBox(shape)
    return !(Math.max(width, height) >= leastLength)
  },
  fault: shape => (line.isDegenerate(shape) ? 'The line would have no length.' : null),
  crossesItself: () => false
}
