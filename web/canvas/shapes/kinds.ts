import type { Shape } from '../../../shared/contracts/shapes.ts'
import { box } from './box.ts'
import { circle } from './circle.ts'
import { ellipse } from './ellipse.ts'
import { line } from './line.ts'
import { point } from './point.ts'
import { polygon } from './polygon.ts'
import { rotatedBox } from './rotated-box.ts'
import type { ShapeKind } from './shape-kind.ts'

const kinds: { readonly [Kind in Shape['kind']]: ShapeKind<Extract<Shape, { kind: Kind }>> } = {
  point,
  box,
  rotatedBox,
  circle,
  ellipse,
  line,
  polygon
}

/** Operations for the kind of a shape: `kindOf(shape).handles(shape, …)`. */
export const kindOf = <S extends Shape>({ kind }: S) => kinds[kind] as unknown as ShapeKind<S>
