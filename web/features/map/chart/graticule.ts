import { projected, unprojected, wrappedLongitude } from '../../../../shared/geometry/map-projections.ts'
import { placeExtent } from '../../../../shared/geometry/place-extent.ts'
import { type ChartFrame, fromPixel, toPixel } from './pixels.ts'
import { isPolar, polarEdge, sideOf, worldTop } from './views.ts'

export interface Graticule {
  /** Longitudes in degrees, ascending. They exceed ±180 in a repeated world. */
  meridians: number[]
  parallels: number[]
  meridianStep: number
  parallelStep: number
}

/** Possible intervals in degrees. Below one degree, they are whole minutes. */
const steps = [30, 20, 10, 5, 2, 1, 1 / 2, 1 / 6, 1 / 12, 1 / 30, 1 / 60]

/** Returns the meridians and parallels of a frame. Each interval is the largest that fits four times, or three times in a small frame. */
export function graticuleOf(frame: ChartFrame): Graticule {
  const { west, east, south, north } = degreesOf(frame)
  const wanted = Math.min(frame.size[0], frame.size[1]) < 480 ? 3 : 4
  const meridianStep = stepFor(east - west, wanted)
  const parallelStep = stepFor(north - south, wanted)
  return {
    meridians: multiples(west, east, meridianStep),
    parallels: multiples(south, north, parallelStep).filter(latitude => Math.abs(latitude) < 90),
    meridianStep,
    parallelStep
  }
}

const stepFor = (span: number, wanted: number) => steps.find(step => span / step >= wanted) ?? steps.at(-1)!

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  return Array.from({ length: Math.max(0, Math.min(60, last - first + 1)) }, (_, index) => (first + index) * step)
}

/** Returns the bounds of the part of the earth in a frame, in degrees. */
export function degreesOf(frame: ChartFrame): { west: number; east: number; south: number; north: number } {
  const { projection, size } = frame
  if (!isPolar(projection)) {
    const top = worldTop(projection)
    const [left, upper] = fromPixel(frame, 0, 0)
    const [right, lower] = fromPixel(frame, size[0], size[1])
    const at = (x: number, y: number) => unprojected(projection, x, Math.max(-top, Math.min(top, y)))
    const [west, north] = at(left, upper)
    const [east, south] = at(right, lower)
    return { west, east, south, north }
  }
  const side = sideOf(projection)
  const samples: [number, number][] = []
  for (let column = 0; column <= 12; column++)
    for (let row = 0; row <= 12; row++) {
      const [longitude, latitude] = unprojected(projection, ...fromPixel(frame, (size[0] * column) / 12, (size[1] * row) / 12))
      if (side * latitude >= polarEdge) samples.push([longitude, latitude])
    }
  const found = placeExtent(samples) ?? { west: -180, east: 180, south: side * 60, north: side * 60 }
  const [x, y] = toPixel(frame, 0, 0)
  if (x < 0 || y < 0 || x > size[0] || y > size[1]) return found
  const far = side > 0 ? found.south : found.north
  return { west: -180, east: 179.999, south: Math.min(far, side * 90), north: Math.max(far, side * 90) }
}

/** Formats degrees as `30°W`, `16°30′S` or `0°`. 180° has no hemisphere. */
export function degreeWords(degrees: number, axis: 'longitude' | 'latitude'): string {
  const value = axis === 'longitude' ? wrappedLongitude(degrees) : degrees
  const minutes = Math.round(Math.abs(value) * 60)
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60]
  const number = rest === 0 ? `${whole}°` : `${whole}°${String(rest).padStart(2, '0')}′`
  if (minutes === 0 || (axis === 'longitude' && whole === 180)) return number
  if (axis === 'longitude') return `${number}${value < 0 ? 'W' : 'E'}`
  return `${number}${value < 0 ? 'S' : 'N'}`
}

/** Returns the ends of a meridian, in pixels. They run from the pole outwards on a polar chart, otherwise from north to south. */
export function meridianLine(frame: ChartFrame, longitude: number): [number, number][] {
  const { projection } = frame
  const ends = isPolar(projection) ? [90 * sideOf(projection), polarEdge * sideOf(projection)] : [90, -90]
  return ends.map(latitude => toPixel(frame, ...projected(projection, longitude, latitude)))
}

export function parallelLine(frame: ChartFrame, latitude: number): [number, number][] {
  const { projection, size } = frame
  if (!isPolar(projection)) {
    const [, y] = toPixel(frame, ...projected(projection, 0, latitude))
    return [
      [0, y],
      [size[0], y]
    ]
  }
  return Array.from({ length: 181 }, (_, index) => toPixel(frame, ...projected(projection, 2 * index, latitude)))
}
