import type { Box } from '../../../shared/contracts/shapes.ts'
import { corners } from '../../../shared/geometry/outline.ts'
import { area } from './area.ts'
import { inPicture, roomForDrag } from './bounds.ts'
import { roundedPlace } from './precision.ts'
import { Mark, type ShapeKind } from './shape-kind.ts'
import { distanceToSides, type SideFrame, sideHandles, withSides } from './sides.ts'
import { drawLine } from './vertex-lines.ts'

export const box: ShapeKind<Box> = {
  ...area,
  mark: () => Mark.box,
  trace: (shape, _ring, _tolerance, into) => into.take(corners(shape)),
  draw: (shape, pen) => drawLine(corners(shape), true, pen),
  straightLines: shape => [corners(shape)],
  distance: (shape, x, y) => distanceToSides(x - shape.x - shape.width / 2, y - shape.y - shape.height / 2, shape.width, shape.height),
  handles: sideHandles,
  dragged(shape, handle, to, options) {
    if (handle.kind !== 'corner' && handle.kind !== 'edge') return shape
    const [x, y] = inPicture(to, options.picture)
    return roomForDrag(shape, handle, { x, y }, options.picture, end => boxOf(withSides(frameOf(shape), handle, end, options)))
  },
  mapped(shape, move) {
    const [x, y] = move([shape.x, shape.y])
    return { ...shape, x, y }
  },
  size: ({ width, height }) => ({ width, height }),
  resized(shape, { width, height }) {
    const [x, y] = [shape.x + (shape.width - width) / 2, shape.y + (shape.height - height) / 2]
    return { kind: 'box', x, y, width, height }
  },
  rounded(shape) {
    const [x, y] = [roundedPlace(shape.x), roundedPlace(shape.y)]
    const [right, down] = [roundedPlace(shape.x + shape.width), roundedPlace(shape.y + shape.height)]
    return { kind: 'box', x, y, width: roundedPlace(right - x), height: roundedPlace(down - y) }
  },
  lengths: ({ width, height }) => ({
    length: Math.max(width, height),
    perimeter: 2 * (width + height),
    diameter: Math.hypot(width, height)
  })
}

const frameOf = ({ x, y, width, height }: Box): SideFrame => ({ x: x + width / 2, y: y + height / 2, width, height, rotation: 0 })
const boxOf = ({ x, y, width, height }: SideFrame): Box => ({ kind: 'box', x: x - width / 2, y: y - height / 2, width, height })
