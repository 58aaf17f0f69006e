import { codedError } from '../../lib/coded-error.ts'

export const NotAnImage = codedError('NOT_AN_IMAGE')
export const EmptyFile = codedError('EMPTY_FILE')
export const BrokenImage = codedError('BROKEN_IMAGE')
export const TooManyPixels = codedError('TOO_MANY_PIXELS')
