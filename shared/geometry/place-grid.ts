/** Sides of cells in degrees, the finest first; `hidden`: no position at all. */
export const placeGrids = ['0.01', '0.1', '1', 'hidden'] as const
export type PlaceGrid = (typeof placeGrids)[number]

/** The stricter of two; null: exact. */
export const stricterGrid = (a: PlaceGrid | null, b: PlaceGrid | null): PlaceGrid | null => {
  if (a === null || b === null) return a ?? b
  return placeGrids.indexOf(a) > placeGrids.indexOf(b) ? a : b
}

/** Degrees, WGS 84. */
export interface GridPosition {
  decimalLatitude: number
  decimalLongitude: number
}

/** Positions are counted in whole units of 1e-7 degrees (1.1 cm), so that borders of cells are exact. */
const unitsPerDegree = 1e7
const unitsPerCell: Record<Exclude<PlaceGrid, 'hidden'>, number> = { '0.01': 1e5, '0.1': 1e6, '1': 1e7 }

/** Length of a degree of latitude on a sphere with the mean radius of the earth, 6371 km. */
const metersPerDegree = 111_195

/**
 * The centre of the cell that a position lies in: the same each time, so that repeated answers average to nothing else. Cells begin at
 * whole multiples of the grid; a position on a border belongs to the cell north or east of it, latitude 90 to the last cell, and
 * longitude 180 is −180. Null when the grid is `hidden`, or when a coordinate is none.
 */
export function gridPosition({ decimalLatitude, decimalLongitude }: GridPosition, grid: PlaceGrid): GridPosition | null {
  if (grid === 'hidden' || !(Math.abs(decimalLatitude) <= 90) || !(Math.abs(decimalLongitude) <= 180)) return null
  const last = 90 * unitsPerDegree - unitsPerCell[grid]
  const latitude = Math.min(cellStart(decimalLatitude, grid), last)
  const longitude = cellStart(decimalLongitude === 180 ? -180 : decimalLongitude, grid)
  return { decimalLatitude: centre(latitude, grid), decimalLongitude: centre(longitude, grid) }
}

type Cells = keyof typeof unitsPerCell

function cellStart(degrees: number, grid: Cells): number {
  const size = unitsPerCell[grid]
  return Math.floor(Math.round(degrees * unitsPerDegree) / size) * size
}

const centre = (start: number, grid: Cells) => (start + unitsPerCell[grid] / 2) / unitsPerDegree

/**
 * Half the diagonal of a cell in whole metres, rounded up: no place of the cell lies farther from its centre. With side g, in degrees, and
 * φ the latitude of the edge that is nearer to the equator, where a cell is widest: g/2 · 111,195 m · √(1 + cos² φ). 0.1° at 40° N: 7,004 m.
 * @param centreLatitude of the cell, degrees
 */
export function gridUncertainty(centreLatitude: number, grid: Cells): number {
  const half = unitsPerCell[grid] / unitsPerDegree / 2
  const edge = (Math.max(0, Math.abs(centreLatitude) - half) * Math.PI) / 180
  return Math.ceil(half * metersPerDegree * Math.sqrt(1 + Math.cos(edge) ** 2))
}

/** As `dwc:dataGeneralizations` has it; null for a place that is withheld. */
export function generalizationWords(grid: PlaceGrid): string | null {
  return grid === 'hidden' ? null : `Position given to a grid of ${grid} ${grid === '1' ? 'degree' : 'degrees'}`
}

/** As `dwc:informationWithheld` has it; null for a place that is given to a grid. */
export const withheldWords = (grid: PlaceGrid): string | null => (grid === 'hidden' ? 'Position withheld' : null)

/** Metres as others than those of the exact place get them. A depth to the centimetre finds a place on a chart. */
export const wholeMeters = (meters: number | null): number | null => (meters === null ? null : Math.round(meters) || 0)
