import { Compile } from 'typebox/compile'
import { Shape } from '../../../../../shared/contracts/shapes.ts'
import { isObject } from '../../../files/json.ts'

const contract = Compile(Shape)

/** Shape that Isobath wrote in addition to that of COCO; null when it is missing or was changed. */
export function ownShape(isobath: unknown): Shape | null {
  return isObject(isobath) && contract.Check(isobath.shape) ? isobath.shape : null
}
