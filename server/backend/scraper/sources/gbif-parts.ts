import type { Box } from './area.ts'

/** Part of a query, split further until it is small enough for the GBIF search. */
export interface Part {
  /** First calendar day, inclusive like the last; null when the query has none. */
  from: string | null
  to: string | null
  box: Box | null
}

/** Maximum number of records that the GBIF search returns for a query. */
export const mostInSearch = 100_000

const dayMs = 86_400_000
const earliest = '1600-01-01'
/** Minimum width, in degrees, of an area that is split further. */
const smallest = 0.01

/**
 * Splits a part that is too large: first by date, down to single days, then by longitude.
 * @returns null for a part that cannot be split further
 */
export function divided({ from, to, box }: Part, today: string): Part[] | null {
  const [first, last] = [Date.parse(from ?? earliest), Date.parse(to ?? today)]
  if (last > first) {
    const middle = first + Math.floor((last - first) / dayMs / 2) * dayMs
    return [
      { from: dayOf(first), to: dayOf(middle), box },
      { from: dayOf(middle + dayMs), to: dayOf(last), box }
    ]
  }
  const whole = box ?? { west: -180, south: -90, east: 180, north: 90 }
  const width = whole.west <= whole.east ? whole.east - whole.west : whole.east + 360 - whole.west
  if (width < smallest) return null
  const middle = whole.west + width / 2
  return [
    { from, to, box: { ...whole, east: middle > 180 ? middle - 360 : middle } },
    { from, to, box: { ...whole, west: middle >= 180 ? middle - 360 : middle } }
  ]
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
