import type { Rectangle } from '../../../../shared/geometry/outline.ts'
import { pyramidLevels } from '../../../../shared/geometry/tile-pyramid.ts'

/** Longest side of a crop in pixels. */
export const patchPx = 192

/** Fields of an image that a crop needs. */
export interface PatchImage {
  id: string
  sha256: string
  width: number
  height: number
  large_sha256: string | null
  tiles_sha256: string | null
}

/** Source of pixels for a region: a level of the tile pyramid, the large thumbnail, or the file itself. */
export type Source = { kind: 'tiles'; level: number } | { kind: 'large' } | { kind: 'file' }

const largePx = 1600

/** Cheapest source in which the region's longer side has at least `patchPx` pixels. If the image has fewer, its full resolution is enough. */
export function sourceFor(image: PatchImage, region: Rectangle): Source {
  const scale = Math.min(1, patchPx / Math.max(region.width, region.height))
  const longest = Math.max(image.width, image.height)
  if (image.large_sha256 && Math.min(1, largePx / longest) >= scale) return { kind: 'large' }
  if (!image.tiles_sha256) return { kind: 'file' }
  const levels = pyramidLevels(image.width, image.height)
  const level = levels.findIndex(({ width }) => width / image.width >= scale)
  return { kind: 'tiles', level: level < 0 ? levels.length - 1 : level }
}

/** SHA-256 that names a source's blob. */
export function blobOf(image: PatchImage, { kind }: Source): string {
  const sha256 = { tiles: image.tiles_sha256, large: image.large_sha256, file: image.sha256 }[kind]
  if (!sha256) throw new Error(`an image without ${kind}`)
  return sha256
}
