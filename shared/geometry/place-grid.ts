/** Cell sizes of the grids in degrees, finest first; `hidden`: no position at all. */
export const placeGrids = ['0.01', '0.1', '1', 'hidden'] as const
export type PlaceGrid = (typeof placeGrids)[number]

/** Stricter of two grids; null is for exact positions. */
export const stricterGrid = (a: PlaceGrid | null, b: PlaceGrid | null): PlaceGrid | null => {
  if (a === null || b === null) return a ?? b
  return placeGrids.indexOf(a) > placeGrids.indexOf(b) ? a : b
}

/** Position in degrees, WGS 84. */
export interface GridPosition {
  decimalLatitude: number
  decimalLongitude: number
}

/** Units of 1e-7 degrees (1.1 cm) per degree. Whole units keep the cell borders exact. */
const unitsPerDegree = 1e7
const unitsPerCell: Record<Exclude<PlaceGrid, 'hidden'>, number> = { '0.01': 1e5, '0.1': 1e6, '1': 1e7 }

/** Length of a degree of latitude in metres, on a sphere with the mean radius of the earth, 6371 km. */
const metersPerDegree = 111_195

/**
 * Centre of the cell that contains a position. This centre never varies, so the exact place cannot be found by averaging repeated answers.
 * Cells begin at whole multiples of the grid. A position on a border belongs to the cell north or east of it. Latitude 90 belongs to the
 * last cell, and longitude 180 counts as −180. Null when the grid is `hidden`, or a coordinate is invalid.
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
 * Half the diagonal of a cell in whole metres, rounded up. Every place in the cell is within this distance of the centre. With the cell side
 * g in degrees, the formula is g/2 · 111,195 m · √(1 + cos² φ). φ is the latitude of the edge nearer to the equator, where the cell is
 * widest. For 0.1° at 40° N, the result is 7,004 m.
 * @param centreLatitude latitude of the centre of the cell, in degrees
 */
export function gridUncertainty(centreLatitude: number, grid: Cells): number {
  const half = unitsPerCell[grid] / unitsPerDegree / 2
  const edge = (Math.max(0, Math.abs(centreLatitude) - half) * Math.PI) / 180
  return Math.ceil(half * metersPerDegree * Math.sqrt(1 + Math.cos(edge) ** 2))
}

/** Text for `dwc:dataGeneralizations`; null for a withheld place. */
export function generalizationWords(grid: PlaceGrid): string | null {
  return grid === 'hidden' ? null : `Position generalised to a grid of ${grid} ${grid === '1' ? 'degree' : 'degrees'}`
}

/** Text for `dwc:informationWithheld`; null for a generalised place. */
export const withheldWords = (grid: PlaceGrid): string | null => (grid === 'hidden' ? 'Position withheld' : null)

/** Depth or altitude in whole metres, for viewers who do not get exact places. A depth to the centimetre would reveal the place on a chart. */
export const wholeMeters = (meters: number | null): number | null => (meters === null ? null : Math.round(meters) || 0)
