import { readMilliseconds } from '../../media/written-times.ts'

/**
 * Reads a point in time in any of the usual notations of tables.
 * @param utcOffsetMinutes offset from UTC of times without a zone
 * @returns milliseconds since 1970, UTC; null for an empty cell; NaN for an unreadable, impossible or future time
 */
export function readMoment(cell: string, utcOffsetMinutes: number): number | null {
  const reading = readMilliseconds(cell)
  if (!reading) return null
  if ('problem' in reading) return Number.NaN
  const { ms, isMoment } = reading.value
  return isMoment ? ms : ms - utcOffsetMinutes * 60_000
}
