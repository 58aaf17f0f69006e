import { wrapLongitude } from '../../../../shared/navigation/fix.ts'
import { readDegrees } from '../../media/written-degrees.ts'

/**
 * Reads a coordinate from a cell. Longitudes may range from −180 to 180 or from 0 to 360.
 * @returns degrees; NaN when the cell cannot be read or is out of range; null when the cell is empty
 */
export function readCoordinate(cell: string, axis: 'latitude' | 'longitude', decimalComma: boolean): number | null {
  const reading = readDegrees(cell, axis === 'longitude' ? 'eastward' : axis, decimalComma)
  if (!reading) return null
  if ('problem' in reading) return Number.NaN
  return axis === 'longitude' ? wrapLongitude(reading.value) : reading.value
}
