import { Compile } from 'typebox/compile'
import { Shape } from '../../../../../shared/contracts/shapes.ts'
import { isObject } from '../../../files/json.ts'

const contract = Compile(Shape)

/** The shape as we wrote it beside COCO's own; null when there is none, or it was tampered with. */
export function ownShape(isobath: unknown): Shape | null {
  return isObject(isobath) && contract.Check(isobath.shape) ? isobath.shape : null
}
