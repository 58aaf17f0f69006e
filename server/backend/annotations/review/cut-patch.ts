import { open } from 'node:fs/promises'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { Rectangle } from '../../../../shared/geometry/outline.ts'
import { pyramidLevels } from '../../../../shared/geometry/tile-pyramid.ts'
import { tileSizePx } from '../../../../shared/limits.ts'
import { type ReadPart, readTile } from '../../media/tile-pack.ts'
import { decoder } from '../../media/views.ts'
import { type PatchImage, patchPx, type Source } from './patch-source.ts'

/** Time in milliseconds for which an image stays decoded after its last crop. Crops of one image are often requested in succession. */
const keptMs = 5_000

interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 3 | 4
}

export interface WantedPatch {
  /** Path of the blob of `source`. */
  path: string
  image: PatchImage
  source: Source
  /** Region to crop, in image pixels. */
  region: Rectangle
}

/** Renders the crop of a region as WebP. */
export async function cutPatch({ path, image, source, region }: WantedPatch): Promise<Buffer> {
  if (source.kind !== 'tiles') return cutFromWhole(image, await decoded(path), region)
  const file = await open(path, 'r')
  try {
    const read: ReadPart = async ({ start, end }) => (await file.read(Buffer.alloc(end - start + 1), 0, end - start + 1, start)).buffer
    return await cutFromTiles(read, image, source.level, region)
  } finally {
    await file.close()
  }
}

let kept: { path: string; pixels: Promise<Pixels>; timer: NodeJS.Timeout } | null = null

/** Pixels of an image, decoded now or cached from the last call. */
function decoded(path: string): Promise<Pixels> {
  clearTimeout(kept?.timer)
  const pixels = kept?.path === path ? kept.pixels : decodeWhole(path)
  const timer = setTimeout(forget, keptMs).unref()
  kept = { path, pixels, timer }
  pixels.catch(forget)
  return pixels
}

function forget() {
  kept = null
}

/** Decodes a whole image and applies its EXIF orientation. */
async function decodeWhole(path: string): Promise<Pixels> {
  const { data, info } = await decoder(path, 'what is there').toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  if (info.channels !== 3 && info.channels !== 4) throw new Error(`The decoded image has ${info.channels} channels, not 3 or 4`)
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** Cuts the crop of a region from a decoded picture of the whole image, at any resolution. @param region in image pixels */
function cutFromWhole(image: PatchImage, pixels: Pixels, region: Rectangle): Promise<Buffer> {
  const { data, ...raw } = pixels
  return finished(sharp(data, { raw }).extract(scaled(region, pixels.width / image.width, pixels.height / image.height, pixels)))
}

/** Assembles the crop of a region from the tiles that it overlaps. */
async function cutFromTiles(read: ReadPart, image: PatchImage, level: number, region: Rectangle): Promise<Buffer> {
  const levels = pyramidLevels(image.width, image.height)
  const size = levels[level]
  if (!size) throw new Error('an image without tiles')
  const part = scaled(region, size.width / image.width, size.height / image.height, size)
  const [firstColumn, firstRow] = [Math.floor(part.left / tileSizePx), Math.floor(part.top / tileSizePx)]
  const lastColumn = Math.floor((part.left + part.width - 1) / tileSizePx)
  const lastRow = Math.floor((part.top + part.height - 1) / tileSizePx)
  const tiles: OverlayOptions[] = []
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const input = await readTile(read, levels, { level, column, row })
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

/** Region scaled to a picture of the image at another resolution. It has at least one pixel and lies inside the picture. */
function scaled(region: Rectangle, scaleX: number, scaleY: number, whole: { width: number; height: number }) {
  const left = Math.min(Math.floor(region.x * scaleX), whole.width - 1)
  const top = Math.min(Math.floor(region.y * scaleY), whole.height - 1)
  const right = Math.min(whole.width, Math.max(left + 1, Math.round((region.x + region.width) * scaleX)))
  const bottom = Math.min(whole.height, Math.max(top + 1, Math.round((region.y + region.height) * scaleY)))
  return { left, top, width: right - left, height: bottom - top }
}
