import sharp from 'sharp'
import { imagePixelLimit } from '../../../shared/limits.ts'
import type { ImageFacts } from './inspect.ts'
import { BrokenImage } from './picture-errors.ts'
import { smallThumbnail } from './views.ts'

/** Largest fraction of rows that may be damaged. Old copies of field photographs often lack their last few hundred bytes. */
const acceptableShare = 0.01
/** Side of the largest common JPEG block (minimum coded unit) in pixels. Missing blocks decode to a single colour. */
const blockPx = 16

/**
 * Decodes a picture completely and makes its small thumbnail. Accepts a JPEG with a few damaged rows at the end, and returns their number.
 * @throws BrokenImage when more rows are damaged, or their number cannot be determined
 */
export async function decodeWhole(path: string, fileName: string, image: ImageFacts): Promise<{ small: Buffer; damagedRows: number }> {
  try {
    return { small: await smallThumbnail(path, 'whole'), damagedRows: 0 }
  } catch (cause) {
    const damagedRows = await damagedEnd(path, image, cause).catch(() => null)
    if (damagedRows === null) throw new BrokenImage(fileName, { cause })
    return { small: await smallThumbnail(path, 'what is there'), damagedRows }
  }
}

/** Returns the number of damaged rows at the end of a JPEG. Null when there are too many, or for any other damage. */
async function damagedEnd(path: string, image: ImageFacts, cause: unknown): Promise<number | null> {
  const endsEarly = cause instanceof Error && /premature end of JPEG/.test(cause.message)
  if (!endsEarly || image.format !== 'image/jpeg' || image.progressive) return null
  const { width, height } = await sharp(path).metadata()
  const acceptable = Math.floor(height * acceptableShare)
  const rows = Math.min(height, acceptable + 1)
  const columns = Math.min(width, blockPx)
  const { data, info } = await sharp(path, { limitInputPixels: imagePixelLimit, failOn: 'none' })
    .extract({ left: width - columns, top: height - rows, width: columns, height: rows })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rowBytes = columns * info.channels
  let damaged = 0
  while (damaged < rows && isOneColour(data.subarray((rows - damaged - 1) * rowBytes, (rows - damaged) * rowBytes), info.channels))
    damaged += 1
  return damaged <= acceptable ? damaged : null
}

function isOneColour(row: Buffer, channels: number): boolean {
  return row.every((value, at) => at < channels || value === row[at - channels])
}
