import type { MapPoints } from '../../../../shared/contracts/map.ts'
import { projected, wrappedLongitude } from '../../../../shared/geometry/map-projections.ts'
import type { MapSelection } from '../map-address.ts'
import type { annotationLayer } from './annotation-layer.ts'
import type { ChartData } from './chart-data.ts'
import { lineAt } from './chart-lines.ts'
import { groundResolution } from './ground-resolution.ts'
import type { ChartLayer } from './layers.ts'
import type { observationLayer } from './observation-layer.ts'
import { type ChartFrame, toPixel, worldShifts } from './pixels.ts'
import { cellCorners, sitePixels } from './place-painter.ts'

/** Largest distance of a click from the centre of a symbol, in pixels. */
const reach = 11
/** Largest distance of a click from a line, in pixels. */
const lineReach = 6

interface PickedLayers {
  hidden: readonly ChartLayer[]
  annotations: ReturnType<typeof annotationLayer>
  observations: ReturnType<typeof observationLayer>
}

/** Picks the item under a pixel. The order of priority is site, observations, annotations, image, footprint, track, hexagon. */
export function pick(
  frame: ChartFrame,
  at: readonly [number, number],
  data: ChartData,
  { hidden, annotations, observations }: PickedLayers
): MapSelection | null {
  const site = hidden.includes('sites') ? null : siteAt(frame, at, data.sites)
  if (site) return site
  const radiusInMeters = Math.max(1, Math.ceil(groundResolution(frame) * reach))
  const diamond = observations.diamondAt(frame, at)
  if (diamond) return { kind: 'place', ...roundedPlace(diamond), radiusInMeters: diamond.radiusInMeters }
  const ring = annotations.ringAt(frame, at)
  if (ring) return { kind: 'place', ...roundedPlace(ring), radiusInMeters: 1 }
  const image = hidden.includes('images') || !data.points ? null : imageAt(frame, at, data.points, radiusInMeters)
  if (image) return image
  const footprint = hidden.includes('sites') ? null : lineAt(frame, at, data.footprints, lineReach)
  if (footprint) return { kind: 'site', siteId: footprint.id }
  const track = hidden.includes('tracks') ? null : lineAt(frame, at, data.tracks, lineReach)
  if (track) return { kind: 'track', trackId: track.id }
  const cell = annotations.cellUnder(frame, at)
  return cell && { kind: 'place', ...roundedPlace(cell), radiusInMeters: cell.radiusInMeters }
}

function siteAt(frame: ChartFrame, at: readonly [number, number], sites: ChartData['sites']): MapSelection | null {
  const [nearest] = sitePixels(frame, sites)
    .map(({ site, x, y }) => ({ site, away: Math.hypot(x - at[0], y - at[1]) }))
    .filter(({ away }) => away <= reach)
    .toSorted((a, b) => a.away - b.away)
  return nearest ? { kind: 'site', siteId: nearest.site.id } : null
}

function imageAt(frame: ChartFrame, at: readonly [number, number], points: MapPoints, radiusInMeters: number): MapSelection | null {
  let best: { longitude: number; latitude: number; away: number } | null = null
  const shifts = worldShifts(frame)
  for (const [index, units] of points.longitudes.entries()) {
    const [longitude, latitude] = [units / 1e7, (points.latitudes[index] ?? 0) / 1e7]
    const [x, y] = projected(frame.projection, longitude, latitude)
    for (const shift of shifts) {
      const [px, py] = toPixel(frame, x + shift, y)
      const away = Math.hypot(px - at[0], py - at[1])
      if (away <= reach && (!best || away < best.away)) best = { longitude, latitude, away }
    }
  }
  if (best) return { kind: 'place', ...roundedPlace(best), radiusInMeters }
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
