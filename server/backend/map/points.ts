import { type MapGridCell, type MapPoints, type MapPointsQuery, mapPointLimit } from '../../../shared/contracts/map.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { type ImagePlace, imagePlaces } from './places.ts'

/** Reads the image positions that the map draws. */
export async function mapPointsOf(db: Database, sight: Sight, { filter }: MapPointsQuery): Promise<MapPoints> {
  const { places, matchedCount } = await imagePlaces(db, sight, filter)
  const exact = places.filter(({ grid }) => grid === null)
  const drawn = evenly(exact, mapPointLimit)
  return {
    matchedCount,
    placedCount: places.length,
    longitudes: drawn.map(({ decimalLongitude }) => Math.round(decimalLongitude * 1e7)),
    latitudes: drawn.map(({ decimalLatitude }) => Math.round(decimalLatitude * 1e7)),
    depths: drawn.map(({ depthInMeters }) => (depthInMeters === null ? null : Math.round(depthInMeters * 100))),
    pointCount: exact.length,
    cells: cellsOf(places)
  }
}

/** Samples a list evenly, down to at most the given length. */
function evenly<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list
  return Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]!)
}

function cellsOf(places: readonly ImagePlace[]): MapGridCell[] {
  const cells = new Map<string, MapGridCell>()
  for (const { grid, decimalLatitude, decimalLongitude } of places) {
    if (grid === null) continue
    const key = `${grid} ${decimalLatitude} ${decimalLongitude}`
    const cell = cells.get(key)
    if (cell) cell.count += 1
    else cells.set(key, { decimalLongitude, decimalLatitude, sideInDegrees: Number(grid), count: 1 })
  }
  return [...cells.values()]
}
