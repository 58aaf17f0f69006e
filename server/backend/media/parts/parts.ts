import { mediaCodes } from '../../../../shared/error-codes/media.ts'
import { codedError } from '../../../lib/coded-error.ts'
import type { ImageFormat } from '../formats.ts'
import type { Bytes } from './bytes.ts'
import { checkJpeg } from './jpeg.ts'
import { TooMany } from './limits.ts'
import { checkPng } from './png.ts'
import { checkTiff } from './tiff.ts'
import { checkWebp } from './webp.ts'

export const OvergrownPicture = codedError(mediaCodes.OVERGROWN_PICTURE)

const checks: Record<ImageFormat, (bytes: Bytes) => void> = {
  'image/jpeg': checkJpeg,
  'image/png': checkPng,
  'image/tiff': checkTiff,
  'image/webp': checkWebp
}

/**
 * Counts the parts of a file other than the pixels before any library reads it. A small file can expand into gigabytes of text and tags.
 * @throws OvergrownPicture with the part and its limit
 */
export function checkParts(bytes: Bytes, format: ImageFormat, fileName: string): void {
  try {
    checks[format](bytes)
  } catch (error) {
    throw error instanceof TooMany ? new OvergrownPicture(fileName, error.message) : error
  }
}
