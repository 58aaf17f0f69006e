import sharp from 'sharp'
import { imageFormat, signatureBytes } from '../media/formats.ts'
import { bufferBytes } from '../media/parts/bytes.ts'
import { checkParts, OvergrownPicture } from '../media/parts/parts.ts'
import { UnreadablePicture } from './errors.ts'

export const avatarSizePx = 256
/** Maximum number of pixels to decode. A 50-megapixel picture takes 150 MB of memory; no portrait needs more. */
const pixelLimit = 50_000_000
const readable = new Set(['jpeg', 'png', 'webp'])

/**
 * Converts an uploaded picture to a square, upright WebP. Metadata is dropped, because a photo may contain the coordinates of someone's
 * home.
 * @throws UnreadablePicture | OvergrownPicture
 */
export async function cutAvatar(upload: Buffer): Promise<Buffer> {
  try {
    const format = imageFormat(upload.subarray(0, signatureBytes))
    if (format) checkParts(bufferBytes(upload), format, 'The picture')
    const image = sharp(upload, { limitInputPixels: pixelLimit, failOn: 'error' })
    const { format: found } = await image.metadata()
    if (!found || !readable.has(found)) throw new Error(`the format is ${found ?? 'unknown'}, not JPEG, PNG or WebP`)
    return await image
      .autoOrient()
      .resize(avatarSizePx, avatarSizePx, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    if (error instanceof OvergrownPicture) throw error
    throw new UnreadablePicture((error as Error).message.split('\n')[0]?.slice(0, 200), { cause: error })
  }
}
