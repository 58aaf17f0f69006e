import type { Circle } from '../../../shared/contracts/shapes.ts'
import { axisEnds, outline } from '../../../shared/geometry/outline.ts'
import { area } from './area.ts'
import { roomForDrag } from './bounds.ts'
import { leastSide } from './handle.ts'
import { roundedPlace } from './precision.ts'
import { Mark, type ShapeKind } from './shape-kind.ts'
import { curveShare, segmentsOf } from './simplify.ts'

export const circle: ShapeKind<Circle> = {
  ...area,
  headline: 'diameter',
  mark: () => Mark.ellipse,
  trace: (shape, _ring, tolerance, into) => into.take(outline(shape, segmentsOf(shape.radius, tolerance * curveShare))),
  draw({ x, y, radius }, pen) {
    pen.moveTo(x + radius, y)
    pen.ellipse(x, y, radius, radius, 0, 0, 2 * Math.PI)
  },
  straightLines: () => [],
  distance: ({ x, y, radius }, atX, atY) => Math.max(0, Math.hypot(atX - x, atY - y) - radius),
  handles: ({ x, y, radius }) =>
    axisEnds({ kind: 'ellipse', x, y, radiusX: radius, radiusY: radius, rotation: 0 }).map(([x, y], index) => ({
      kind: 'radius',
      index,
      x,
      y
    })),
  dragged(shape, handle, to, { picture }) {
    if (handle.kind !== 'radius') return shape
    const radiusTo = (end: { x: number; y: number }) => Math.max(Math.hypot(end.x - shape.x, end.y - shape.y), leastSide)
    return roomForDrag(shape, handle, to, picture, end => ({ ...shape, radius: radiusTo(end) }))
  },
  mapped(shape, move) {
    const [x, y] = move([shape.x, shape.y])
    return { ...shape, x, y }
  },
  size: ({ radius }) => ({ width: 2 * radius, height: 2 * radius }),
  resized: (shape, { width, height }) => ({ ...shape, radius: (width === 2 * shape.radius ? height : width) / 2 }),
  rounded: ({ kind, x, y, radius }) => ({ kind, x: roundedPlace(x), y: roundedPlace(y), radius: roundedPlace(radius) }),
  lengths: ({ radius }) => ({ length: null, perimeter: 2 * Math.PI * radius, diameter: 2 * radius })
}
