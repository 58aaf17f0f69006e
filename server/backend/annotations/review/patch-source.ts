import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { Rectangle } from '../../../../shared/geometry/outline.ts'
import { pyramidLevels } from '../../../../shared/geometry/tile-pyramid.ts'
import { tileSizePx } from '../../../../shared/limits.ts'
import { readTile } from '../../media/tile-pack.ts'
import { decoder } from '../../media/views.ts'
import type { Blobs } from '../../storage/blobs.ts'

/** Longest side of a patch in pixels. */
export const patchPx = 192

/** What a patch needs to know of an image. */
export interface PatchImage {
  id: string
  sha256: string
  width: number
  height: number
  large_sha256: string | null
  tiles_sha256: string | null
}

export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 3 | 4
}

/** Which pixels are enough for a region: a level of the tile pyramid, the large thumbnail, or the file itself. */
export type Source = { kind: 'tiles'; level: number } | { kind: 'large' } | { kind: 'file' }

const largePx = 1600

/** The cheapest source that still has `patchPx` pixels along the region, or all that there are. */
export function sourceFor(image: PatchImage, region: Rectangle): Source {
  const scale = Math.min(1, patchPx / Math.max(region.width, region.height))
  const longest = Math.max(image.width, image.height)
  if (image.large_sha256 && Math.min(1, largePx / longest) >= scale) return { kind: 'large' }
  if (!image.tiles_sha256) return { kind: 'file' }
  const levels = pyramidLevels(image.width, image.height)
  const level = levels.findIndex(({ width }) => width / image.width >= scale)
  return { kind: 'tiles', level: level < 0 ? levels.length - 1 : level }
}

/** Pixels of a whole image, upright. */
export async function decodeWhole(blobs: Blobs, image: PatchImage, source: 'large' | 'file'): Promise<Pixels> {
  const path = await blobs.localPath(source === 'large' && image.large_sha256 ? image.large_sha256 : image.sha256)
  const { data, info } = await decoder(path, 'what is there').toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  if (info.channels !== 3 && info.channels !== 4) throw new Error(`an image with ${info.channels} channels`)
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** The patch of a region, in pixels of the image, out of pixels that show the whole image in some size. */
export function cutFromWhole(image: PatchImage, pixels: Pixels, region: Rectangle): Promise<Buffer> {
  const { data, ...raw } = pixels
  return finished(sharp(data, { raw }).extract(scaled(region, pixels.width / image.width, pixels.height / image.height, pixels)))
}

/** The patch of a region out of the tiles that it touches. */
export async function cutFromTiles(blobs: Blobs, image: PatchImage, level: number, region: Rectangle): Promise<Buffer> {
  const levels = pyramidLevels(image.width, image.height)
  const size = levels[level]
  if (!size || !image.tiles_sha256) throw new Error('an image without tiles')
  const part = scaled(region, size.width / image.width, size.height / image.height, size)
  const [firstColumn, firstRow] = [Math.floor(part.left / tileSizePx), Math.floor(part.top / tileSizePx)]
  const lastColumn = Math.floor((part.left + part.width - 1) / tileSizePx)
  const lastRow = Math.floor((part.top + part.height - 1) / tileSizePx)
  const tiles: OverlayOptions[] = []
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const input = await readTile(blobs, image.tiles_sha256, levels, { level, column, row })
      tiles.push({ input, left: (column - firstColumn) * tileSizePx, top: (row - firstRow) * tileSizePx })
    }
  }
  const canvas = { width: (lastColumn - firstColumn + 1) * tileSizePx, height: (lastRow - firstRow + 1) * tileSizePx }
  const { data, info } = await sharp({ create: { ...canvas, channels: 3, background: '#000' } })
    .composite(tiles)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const offset = { left: part.left - firstColumn * tileSizePx, top: part.top - firstRow * tileSizePx }
  return finished(sharp(data, { raw: info }).extract({ ...part, ...offset }))
}

const finished = (cut: Sharp) =>
  cut
    .resize(patchPx, patchPx, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#000' })
    .webp({ quality: 80, effort: 2 })
    .toBuffer()

/** A region in another size of the image, at least one pixel and never outside. */
function scaled(region: Rectangle, scaleX: number, scaleY: number, whole: { width: number; height: number }) {
  const left = Math.min(Math.floor(region.x * scaleX), whole.width - 1)
  const top = Math.min(Math.floor(region.y * scaleY), whole.height - 1)
  const right = Math.min(whole.width, Math.max(left + 1, Math.round((region.x + region.width) * scaleX)))
  const bottom = Math.min(whole.height, Math.max(top + 1, Math.round((region.y + region.height) * scaleY)))
  return { left, top, width: right - left, height: bottom - top }
}
