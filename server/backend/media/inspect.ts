import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { imagePixelLimit } from '../../../shared/limits.ts'
import { type ExifFacts, readExif } from './exif.ts'
import { describeForeignFile, type ImageFormat, imageFormat, isCameraRaw, sharpFormats, signatureBytes } from './formats.ts'
import { withFileBytes } from './parts/bytes.ts'
import { checkParts } from './parts/parts.ts'
import { BrokenImage, EmptyFile, NotAnImage, TooManyPixels } from './picture-errors.ts'

export interface ImageFacts {
  format: ImageFormat
  /** Width of the upright picture in pixels. */
  width: number
  height: number
  /** EXIF orientation; 1 if the picture is stored upright. */
  orientation: number
  /** Whether the file is a progressive JPEG. It stores the whole picture in several scans, so no part is complete before the end. */
  progressive: boolean
  /** Facts that the camera recorded. */
  facts: ExifFacts
}

/**
 * Reads the header of a file and refuses unsupported formats, without decoding the picture.
 * @throws EmptyFile | NotAnImage | OvergrownPicture | BrokenImage | TooManyPixels with messages that contain the file name
 */
export async function inspectImage(path: string, fileName: string): Promise<ImageFacts> {
  const { start, sizeBytes } = await readStart(path)
  if (start.length === 0) throw new EmptyFile(fileName)
  const format = imageFormat(start)
  if (!format) throw new NotAnImage(fileName, describeForeignFile(start))
  if (isCameraRaw(fileName)) throw new NotAnImage(fileName, 'a camera raw file')
  withFileBytes(path, sizeBytes, bytes => checkParts(bytes, format, fileName))
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(error => {
      throw new BrokenImage(fileName, { cause: error })
    })
  if (header.format !== sharpFormats[format]) throw new NotAnImage(fileName, 'not in the format that its first bytes indicate')
  const pixels = header.width * header.height
  if (pixels > imagePixelLimit) throw new TooManyPixels(fileName, Math.round(pixels / 1e6), imagePixelLimit / 1e6)
  const { width, height } = header.autoOrient
  const { orientation = 1, isProgressive: progressive = false } = header
  return { format, width, height, orientation, progressive, facts: readExif(header.exif) }
}

async function readStart(path: string): Promise<{ start: Buffer; sizeBytes: number }> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0)
    return { start: buffer.subarray(0, bytesRead), sizeBytes: (await file.stat()).size }
  } finally {
    await file.close()
  }
}
