import type { FoundSite } from '../../../../shared/contracts/site-imports.ts'
import { SiteDraft } from '../../../../shared/contracts/sites.ts'
import { crossesItself, Tangled } from '../../../../shared/geometry/crossings.ts'
import { continuous, middleOfArea, middleOfLine, wktOfArea, wktOfLine } from '../../../../shared/geometry/drawn-wkt.ts'
import { type GeodesicPoint, geodesicArea } from '../../../../shared/geometry/geodesic.ts'
import { wktFault } from '../../../../shared/geometry/wkt.ts'
import { compiledContract } from '../../../lib/compiled-contract.ts'
import { fittedShape, longestWkt } from './fitted-shape.ts'
import { middleOfFootprint } from './footprint-middle.ts'
import type { GivenFeature, GivenPosition } from './given-feature.ts'

const mostPoints = 20_000
const deepest = 11_000
/** Maximum length of notes in characters. With longer notes, the sites of one import would not fit into a request. */
const longestNotes = 2_000

/** Validates a feature of a file and converts it to a site. */
export function foundSite(given: GivenFeature, name: string): Omit<FoundSite, 'isKnown'> {
  const { row, kind } = given
  const remarks = [...given.remarks]
  const read = placeOf(given, remarks)
  if (typeof read === 'string') return { row, name, kind, draft: null, faults: [read], remarks }
  const type = kind === 'area' ? 'site' : kind
  const draft = { name, type, ...read, ...depthsOf(given, remarks), notes: notesOf(given, remarks) } as const
  const isFit = compiledContract(SiteDraft).Check(draft) && (draft.footprintWKT === null || wktFault(draft.footprintWKT) === null)
  return { row, name, kind, draft: isFit ? draft : null, faults: isFit ? [] : ['Its shape cannot be stored'], remarks }
}

/** Removes characters that a database cannot store, and truncates the text. */
export const storable = (text: string, most: number) => text.replaceAll('\0', '').slice(0, most).toWellFormed()

function notesOf({ notes }: GivenFeature, remarks: string[]): string | null {
  const text = notes?.slice(0, longestNotes + 1).trim() ?? ''
  if (text.length > longestNotes) remarks.push(`Its notes are cut off after ${longestNotes.toLocaleString('en')} characters`)
  return storable(text, longestNotes).trim() || null
}

interface Place {
  decimalLatitude: number | null
  decimalLongitude: number | null
  footprintWKT: string | null
}

/** Returns the position and footprint of a site, or a sentence about a fault. */
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
    const middle = first ?? middleOfFootprint(footprintWKT)
    return { ...(middle ? at(middle) : { decimalLatitude: null, decimalLongitude: null }), footprintWKT }
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
  if (points.length < 2) return 'A line needs at least two points'
  const drawn = fittedShape(points, wktOfLine, false)
  if (drawn === null) return 'Its line is too long to be stored'
  remarkOnShape(points.length, drawn, remarks)
  return { ...at(middleOfLine(points)), footprintWKT: drawn.wkt }
}

function areaOf(given: readonly GeodesicPoint[], remarks: string[]): Place | string {
  const [first, last] = [given[0], given.at(-1)]
  const isClosed = given.length > 1 && first?.longitude === last?.longitude && first?.latitude === last?.latitude
  const points = isClosed ? given.slice(0, -1) : given
  if (points.length < 3) return 'An area needs at least three corners'
  const longitudes = continuous(points).map(([longitude]) => longitude)
  const most = longitudes.reduce((a, b) => Math.max(a, b), -Infinity)
  if (most - longitudes.reduce((a, b) => Math.min(a, b), Infinity) > 180) return 'Its outline spans more than 180° of longitude'
  if (geodesicArea([...points]).squareMeters < 1) return 'Its corners are on one line'
  const middle = middleOfArea(points)
  if (!Number.isFinite(middle.longitude + middle.latitude) || Math.abs(middle.latitude) > 90) return 'Its outline crosses itself'
  const drawn = fittedShape(points, wktOfArea, true)
  if (drawn === null) return 'Its outline is too long to be stored'
  if (isTangled(drawn.points))
    return drawn.tolerance === 0
      ? 'Its outline crosses itself'
      : `Its outline crosses itself, at least when reduced to ${counted(drawn.points.length)} points: simplify it`
  remarkOnShape(points.length, drawn, remarks)
  return { ...at(middle), footprintWKT: drawn.wkt }
}

const counted = (number: number) => number.toLocaleString('en')

function remarkOnShape(count: number, { points, tolerance }: { points: readonly unknown[]; tolerance: number }, remarks: string[]): void {
  if (tolerance === 0) return
  const meters = Math.ceil(tolerance * 111_195)
  remarks.push(`Reduced to ${counted(points.length)} of ${counted(count)} points, at most ${counted(meters)} m off`)
}

function isTangled(points: readonly GeodesicPoint[]): boolean {
  try {
    return crossesItself(continuous(points))
  } catch (error) {
    if (error instanceof Tangled) return true
    throw error
  }
}

const at = ({ longitude, latitude }: GeodesicPoint) => ({
  decimalLatitude: Number(latitude.toFixed(7)),
  decimalLongitude: Number(longitude.toFixed(7))
})

/** Returns depths from the columns of a table, or from heights below sea level. */
function depthsOf({ positions, minimumDepthInMeters, maximumDepthInMeters }: GivenFeature, remarks: string[]) {
  const heights = positions.flatMap(([, , height]) => (height === undefined || !Number.isFinite(height) ? [] : [height]))
  const below = heights.filter(height => height < 0)
  const least = minimumDepthInMeters ?? (below.length > 0 ? -below.reduce((most, height) => Math.max(most, height), -Infinity) : null)
  const most = maximumDepthInMeters ?? (below.length > 0 ? -below.reduce((low, height) => Math.min(low, height), Infinity) : null)
  if (below.length > 0) remarks.push('Its height below sea level is read as depth')
  else if (heights.some(height => height > 0)) remarks.push('Its height above sea level is left out')
  if (
    [least, most].some(depth => depth !== null && (depth < -100 || depth > deepest)) ||
    (least !== null && most !== null && most < least)
  ) {
    remarks.push('Its depth is out of range and is left out')
    return { minimumDepthInMeters: null, maximumDepthInMeters: null }
  }
  return { minimumDepthInMeters: least, maximumDepthInMeters: most }
}
