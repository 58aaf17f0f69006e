import type * as H3 from 'h3-js'
import { loadLater } from '../../lib/load-later.ts'

const h3 = loadLater<typeof H3>('h3-js')

/** Finest H3 resolution. Cells are stored at this resolution. */
const finest = 15
/** Number of child slots per digit. An H3 index has one three-bit digit for each resolution. */
const childrenBase = 8

/** Position units per degree. */
export const unitsPerDegree = 1e7

/**
 * Returns the H3 cell of a position in degrees at resolution 15, as a safe integer. It consists of the base cell (7 bits) and 15 digits of 3 bits.
 * Bits that all these cells share are left out. The descendants of any coarser cell form one contiguous range.
 * Source: https://h3geo.org/docs/core-library/h3Indexing
 */
export function cellAt(latitude: number, longitude: number): number {
  const { h3IndexToSplitLong, latLngToCell } = h3()
  const [lower, upper] = h3IndexToSplitLong(latLngToCell(latitude, longitude, finest))
  return (upper & 0xfffff) * 2 ** 32 + (lower >>> 0)
}

/** Divisor that maps a stored cell to its parent at a resolution. The parent number is the quotient, rounded down. */
export const cellDivisor = (resolution: number): number => childrenBase ** (finest - resolution)

/** H3 index of a parent cell in hexadecimal. Unused digits are 7. */
export function indexOf(parent: number, resolution: number): string {
  const divisor = cellDivisor(resolution)
  const digits = parent * divisor + (divisor - 1)
  return `8${resolution.toString(16)}${digits.toString(16).padStart(13, '0')}`
}

/** Centre of a cell, in degrees. */
export const centreOf = (index: string): [latitude: number, longitude: number] => h3().cellToLatLng(index)

/** The 5 to 10 corners of a cell, in degrees. */
export const cornersOf = (index: string): [latitude: number, longitude: number][] => h3().cellToBoundary(index)
