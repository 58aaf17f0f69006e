import { cellToBoundary, cellToLatLng, h3IndexToSplitLong, latLngToCell } from 'h3-js'

/** Finest resolution of H3, at which cells are stored. */
const finest = 15
/** Number of values of a digit. An H3 index has a digit of three bits for each resolution. */
const childrenBase = 8

/** Units of positions in a degree. */
export const unitsPerDegree = 1e7

/**
 * H3 cell of a position at resolution 15, without the bits that all such cells share. The base cell (7 bits) and 15 digits of 3 bits
 * fit in a safe integer. All children of a cell form one range. https://h3geo.org/docs/core-library/h3Indexing
 */
export function cellAt(latitude: number, longitude: number): number {
  const [lower, upper] = h3IndexToSplitLong(latLngToCell(latitude, longitude, finest))
  return (upper & 0xfffff) * 2 ** 32 + (lower >>> 0)
}

/** Divisor of a stored cell. The quotient, rounded down, is the number of its parent at a resolution. */
export const cellDivisor = (resolution: number): number => childrenBase ** (finest - resolution)

/** H3 index of a parent, as text. Unused digits are 7. */
export function indexOf(parent: number, resolution: number): string {
  const divisor = cellDivisor(resolution)
  const digits = parent * divisor + (divisor - 1)
  return `8${resolution.toString(16)}${digits.toString(16).padStart(13, '0')}`
}

/** Centre of a cell in degrees. */
export const centreOf = (index: string): [latitude: number, longitude: number] => cellToLatLng(index)

/** Corners of a cell in degrees, 5 to 10. */
export const cornersOf = (index: string): [latitude: number, longitude: number][] => cellToBoundary(index)
