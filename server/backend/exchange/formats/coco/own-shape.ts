import { Compile } from 'typebox/compile'
import { Shape } from '../../../../../shared/contracts/shapes.ts'
import { isObject } from '../../../files/json.ts'

const contract = Compile(Shape)

/** Shape that Isobath recorded beside the COCO shape; null when it is missing or invalid. */
export function ownShape(isobath: unknown): Shape | null {
  return isObject(isobath) && contract.Check(isobath.shape) ? isobath.shape : null
}
