import type { Shape } from '../../shared/contracts/shapes.ts'
import { formatNumber, formatQuantity } from '../ui/format.ts'
import { kindOf } from './shapes/kinds.ts'

export interface Length {
  px: number
  meters: number | null
}

export interface Area {
  /** Area in square pixels. */
  px: number
  squareMeters: number | null
}

/**
 * Measurements of a shape; null for those that do not apply to its kind. A point has none. A line has no area or perimeter. A circle,
 * ellipse or polygon has no length.
 */
export interface Measures {
  length: Length | null
  perimeter: Length | null
  diameter: Length | null
  area: Area | null
}

/**
 * Measures a shape in pixels of the picture, and in metres when the size of a pixel is known. Lengths are multiplied by metres per pixel,
 * areas by the square of that. This assumes that the shape lies in one plane that faces the camera.
 * @param areaPx area of the shape in square pixels; null where it is unknown
 */
export function measuresOf(shape: Shape, metersPerPixel: number | null, areaPx: number | null): Measures {
  const length = (px: number | null): Length | null =>
    px === null ? null : { px, meters: metersPerPixel === null ? null : px * metersPerPixel }
  const kind = kindOf(shape)
  const lengths = kind.lengths(shape)
  const area = kind.hasArea ? areaPx : null
  return {
    length: length(lengths.length),
    perimeter: length(lengths.perimeter),
    diameter: length(lengths.diameter),
    area: area === null ? null : { px: area, squareMeters: metersPerPixel === null ? null : area * metersPerPixel ** 2 }
  }
}

/** Length as `312 px`, or `312 px · 8.4 cm`. */
export function formatLength({ px, meters }: Length): string {
  const pixels = formatQuantity(px, 'px', px < 100 ? 1 : 0)
  return meters === null ? pixels : `${pixels} · ${formatMeters(meters)}`
}

/** Area as `5 210 px²`, or `5 210 px² · 3.8 cm²`. */
export function formatArea({ px, squareMeters }: Area): string {
  const pixels = formatQuantity(px, 'px²', px < 100 ? 1 : 0)
  return squareMeters === null ? pixels : `${pixels} · ${formatSquareMeters(squareMeters)}`
}

/** Formats a length such as `8.4 cm`: in mm below a centimetre, in cm below a metre, and in m above. */
export function formatMeters(meters: number): string {
  const [value, unit] = meters < 0.01 ? [meters * 1000, 'mm'] : meters < 1 ? [meters * 100, 'cm'] : [meters, 'm']
  return formatQuantity(value, unit, digitsOf(value))
}

/** Formats an area such as `3.8 cm²`: in cm² below a tenth of a square metre, and in m² above. */
export function formatSquareMeters(squareMeters: number): string {
  const [value, unit] = squareMeters < 0.1 ? [squareMeters * 10_000, 'cm²'] : [squareMeters, 'm²']
  return formatQuantity(value, unit, digitsOf(value))
}

/** Scale as `0.25 mm per px`. */
export const formatScale = (metersPerPixel: number) => `${formatNumber(Number((metersPerPixel * 1000).toPrecision(3)), 6)}\u2009mm per px`

/** Number of decimal places for about three significant digits. */
const digitsOf = (value: number) => (value < 10 ? 2 : value < 100 ? 1 : 0)
