import type { Shape } from '../../../shared/contracts/shapes.ts'
import { largestDiameter, shapeLength, wayLength } from '../../../shared/geometry/diameter.ts'
import { formatNumber, formatQuantity } from '../../ui/format.ts'

export interface Length {
  px: number
  meters: number | null
}

export interface Area {
  /** Square pixels. */
  px: number
  squareMeters: number | null
}

/** Null is what a shape does not have: a point has nothing, a line no area and no perimeter, a round shape or a polygon no length. */
export interface Measures {
  length: Length | null
  perimeter: Length | null
  diameter: Length | null
  area: Area | null
}

/**
 * In pixels of the picture, and in metres when it is known how long a pixel is: lengths × m, areas × m², as if all lay in one plane
 * that faces the camera.
 * @param areaPx square pixels that the shape covers; null where they are not known
 */
export function measuresOf(shape: Shape, metersPerPixel: number | null, areaPx: number | null): Measures {
  const length = (px: number | null): Length | null =>
    px === null ? null : { px, meters: metersPerPixel === null ? null : px * metersPerPixel }
  const isFlat = shape.kind !== 'point' && shape.kind !== 'line'
  const area = isFlat ? areaPx : null
  return {
    length: length(hasLength(shape) ? shapeLength(shape) : null),
    perimeter: length(isFlat ? perimeterPx(shape) : null),
    diameter: length(shape.kind === 'point' ? null : largestDiameter(shape)),
    area: area === null ? null : { px: area, squareMeters: metersPerPixel === null ? null : area * metersPerPixel ** 2 }
  }
}

const hasLength = ({ kind }: Shape) => kind === 'line' || kind === 'box' || kind === 'rotatedBox'

/**
 * Box 2 (w + h); circle 2 π r; polygon the sum of its edges, those of its holes too (OGC Simple Features).
 * Ellipse π (a + b) (1 + 3 h / (10 + √(4 − 3 h))) with h = (a − b)² / (a + b)²: off by less than 0.05 %.
 * Source: Ramanujan 1914, Modular equations and approximations to π. 0 for a point and a line.
 */
export function perimeterPx(shape: Shape): number {
  switch (shape.kind) {
    case 'point':
    case 'line':
      return 0
    case 'box':
    case 'rotatedBox':
      return 2 * (shape.width + shape.height)
    case 'circle':
      return 2 * Math.PI * shape.radius
    case 'ellipse': {
      const sum = shape.radiusX + shape.radiusY
      const h = ((shape.radiusX - shape.radiusY) / sum) ** 2
      return Math.PI * sum * (1 + (3 * h) / (10 + Math.sqrt(4 - 3 * h)))
    }
    case 'polygon':
      return [shape.points, ...(shape.holes ?? [])].reduce((sum, ring) => sum + wayLength([...ring, ...ring.slice(0, 1)]), 0)
  }
}

/** `312 px`, or `312 px · 8.4 cm`. */
export function formatLength({ px, meters }: Length): string {
  const pixels = formatQuantity(px, 'px', px < 100 ? 1 : 0)
  return meters === null ? pixels : `${pixels} · ${formatMeters(meters)}`
}

/** `5 210 px²`, or `5 210 px² · 3.8 cm²`. */
export function formatArea({ px, squareMeters }: Area): string {
  const pixels = formatQuantity(px, 'px²', px < 100 ? 1 : 0)
  return squareMeters === null ? pixels : `${pixels} · ${formatSquareMeters(squareMeters)}`
}

/** `8.4 cm`: below a centimetre in mm, below a metre in cm. */
export function formatMeters(meters: number): string {
  const [value, unit] = meters < 0.01 ? [meters * 1000, 'mm'] : meters < 1 ? [meters * 100, 'cm'] : [meters, 'm']
  return formatQuantity(value, unit, digitsOf(value))
}

/** `3.8 cm²`: below a tenth of a square metre in cm². */
export function formatSquareMeters(squareMeters: number): string {
  const [value, unit] = squareMeters < 0.1 ? [squareMeters * 10_000, 'cm²'] : [squareMeters, 'm²']
  return formatQuantity(value, unit, digitsOf(value))
}

/** `0.25 mm per px` */
export const formatScale = (metersPerPixel: number) => `${formatNumber(Number((metersPerPixel * 1000).toPrecision(3)), 6)}\u2009mm per px`

/** About three digits that count. */
const digitsOf = (value: number) => (value < 10 ? 2 : value < 100 ? 1 : 0)
