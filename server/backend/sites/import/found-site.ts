import type { FoundSite } from '../../../../shared/contracts/site-imports.ts'
import { crossesItself, Tangled } from '../../../../shared/geometry/crossings.ts'
import { continuous, middleOfArea, middleOfLine, wktOfArea, wktOfLine } from '../../../../shared/geometry/drawn-wkt.ts'
import { type GeodesicPoint, geodesicArea } from '../../../../shared/geometry/geodesic.ts'
import { markNeeded } from '../../../../shared/geometry/simplify-line.ts'
import { wktFault } from '../../../../shared/geometry/wkt.ts'
import type { GivenFeature, GivenPosition } from './given-feature.ts'

const longestWkt = 10_000
const mostPoints = 20_000
const deepest = 11_000

/** Checks a feature of a file, and makes a site of it. */
export function foundSite(given: GivenFeature, name: string): Omit<FoundSite, 'isKnown'> {
  const { row, kind } = given
  const remarks = [...given.remarks]
  const read = placeOf(given, remarks)
  if (typeof read === 'string') return { row, name, kind, draft: null, faults: [read], remarks }
  const type = kind === 'area' ? 'site' : kind
  const notes = given.notes?.trim().slice(0, 10_000) || null
  return { row, name, kind, draft: { name, type, ...read, ...depthsOf(given, remarks), notes }, faults: [], remarks }
}

interface Place {
  decimalLatitude: number | null
  decimalLongitude: number | null
  footprintWKT: string | null
}

/** Place of a site, or a sentence about its fault. */
function placeOf({ kind, positions, footprintWKT = null }: GivenFeature, remarks: string[]): Place | string {
  if (positions.length > mostPoints) return `It has ${positions.length.toLocaleString('en')} points; at most 20,000 can be read`
  for (const [index, position] of positions.entries()) {
    const fault = positionFault(position)
    if (fault) return positions.length > 1 ? `Point ${index + 1}: ${fault}` : fault
  }
  const points = positions.map(([longitude, latitude]): GeodesicPoint => ({ longitude, latitude }))
  const [first] = points
  if (footprintWKT !== null) {
    const fault = footprintWKT.length > longestWkt ? 'is longer than 10,000 characters' : wktFault(footprintWKT)
    if (fault) return `Its footprintWKT ${fault}`
    return { ...(first ? at(first) : { decimalLatitude: null, decimalLongitude: null }), footprintWKT }
  }
  if (!first) return 'It has no position'
  if (kind === 'station') return { ...at(first), footprintWKT: null }
  return kind === 'area' ? areaOf(points, remarks) : lineOf(points, remarks)
}

function positionFault([longitude, latitude]: GivenPosition): string | null {
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return 'Its position is not two numbers'
  if (Math.abs(latitude) > 90)
    return Math.abs(longitude) <= 90
      ? `The latitude ${latitude} is beyond 90: are latitude and longitude swapped?`
      : `The latitude ${latitude} is beyond 90`
  return Math.abs(longitude) > 180 ? `The longitude ${longitude} is beyond 180` : null
}

function lineOf(points: readonly GeodesicPoint[], remarks: string[]): Place | string {
  if (points.length < 2) return 'A line needs two points or more'
  const drawn = fitted(points, wktOfLine, [[0, points.length - 1]], remarks)
  return drawn === null ? 'Its line is too long to be stored' : { ...at(middleOfLine(points)), footprintWKT: drawn.wkt }
}

function areaOf(given: readonly GeodesicPoint[], remarks: string[]): Place | string {
  const [first, last] = [given[0], given.at(-1)]
  const isClosed = given.length > 1 && first?.longitude === last?.longitude && first?.latitude === last?.latitude
  const points = isClosed ? given.slice(0, -1) : given
  if (points.length < 3) return 'An area needs three corners or more'
  if (geodesicArea([...points]).squareMeters < 1) return 'Its corners are on one line'
  const half = points.length >> 1
  const drawn = fitted(
    points,
    wktOfArea,
    [
      [0, half],
      [half, points.length]
    ],
    remarks
  )
  if (drawn === null) return 'Its outline is too long to be stored'
  if (isTangled(drawn.points)) return 'Its outline crosses itself'
  return { ...at(middleOfArea(points)), footprintWKT: drawn.wkt }
}

function isTangled(points: readonly GeodesicPoint[]): boolean {
  try {
    return crossesItself(continuous(points))
  } catch (error) {
    if (error instanceof Tangled) return true
    throw error
  }
}

/** Text of a shape with as many of its points as a site may have; null when no simpler shape is short enough. */
function fitted(
  points: readonly GeodesicPoint[],
  wktOf: (points: readonly GeodesicPoint[]) => string,
  stretches: readonly [number, number][],
  remarks: string[]
): { wkt: string; points: readonly GeodesicPoint[] } | null {
  const whole = wktOf(points)
  if (whole.length <= longestWkt) return { wkt: whole, points }
  const line = continuous(points)
  for (let tolerance = 1e-6; tolerance < 1; tolerance *= 2) {
    const needed = new Uint8Array(points.length)
    for (const ends of stretches) for (const end of ends) needed[end % points.length] = 1
    markNeeded(
      line,
      stretches.map(([start, end]) => [start, end]),
      tolerance,
      needed
    )
    const kept = points.filter((_, index) => needed[index] === 1)
    const wkt = wktOf(kept)
    if (wkt.length > longestWkt) continue
    const count = (number: number) => number.toLocaleString('en')
    remarks.push(`Drawn with ${count(kept.length)} of ${count(points.length)} points, at most ${Math.ceil(tolerance * 111_195)} m off`)
    return { wkt, points: kept }
  }
  return null
}

const at = ({ longitude, latitude }: GeodesicPoint) => ({
  decimalLatitude: Number(latitude.toFixed(7)),
  decimalLongitude: Number(longitude.toFixed(7))
})

/** Depths of a table, or from heights below the sea. */
function depthsOf({ positions, minimumDepthInMeters, maximumDepthInMeters }: GivenFeature, remarks: string[]) {
  const heights = positions.flatMap(([, , height]) => (height === undefined || !Number.isFinite(height) ? [] : [height]))
  const below = heights.filter(height => height < 0)
  const least = minimumDepthInMeters ?? (below.length > 0 ? -below.reduce((most, height) => Math.max(most, height), -Infinity) : null)
  const most = maximumDepthInMeters ?? (below.length > 0 ? -below.reduce((low, height) => Math.min(low, height), Infinity) : null)
  if (below.length > 0) remarks.push('Its height below the sea is read as depth')
  else if (heights.some(height => height > 0)) remarks.push('Its height above the sea is left out')
  if (
    [least, most].some(depth => depth !== null && (depth < -100 || depth > deepest)) ||
    (least !== null && most !== null && most < least)
  ) {
    remarks.push('Its depth is out of range and is left out')
    return { minimumDepthInMeters: null, maximumDepthInMeters: null }
  }
  return { minimumDepthInMeters: least, maximumDepthInMeters: most }
}
