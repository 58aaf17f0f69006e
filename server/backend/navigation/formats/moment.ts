import { readMilliseconds } from '../../media/written-times.ts'

/**
 * A moment as tables write it.
 * @param utcOffsetMinutes of a time without a zone
 * @returns milliseconds since 1970, UTC; null for an empty cell; NaN for what cannot be read, does not exist or lies in the future
 */
export function readMoment(cell: string, utcOffsetMinutes: number): number | null {
  const reading = readMilliseconds(cell)
  if (!reading) return null
  if ('problem' in reading) return Number.NaN
  const { ms, isMoment } = reading.value
  return isMoment ? ms : ms - utcOffsetMinutes * 60_000
}
