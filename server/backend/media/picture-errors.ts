import { mediaCodes } from '../../../shared/error-codes/media.ts'
import { codedError } from '../../lib/coded-error.ts'

export const NotAnImage = codedError(mediaCodes.NOT_AN_IMAGE)
export const EmptyFile = codedError(mediaCodes.EMPTY_FILE)
export const BrokenImage = codedError(mediaCodes.BROKEN_IMAGE)
export const TooManyPixels = codedError(mediaCodes.TOO_MANY_PIXELS)
