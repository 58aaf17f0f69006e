import sharp from 'sharp'
import { imagePixelLimit } from '../../../shared/limits.ts'
import type { ImageFacts } from './inspect.ts'
import { BrokenImage } from './picture-errors.ts'
import { smallThumbnail } from './views.ts'

/** Fraction of the rows that may be missing. Old copies of field photographs end a few hundred bytes early. */
const acceptableShare = 0.01
/** Side in pixels of the largest usual block of a JPEG, its minimum coded unit. Missing blocks are decoded as one colour. */
const blockPx = 16

/**
 * Decodes a picture to its end and makes its small thumbnail. A JPEG with a few damaged rows at its end is accepted, and their number is returned.
 * @throws BrokenImage when more is missing, or the number of damaged rows cannot be determined
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

/** Number of damaged rows at the end of a JPEG; null for too many, or for damage of another kind. */
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
