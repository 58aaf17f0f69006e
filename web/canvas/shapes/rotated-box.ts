import type { RotatedBox } from '../../../shared/contracts/shapes.ts'
import { corners } from '../../../shared/geometry/outline.ts'
import { area } from './area.ts'
import { roomForDrag } from './bounds.ts'
import { roundedAngle, roundedPlace } from './precision.ts'
import { Mark, type ShapeKind } from './shape-kind.ts'
import { distanceToSides, sideHandles, withSides } from './sides.ts'
import { rotateHandle, rotationTo, turned } from './turning.ts'
import { drawLine } from './vertex-lines.ts'

export const rotatedBox: ShapeKind<RotatedBox> = {
  ...area,
  mark: ({ rotation }) => (rotation % 180 === 0 ? Mark.box : Mark.blob),
  trace: (shape, _ring, _tolerance, into) => into.take(corners(shape)),
  draw: (shape, pen) => drawLine(corners(shape), true, pen),
  straightLines: shape => [corners(shape)],
  distance(shape, x, y) {
    const [dx, dy] = turned(x - shape.x, y - shape.y, -shape.rotation)
    return distanceToSides(dx, dy, shape.width, shape.height)
  },
  handles: (shape, options) => [...sideHandles(shape), rotateHandle(shape, shape.width / 2, shape.height / 2, options)],
  dragged(shape, handle, to, options) {
    const { keepRatio, picture } = options
    const asFarAs = (shapeAt: (end: { x: number; y: number }) => RotatedBox) => roomForDrag(shape, handle, to, picture, shapeAt)
    if (handle.kind === 'rotate') return asFarAs(end => ({ ...shape, rotation: rotationTo(shape, handle, end, keepRatio) }))
    if (handle.kind !== 'corner' && handle.kind !== 'edge') return shape
    return asFarAs(end => ({ ...shape, ...withSides(shape, handle, end, options) }))
  },
  mapped(shape, move) {
    const [x, y] = move([shape.x, shape.y])
    return { ...shape, x, y }
  },
  size: ({ width, height }) => ({ width, height }),
  resized: (shape, { width, height }) => ({ ...shape, width, height }),
  rounded: ({ kind, x, y, width, height, rotation }) => ({
    kind,
    x: roundedPlace(x),
    y: roundedPlace(y),
    width: roundedPlace(width),
    height: roundedPlace(height),
    rotation: roundedAngle(rotation)
  }),
  lengths: ({ width, height }) => ({
    length: Math.max(width, height),
    perimeter: 2 * (width + height),
    diameter: Math.hypot(width, height)
  })
}
