import type { Shape } from '../../../shared/contracts/shapes.ts'
import { shapeArea } from '../../../shared/geometry/outline.ts'

/** Area of a square of a hundredth of a pixel. */
const leastArea = 1e-4

const isDegenerate = (shape: Shape) => !(shapeArea(shape) >= leastArea)

/** Common parts of the kinds of shape with an area. */
export const area = {
  hasArea: true,
  isConvex: true,
  headline: 'area',
  ringCount: () => 1,
  withoutVertex: () => ({ refusal: 'This shape has no vertices to take out.' }),
  isDegenerate,
  fault: (shape: Shape) => (isDegenerate(shape) ? 'That would leave no area.' : null),
  crossesItself: () => false
} as const
