import { join } from 'node:path'
import sharp from 'sharp'
import { imagePixelLimit, tileSizePx } from '../../../shared/limits.ts'

// Each picture is read only once, so a cache would waste memory. Each picture is decoded by a single thread.
sharp.cache(false)
sharp.concurrency(1)

const smallPx = 320
const largePx = 1600

/** Required completeness of a picture: `whole`, or `what is there` for a picture accepted despite a damaged end. */
export type Strictness = 'whole' | 'what is there'

/** Creates a decoder for any view of a picture. With `whole`, decoding fails if the end of the picture is missing. */
export function decoder(path: string, strictness: Strictness, orientation = 1) {
  const failOn = strictness === 'whole' ? 'truncated' : 'none'
  // Rotation needs the whole picture. With random access, libvips keeps large pictures in a file instead of in memory.
  return sharp(path, { limitInputPixels: imagePixelLimit, failOn, sequentialRead: orientation === 1 }).autoOrient()
}

/** Makes a WebP of at most 320 × 320 px. */
export function smallThumbnail(path: string, strictness: Strictness): Promise<Buffer> {
  const fitted = decoder(path, strictness).resize(smallPx, smallPx, { fit: 'inside', withoutEnlargement: true })
  return fitted.webp({ quality: 75, effort: 2 }).toBuffer()
}

/** Makes a WebP of at most 1600 × 1600 px. */
export function largeThumbnail(path: string): Promise<Buffer> {
  const fitted = decoder(path, 'what is there').resize(largePx, largePx, { fit: 'inside', withoutEnlargement: true })
  return fitted.webp({ quality: 82, effort: 2 }).toBuffer()
}

/** Writes the JPEG tiles (quality 85) of all levels to a folder, for `packTiles`. */
export async function cutTiles(path: string, folder: string): Promise<void> {
  const { orientation } = await sharp(path, { limitInputPixels: imagePixelLimit }).metadata()
  await decoder(path, 'what is there', orientation)
    .flatten({ background: '#000' })
    .jpeg({ quality: 85 })
    .tile({ size: tileSizePx, overlap: 0, layout: 'dz', depth: 'onetile' })
    .toFile(join(folder, 'tiles.dz'))
}
