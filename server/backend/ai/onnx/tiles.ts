import type { Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import type { Rectangle } from '../../../../shared/geometry/outline.ts'
import { suppressed } from './decode/nms.ts'

/** Largest ratio of the image's longer side to the input's longer side for which the image is not tiled. */
const longestUncut = 1.5
/** Overlap, relative to the smaller box, above which two boxes are the same object. */
const mostShared = 0.6
/** Distance in image pixels within which a box touches the edge of its tile. */
const touchPx = 1

/**
 * Returns the regions of an image to process, in image pixels: the whole image, or tiles. The tile size is doubled until the number of tiles
 * is within the limit.
 */
export function tilesOf({ task, tiling, input }: Manifest, width: number, height: number): Rectangle[] {
  const whole = { x: 0, y: 0, width, height }
  const isCut = task === 'detect' || task === 'segment_instance'
  if (!isCut || !tiling?.enabled || Math.max(width, height) <= longestUncut * Math.max(...input.size)) return [whole]
  for (let tile = tiling.tile; ; tile *= 2) {
    const columns = startsOf(width, tile, tiling.overlap)
    const rows = startsOf(height, tile, tiling.overlap)
    if (columns.length * rows.length > tiling.maxTiles) continue
    return rows.flatMap(y => columns.map(x => ({ x, y, width: Math.min(tile, width), height: Math.min(tile, height) })))
  }
}

/** Returns the tile offsets along one side. The last tile ends at the edge. */
function startsOf(length: number, tile: number, overlap: number): number[] {
  if (length <= tile) return [0]
  const steps = Math.ceil((length - tile) / Math.max(1, Math.floor(tile * (1 - overlap))))
  return Array.from({ length: steps + 1 }, (_, step) => Math.round((step * (length - tile)) / steps))
}

/** Object in image pixels, with the tile it was found in. */
interface OfTile {
  x1: number
  y1: number
  x2: number
  y2: number
  score: number
  index: number
  tile: Rectangle
}

/** Merges candidates of the same object from several tiles. A whole object is preferred to one cut by an inner tile edge. */
export function mergeTiles<Object extends OfTile>(
  found: readonly Object[],
  image: { width: number; height: number },
  isAgnostic: boolean
): Object[] {
  const isCut = new Map(found.map(each => [each, touchesInside(each, image)]))
  const before = (one: object, other: object) => Number(isCut.get(one as Object) ?? false) - Number(isCut.get(other as Object) ?? false)
  return suppressed(found, { most: mostShared, isAgnostic, over: 'smaller', before })
}

function touchesInside({ x1, y1, x2, y2, tile }: OfTile, { width, height }: { width: number; height: number }): boolean {
  const [right, bottom] = [tile.x + tile.width, tile.y + tile.height]
  return (
    (tile.x > 0 && x1 <= tile.x + touchPx) ||
    (tile.y > 0 && y1 <= tile.y + touchPx) ||
    (right < width && x2 >= right - touchPx) ||
    (bottom < height && y2 >= bottom - touchPx)
  )
}
