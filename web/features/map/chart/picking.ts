import { projected, wrappedLongitude } from '../../../../shared/geometry/map-projections.ts'
import type { MapSelection } from '../map-address.ts'
import type { ChartData } from './chart-data.ts'
import { groundResolution } from './ground-resolution.ts'
import { type ChartFrame, toPixel, worldShifts } from './pixels.ts'
import { cellCorners, sitePixels } from './place-painter.ts'

/** Largest distance of a click from the centre of a symbol, in pixels. */
const reach = 11

/** Picks the item under a pixel: a site, else an image, else a grid cell. */
export function pick(
  frame: ChartFrame,
  at: readonly [number, number],
  { points, sites }: ChartData,
  hidesSites: boolean
): MapSelection | null {
  const distance = (x: number, y: number) => Math.hypot(x - at[0], y - at[1])
  const near = hidesSites
    ? []
    : sitePixels(frame, sites)
        .map(({ site, x, y }) => ({ site, away: distance(x, y) }))
        .filter(({ away }) => away <= reach)
  const [site] = near.toSorted((a, b) => a.away - b.away)
  if (site) return { kind: 'site', siteId: site.site.id }
  if (!points) return null

  let best: { longitude: number; latitude: number; away: number } | null = null
  const shifts = worldShifts(frame)
  for (const [index, units] of points.longitudes.entries()) {
    const [longitude, latitude] = [units / 1e7, (points.latitudes[index] ?? 0) / 1e7]
    const [x, y] = projected(frame.projection, longitude, latitude)
    for (const shift of shifts) {
      const away = distance(...toPixel(frame, x + shift, y))
      if (away <= reach && (!best || away < best.away)) best = { longitude, latitude, away }
    }
  }
  if (best) return { kind: 'place', ...roundedPlace(best), radiusInMeters: Math.max(1, Math.ceil(groundResolution(frame) * reach)) }
  const inside = points.cells.find(cell =>
    shifts.some(shift => {
      const corners = cellCorners(cell, frame.projection).map(([left, top]) => toPixel(frame, left + shift, top))
      const [xs, ys] = [corners.map(([px]) => px), corners.map(([, py]) => py)]
      const margin = 4
      return (
        at[0] >= Math.min(...xs) - margin &&
        at[0] <= Math.max(...xs) + margin &&
        at[1] >= Math.min(...ys) - margin &&
        at[1] <= Math.max(...ys) + margin
      )
    })
  )
  if (!inside) return null
  return { kind: 'place', longitude: inside.decimalLongitude, latitude: inside.decimalLatitude, radiusInMeters: 1 }
}

const roundedPlace = ({ longitude, latitude }: { longitude: number; latitude: number }) => ({
  longitude: Number(wrappedLongitude(longitude).toFixed(7)),
  latitude: Number(latitude.toFixed(7))
})
