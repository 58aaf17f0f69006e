import { pyramidLevels } from '../../../../shared/geometry/tile-pyramid.ts'
import { tileSizePx } from '../../../../shared/limits.ts'
import { stills } from '../../../canvas/sources/still-source.ts'
import { contentUrl, thumbnailUrl, tileUrl } from '../../../imagery/addresses.ts'
import { fetchTile } from '../../../imagery/fetch-tile.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { levelFor, tilesIn } from '../../../imagery/tiles.ts'
import type { Rectangle } from '../../../imagery/viewport.ts'
import { texts } from './texts.ts'

/** Part of an image in its own pixels. */
interface Piece extends Rectangle {
  bitmap: ImageBitmap
  release: () => void
}

/**
 * Fetches a part of an image and scales it.
 * @param part in pixels of the image, with whole numbers
 * @throws ApiError when the pixels cannot be fetched, or DOMException when they cannot be decoded
 */
export async function cropPixels(image: ImageCard, part: Rectangle, width: number, height: number): Promise<Uint8ClampedArray> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new DOMException(texts.noCanvas, 'QuotaExceededError')
  context.imageSmoothingQuality = 'high'
  const [perX, perY] = [width / (part.right - part.left), height / (part.bottom - part.top)]
  for (const { bitmap, release, left, top, right, bottom } of await piecesOf(image, part, perX)) {
    context.drawImage(bitmap, (left - part.left) * perX, (top - part.top) * perY, (right - left) * perX, (bottom - top) * perY)
    release()
  }
  return context.getImageData(0, 0, width, height).data
}

/** Fetches the tiles of a part. An image without tiles is the one on the canvas; browsers cannot draw TIFF, so its preview serves. */
async function piecesOf(image: ImageCard, part: Rectangle, scale: number): Promise<Piece[]> {
  const { id, width, height, tiled, format } = image
  if (!tiled) {
    const taken = stills.take(format === 'image/tiff' ? thumbnailUrl(id, 'large') : contentUrl(id))
    try {
      return [{ bitmap: await taken.bitmap, release: taken.release, left: 0, top: 0, right: width, bottom: height }]
    } catch (error) {
      taken.release()
      throw error
    }
  }
  const levels = pyramidLevels(width, height)
  const level = levelFor(levels, scale)
  const grid = levels[level]!
  const [perX, perY] = [width / grid.width, height / grid.height]
  const tiles = tilesIn(levels, level, part)
  return Promise.all(
    tiles.map(async ({ column, row }): Promise<Piece> => {
      const bitmap = await fetchTile(tileUrl(id, level, column, row))
      const [left, top] = [column * tileSizePx, row * tileSizePx]
      const release = () => bitmap.close()
      return {
        bitmap,
        release,
        left: left * perX,
        top: top * perY,
        right: (left + bitmap.width) * perX,
        bottom: (top + bitmap.height) * perY
      }
    })
  )
}
