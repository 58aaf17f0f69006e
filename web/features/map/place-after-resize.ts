import { projected } from '../../../shared/geometry/map-projections.ts'
import { type ChartPlace, minZoom, resolutionOf, worldWidth } from './chart/views.ts'
import { positionsOf, type Whole, wholeIn, wholeProject } from './whole-project.ts'

/** Width and height of the chart in CSS pixels. */
type Size = readonly [width: number, height: number]

/** Position of the kept place after zooming out, as a fraction of the distance from the centre to the edge. */
const room = 0.86

/**
 * Returns the view after the chart has changed size, for example because a phone was turned. The centre of the view stays the same. A view of
 * the whole project shows all places again. Any other view keeps its zoom unless all visible places would leave it. The view then zooms out
 * to keep the nearest place.
 * @returns `place` itself if the view stays the same
 */
export function placeAfterResize(place: ChartPlace, whole: Whole, before: Size, after: Size): ChartPlace {
  if (after[0] <= 0 || after[1] <= 0) return place
  const fits = [(size: Size) => wholeProject(whole, size, place), (size: Size) => wholeIn(place.projection, whole, size)]
  const fit = fits.find(fit => isSame(place, fit(before)))
  if (fit) return fit(after)
  const offsets = positionsOf(whole).map(position => offsetOf(place, position))
  const seen = offsets.filter(offset => overshoot(offset, before) <= 1)
  if (seen.length === 0 || seen.some(offset => overshoot(offset, after) <= 1)) return place
  const least = seen.reduce((least, offset) => Math.min(least, overshoot(offset, after)), Infinity)
  return { ...place, zoom: Math.max(minZoom(place.projection), place.zoom - Math.log2(least / room)) }
}

/** Checks whether two views differ by less than the rounding of an address. */
function isSame(one: ChartPlace, other: ChartPlace): boolean {
  const [x, y] = offsetOf(one, [other.longitude, other.latitude])
  return Math.abs(one.zoom - other.zoom) < 0.02 && Math.hypot(x, y) < 2
}

/** Returns the distance of a position from the centre of a view, to the right and up, in CSS pixels. */
function offsetOf(place: ChartPlace, [longitude, latitude]: readonly [number, number]): Size {
  const { projection, zoom } = place
  const [x, y] = projected(projection, longitude, latitude)
  const [centreX, centreY] = projected(projection, place.longitude, place.latitude)
  const width = worldWidth(projection)
  const dx = width === null ? x - centreX : x - centreX - width * Math.round((x - centreX) / width)
  const resolution = resolutionOf(projection, zoom)
  return [dx / resolution, (y - centreY) / resolution]
}

/** Returns the distance from the centre relative to that of the edge; more than 1 outside the view. */
const overshoot = ([x, y]: Size, [width, height]: Size) => Math.max((2 * Math.abs(x)) / width, (2 * Math.abs(y)) / height)
