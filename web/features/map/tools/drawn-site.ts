import { crossesItself } from '../../../../shared/geometry/crossings.ts'
import { continuous, middleOfArea, middleOfLine, wktOfArea, wktOfLine } from '../../../../shared/geometry/drawn-wkt.ts'
import { type GeodesicPoint, geodesicArea } from '../../../../shared/geometry/geodesic.ts'
import { texts } from '../texts.ts'
import type { DrawKind, DrawnPlace } from './draw-task.ts'

const { draw: words } = texts

export const fewestPoints: Record<DrawKind, number> = { station: 1, transect: 2, area: 3 }

/** Maximum length of a site's footprint as WKT, in characters. */
const longestWkt = 10_000

/** Returns the place of a drawn site, or a sentence that explains why the drawing is invalid. */
export function drawnPlace(kind: DrawKind, points: readonly GeodesicPoint[]): DrawnPlace | string {
  const [first] = points
  if (!first || points.length < fewestPoints[kind]) return words.tooFew(kind)
  if (kind === 'station') return { ...positionOf(first), footprintWKT: null }
  if (kind === 'area' && geodesicArea(points).squareMeters < 1) return words.noArea
  if (kind === 'area' && crossesItself(continuous(points))) return words.crosses
  const footprintWKT = kind === 'area' ? wktOfArea(points) : wktOfLine(points)
  if (footprintWKT.length > longestWkt) return words.tooLong
  return { ...positionOf(kind === 'area' ? middleOfArea(points) : middleOfLine(points)), footprintWKT }
}

const rounded = (degrees: number) => Number(degrees.toFixed(7))
const positionOf = ({ longitude, latitude }: GeodesicPoint) => ({
  decimalLatitude: rounded(latitude),
  decimalLongitude: rounded(longitude)
})
