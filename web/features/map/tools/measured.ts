import { type GeodesicPoint, geodesicArea, geodesicLength, geodesicLine, geodesicPath } from '../../../../shared/geometry/geodesic.ts'
import { formatNumber } from '../../../ui/format.ts'
import { texts } from '../texts.ts'

const { measure: words } = texts

export const measureKinds = ['distance', 'area'] as const
export type MeasureKind = (typeof measureKinds)[number]

/** Measured line or area, as drawn on the chart. */
export interface MeasuredLine {
  vertices: readonly GeodesicPoint[]
  /** Points along the geodesic, close enough to be joined with straight lines. */
  path: readonly GeodesicPoint[]
  isArea: boolean
}

/** Maximum length of a straight segment of a drawn geodesic, in metres. */
const step = 50_000

export function measuredLine(kind: MeasureKind, vertices: readonly GeodesicPoint[]): MeasuredLine {
  const isArea = kind === 'area' && vertices.length > 2
  const ends = isArea ? [...vertices, vertices[0]!] : vertices
  const path = ends.flatMap((to, index) => (index === 0 ? [to] : geodesicPath(ends[index - 1]!, to, step).slice(1)))
  return { vertices, path, isArea }
}

const thinSpace = '\u2009'
const metersPerMile = 1852
/** Formats a value with up to three decimals, or with up to one if it is 1000 or more. */
const inKilo = (value: number) => formatNumber(value, value < 1000 ? 3 : 1)

/** Formats a length in metres or kilometres, and in nautical miles. */
export function lengthWords(meters: number): string {
  const metric = meters < 1000 ? `${formatNumber(meters, 1)}${thinSpace}m` : `${inKilo(meters / 1000)}${thinSpace}km`
  return `${metric} · ${inKilo(meters / metersPerMile)}${thinSpace}nmi`
}

export const areaWords = (squareMeters: number): string =>
  squareMeters < 1e6 ? `${formatNumber(squareMeters, 0)}${thinSpace}m²` : `${inKilo(squareMeters / 1e6)}${thinSpace}km²`

/** Formats a measurement, with the perimeter or the last leg as details. Null while there are too few points. */
export function figureOf(kind: MeasureKind, vertices: readonly GeodesicPoint[]): { figure: string; details: string } | null {
  const [before, last] = vertices.slice(-2)
  if (kind === 'area') {
    if (vertices.length < 3) return null
    const { squareMeters, perimeterMeters } = geodesicArea(vertices)
    return { figure: areaWords(squareMeters), details: words.perimeter(lengthWords(perimeterMeters)) }
  }
  if (!before || !last) return null
  const { meters, initialBearing } = geodesicLine(before, last)
  return { figure: lengthWords(geodesicLength(vertices)), details: words.leg(lengthWords(meters), bearingWords(initialBearing)) }
}

/** Formats a true bearing in degrees, with three digits before the decimal point. */
const bearingWords = (degrees: number) => `${(degrees % 360).toFixed(1).padStart(5, '0')}°`
