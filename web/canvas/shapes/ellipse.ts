import type { Ellipse } from '../../../shared/contracts/shapes.ts'
import { axisEnds, outline } from '../../../shared/geometry/outline.ts'
import { area } from './area.ts'
import { roomForDrag } from './bounds.ts'
import { type Handle, leastSide, type Place } from './handle.ts'
import { roundedAngle, roundedPlace } from './precision.ts'
import { Mark, type ShapeKind } from './shape-kind.ts'
import { curveShare, segmentsOf } from './simplify.ts'
import { rotateHandle, rotationTo, turned } from './turning.ts'

export const ellipse: ShapeKind<Ellipse> = {
  ...area,
  mark: ({ rotation }) => (rotation % 180 === 0 ? Mark.ellipse : Mark.blob),
  trace: (shape, _ring, tolerance, into) =>
    into.take(outline(shape, segmentsOf(Math.max(shape.radiusX, shape.radiusY), tolerance * curveShare))),
  draw({ x, y, radiusX, radiusY, rotation }, pen) {
    const angle = (rotation * Math.PI) / 180
    pen.moveTo(x + radiusX * Math.cos(angle), y + radiusX * Math.sin(angle))
    pen.ellipse(x, y, radiusX, radiusY, angle, 0, 2 * Math.PI)
  },
  straightLines: () => [],
  distance(shape, x, y) {
    const [dx, dy] = turned(x - shape.x, y - shape.y, -shape.rotation)
    const share = Math.hypot(dx / shape.radiusX, dy / shape.radiusY)
    return share <= 1 ? 0 : Math.hypot(dx, dy) * (1 - 1 / share)
  },
  handles(shape, options) {
    const radii = axisEnds(shape).map(([x, y], index): Handle => ({ kind: 'radius', index, x, y }))
    return [...radii, rotateHandle(shape, shape.radiusX, shape.radiusY, options)]
  },
  dragged(shape, handle, to, { keepRatio, picture }) {
    const asFarAs = (shapeAt: (end: Place) => Ellipse) => roomForDrag(shape, handle, to, picture, shapeAt)
    if (handle.kind === 'rotate') return asFarAs(end => ({ ...shape, rotation: rotationTo(shape, handle, end, keepRatio) }))
    if (handle.kind !== 'radius') return shape
    return asFarAs(end => withRadius(shape, handle.index < 2, end, keepRatio))
  },
  mapped(shape, move) {
    const [x, y] = move([shape.x, shape.y])
    return { ...shape, x, y }
  },
  size: ({ radiusX, radiusY }) => ({ width: 2 * radiusX, height: 2 * radiusY }),
  resized: (shape, { width, height }) => ({ ...shape, radiusX: width / 2, radiusY: height / 2 }),
  rounded: ({ kind, x, y, radiusX, radiusY, rotation }) => ({
    kind,
    x: roundedPlace(x),
    y: roundedPlace(y),
    radiusX: roundedPlace(radiusX),
    radiusY: roundedPlace(radiusY),
    rotation: roundedAngle(rotation)
  }),
  lengths: ({ radiusX, radiusY }) => ({
    length: null,
    perimeter: perimeterOf(radiusX, radiusY),
    diameter: 2 * Math.max(radiusX, radiusY)
  })
}

function withRadius(shape: Ellipse, isFirst: boolean, to: Place, keepRatio: boolean): Ellipse {
  const [alongX, alongY] = turned(to.x - shape.x, to.y - shape.y, -shape.rotation)
  const before = isFirst ? shape.radiusX : shape.radiusY
  const after = Math.max(Math.abs(isFirst ? alongX : alongY), leastSide)
  if (keepRatio) return { ...shape, radiusX: (shape.radiusX * after) / before, radiusY: (shape.radiusY * after) / before }
  return isFirst ? { ...shape, radiusX: after } : { ...shape, radiusY: after }
}

/**
 * Perimeter of an ellipse: π (a + b) (1 + 3 h / (10 + √(4 − 3 h))) with h = (a − b)² / (a + b)². The error is below 0.05 %.
 * Source: Ramanujan 1914, Modular equations and approximations to π.
 */
function perimeterOf(a: number, b: number): number {
  const sum = a + b
  const h = ((a - b) / sum) ** 2
  return Math.PI * sum * (1 + (3 * h) / (10 + Math.sqrt(4 - 3 * h)))
}
