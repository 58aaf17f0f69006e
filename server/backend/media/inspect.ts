import { open } from 'node:fs/promises'
import createError from '@fastify/error'
import sharp from 'sharp'
import { imagePixelLimit } from '../../../shared/limits.ts'
import { describeForeignFile, type ImageFormat, imageFormat, isCameraRaw, sharpFormats, signatureBytes } from './formats.ts'

export const NotAnImage = createError('NOT_AN_IMAGE', '%s is %s: only JPEG, PNG, TIFF and WebP images can be added', 415)
export const EmptyFile = createError('EMPTY_FILE', '%s is empty (0 bytes): check the file where you copied it from', 422)
export const BrokenImage = createError(
  'BROKEN_IMAGE',
  '%s cannot be read to its end: it is cut off or damaged. Copy it again from the camera and retry',
  422
)
export const TooManyPixels = createError('TOO_MANY_PIXELS', '%s has %s megapixels: images of up to %s megapixels can be added', 413)

export interface ImageFacts {
  format: ImageFormat
  /** Pixels of the upright picture. */
  width: number
  height: number
  /** EXIF orientation, 1 when upright as stored. */
  orientation: number
  /** Stored in several passes over the whole picture (JPEG), so that no part of it is whole before the end. */
  progressive: boolean
  exif: Buffer | undefined
}

/**
 * Reads the header of a file and refuses what is not an image that we take; decodes nothing.
 * @throws EmptyFile | NotAnImage | BrokenImage | TooManyPixels with sentences that name the file
 */
export async function inspectImage(path: string, fileName: string): Promise<ImageFacts> {
  const start = await readStart(path)
  if (start.length === 0) throw new EmptyFile(fileName)
  const format = imageFormat(start)
  if (!format) throw new NotAnImage(fileName, describeForeignFile(start))
  if (isCameraRaw(fileName)) throw new NotAnImage(fileName, 'a camera raw file')
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(error => {
      throw new BrokenImage(fileName, { cause: error })
    })
  if (header.format !== sharpFormats[format]) throw new NotAnImage(fileName, 'not what its first bytes say')
  const pixels = header.width * header.height
  if (pixels > imagePixelLimit) throw new TooManyPixels(fileName, Math.round(pixels / 1e6), imagePixelLimit / 1e6)
  const { width, height } = header.autoOrient
  return { format, width, height, orientation: header.orientation ?? 1, progressive: header.isProgressive ?? false, exif: header.exif }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
