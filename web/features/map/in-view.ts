import type { MapCells, MapPoints } from '../../../shared/contracts/map.ts'
import { projected, unprojected, wrappedLongitude } from '../../../shared/geometry/map-projections.ts'
import type { ChartData, PlacedSite } from './chart/chart-data.ts'
import { groundResolution } from './chart/ground-resolution.ts'
import { type ChartFrame, fromPixel, toPixel, worldShifts } from './chart/pixels.ts'
import { sitePixels } from './chart/place-painter.ts'
import type { Around } from './queries.ts'

/** Data within the view of a chart at rest. */
export interface InView {
  sites: readonly PlacedSite[]
  /** Number of images; null when only a sample of their positions is loaded. */
  imageCount: number | null
  /** Circle that encloses the view. */
  around: Around
}

/** Half the circumference of the earth, in metres. */
const farthest = 20_037_508

export function inView(frame: ChartFrame, { points, sites }: ChartData): InView {
  const [width, height] = frame.size
  const isInside = (x: number, y: number) => x >= 0 && y >= 0 && x <= width && y <= height
  const seen = new Map(
    sitePixels(frame, sites)
      .filter(({ x, y }) => isInside(x, y))
      .map(one => [one.site.id, one])
  )
  const [longitude, latitude] = unprojected(frame.projection, ...fromPixel(frame, width / 2, height / 2))
  const radius = (groundResolution(frame) * Math.hypot(width, height)) / 2
  return {
    sites: [...seen.values()],
    imageCount: points && isSample(points) ? null : points ? countInside(frame, points, isInside) : 0,
    around: {
      longitude: Number(wrappedLongitude(longitude).toFixed(5)),
      latitude: Number(Math.max(-90, Math.min(90, latitude)).toFixed(5)),
      radiusInMeters: Math.ceil(Math.min(farthest, Number.isFinite(radius) ? radius : farthest))
    }
  }
}

/** Whether some exact positions were left out of an answer. */
export const isSample = ({ pointCount, longitudes }: MapPoints): boolean => pointCount > longitudes.length

/**
 * Number of images in view; undefined while it is unknown.
 * @param counted figures of the box of the view, for a sample of positions
 */
export const imageCountOf = (
  { imageCount }: InView,
  counted: Pick<MapCells, 'inViewCount' | 'isUpdating'> | undefined
): number | undefined => imageCount ?? (counted?.isUpdating === false ? counted.inViewCount : undefined)

function countInside(frame: ChartFrame, points: MapPoints, isInside: (x: number, y: number) => boolean): number {
  const shifts = worldShifts(frame)
  const isSeen = (longitude: number, latitude: number) => {
    const [x, y] = projected(frame.projection, longitude, latitude)
    return shifts.some(shift => isInside(...toPixel(frame, x + shift, y)))
  }
  const exact = points.longitudes.reduce((sum, units, index) => sum + Number(isSeen(units / 1e7, (points.latitudes[index] ?? 0) / 1e7)), 0)
  return points.cells.reduce((sum, cell) => sum + (isSeen(cell.decimalLongitude, cell.decimalLatitude) ? cell.count : 0), exact)
}
