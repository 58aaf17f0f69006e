import type { Shape } from '../../../shared/contracts/shapes.ts'
import { shapeArea } from '../../../shared/geometry/outline.ts'

/** Minimum area of a shape: that of a square with sides of a hundredth of a pixel. */
const leastArea = 1e-4

const isDegenerate = (shape: Shape) => !(shapeArea(shape) >= leastArea)

/** Properties shared by the kinds of shape with an area. */
export const area = {
  hasArea: true,
  isConvex: true,
  headline: 'area',
  ringCount: () => 1,
  withoutVertex: () => ({ refusal: 'This shape has no vertices to remove.' }),
  isDegenerate,
  fault: (shape: Shape) => (isDegenerate(shape) ? 'The shape would have no area.' : null),
  crossesItself: () => false
} as const
