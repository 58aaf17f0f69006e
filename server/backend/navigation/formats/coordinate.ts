import { wrapLongitude } from '../../../../shared/navigation/fix.ts'
import { readDegrees } from '../../media/written-degrees.ts'

/**
 * Reads the degrees of a cell; longitudes count to 180 or to 360.
 * @returns NaN when it cannot be read or is out of range; null when the cell is empty
 */
export function readCoordinate(cell: string, axis: 'latitude' | 'longitude', decimalComma: boolean): number | null {
  const reading = readDegrees(cell, axis === 'longitude' ? 'eastward' : axis, decimalComma)
  if (!reading) return null
  if ('problem' in reading) return Number.NaN
  return axis === 'longitude' ? wrapLongitude(reading.value) : reading.value
}
