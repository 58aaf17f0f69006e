import { gridPosition, wholeMeters } from '../../../shared/geometry/place-grid.ts'
import { type ShownPlaces, strictnessOf } from '../generalisations/shown-places.ts'
import type { ColumnRow, StoredRow } from './columns.ts'
import { pointOf } from './derived-places.ts'
import { unitsPerDegree } from './h3-cells.ts'
import { placeKinds } from './tables.ts'

/**
 * Returns a function that generalises stored rows for a class of viewers. The returned function moves a generalised row to the centre of its grid
 * cell. For a withheld place, it returns null. If any rule applies to these viewers, it rounds all depths to whole metres, as their filters do.
 */
export async function generaliser(shown: ShownPlaces): Promise<(row: StoredRow) => ColumnRow | null> {
  if (shown.isExact) return row => ({ ...row, grid: 0 })
  const [ofMedia, ofSite, ofObservation] = [await shown.ofAllMedia(), await shown.ofSites(), await shown.ofAllObservations()]
  const gridOf = ({ kind, origin_id: id }: StoredRow) => {
    if (kind === placeKinds.site) return ofSite(id)
    return kind === placeKinds.observation ? ofObservation(id) : ofMedia({ id, siteId: null })
  }
  return row => {
    const grid = gridOf(row)
    const depth_min = wholeMeters(row.depth_min)
    if (grid === null) return { ...row, depth_min, grid: 0 }
    const exact = { decimalLatitude: row.latitude / unitsPerDegree, decimalLongitude: row.longitude / unitsPerDegree }
    const given = gridPosition(exact, grid)
    const at = given && pointOf(given.decimalLatitude, given.decimalLongitude)
    return at && { ...row, ...at, depth_min, grid: strictnessOf(grid) }
  }
}
