import createError from '@fastify/error'

export const NotAnImage = createError('NOT_AN_IMAGE', '%s is %s: only JPEG, PNG, TIFF and WebP images can be added', 415)
export const EmptyFile = createError('EMPTY_FILE', '%s is empty (0 bytes): check the file where you copied it from', 422)
export const BrokenImage = createError(
  'BROKEN_IMAGE',
  '%s cannot be read to its end: it is cut off or damaged. Copy it again from the camera and retry',
  422
)
export const TooManyPixels = createError('TOO_MANY_PIXELS', '%s has %s megapixels: images of up to %s megapixels can be added', 413)
