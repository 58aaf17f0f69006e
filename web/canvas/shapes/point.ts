import type { Point } from '../../../shared/contracts/shapes.ts'
import { roundedPlace } from './precision.ts'
import { Mark, type ShapeKind } from './shape-kind.ts'

export const point: ShapeKind<Point> = {
  hasArea: false,
  isConvex: false,
  headline: 'area',
  mark: () => Mark.point,
  ringCount: () => 0,
  trace: ({ x, y }, _ring, _tolerance, into) => into.take([[x, y]]),
  draw: () => {},
  straightLines: ({ x, y }) => [[[x, y]]],
  distance: (shape, x, y) => Math.hypot(x - shape.x, y - shape.y),
  handles: () => [],
  dragged: shape => shape,
  withoutVertex: () => ({ refusal: 'This shape has no vertices to remove.' }),
  mapped(shape, move) {
    const [x, y] = move([shape.x, shape.y])
    return { ...shape, x, y }
  },
  size: () => ({ width: 0, height: 0 }),
  resized: shape => shape,
  rounded: ({ kind, x, y }) => ({ kind, x: roundedPlace(x), y: roundedPlace(y) }),
  lengths: () => ({ length: null, perimeter: null, diameter: null }),
  isDegenerate: () => false,
  fault: () => null,
  crossesItself: () => false
}
