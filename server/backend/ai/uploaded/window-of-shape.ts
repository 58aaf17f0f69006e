import type { Shape } from '../../../../shared/contracts/shapes.ts'
import type { Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import { cropPlaceOf } from '../geometry.ts'
import type { Window } from '../onnx/placement.ts'

/** Returns the window around a shape that a model reads: that of its manifest around a point, and the fine crop of an area. */
export function windowOfShape({ crop, input }: Pick<Manifest, 'crop' | 'input'>, shape: Shape, imageWidth: number): Window {
  const { x, y, finePx } = cropPlaceOf(shape, imageWidth)
  return { x, y, sidePx: shape.kind === 'point' ? (crop?.fine ?? Math.max(...input.size)) : finePx }
}
