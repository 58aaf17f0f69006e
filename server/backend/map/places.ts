import { sql } from 'kysely'
import type { Grid, ShownPlace } from '../../../shared/contracts/generalisations.ts'
import type { Filter } from '../../../shared/filters.ts'
import { wholeMeters } from '../../../shared/geometry/place-grid.ts'
import { imageMatches } from '../annotations/review/filter-sql.ts'
import { readFilter } from '../annotations/review/read-filter.ts'
import { placeAsShown } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'

/** Image with the position that a viewer may see. */
export interface ImagePlace {
  id: string
  siteId: string | null
  decimalLatitude: number
  decimalLongitude: number
  depthInMeters: number | null
  /** Grid of a generalised position; null for an exact position. */
  grid: Grid | null
  generalised: ShownPlace | undefined
}

/**
 * Reads the images of a project that match a filter, with the positions that the viewer may see. The images are ordered by id. Images whose position
 * is withheld or missing are counted but not returned. For viewers who get depths in whole metres, the returned filter has whole metres too.
 * @throws InvalidRequest for an invalid filter
 */
export async function imagePlaces(
  db: Database,
  sight: Sight,
  filterText: string | undefined
): Promise<{ places: ImagePlace[]; matchedCount: number; filter: Filter }> {
  const shown = await shownPlaces(db, sight.projectId, sight.places)
  const filter = await readFilter(db, sight, filterText, { path: '/filter', statusCode: 400 })
  const matching = db
    .selectFrom('media')
    .where('media.project_id', '=', sight.projectId)
    .where('media.removed_at', 'is', null)
    .where(imageMatches(db, sight, filter))
  const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const rows = await matching
    .select(['media.id', 'media.site_id', 'media.decimal_latitude', 'media.decimal_longitude', 'media.depth_in_meters'])
    .where('media.decimal_latitude', 'is not', null)
    .where('media.decimal_longitude', 'is not', null)
    .orderBy('media.id')
    .execute()
  const gridOf = await shown.ofAllMedia()
  const places: ImagePlace[] = []
  for (const row of rows) {
    const grid = gridOf({ id: row.id, siteId: row.site_id })
    const exact = { decimalLatitude: row.decimal_latitude, decimalLongitude: row.decimal_longitude }
    const given = grid === null ? { ...exact, generalised: undefined } : placeAsShown(exact, grid)
    const { decimalLatitude, decimalLongitude } = given
    if (decimalLatitude === null || decimalLongitude === null) continue
    const depthInMeters = grid === null ? row.depth_in_meters : wholeMeters(row.depth_in_meters)
    places.push({ id: row.id, siteId: row.site_id, grid, generalised: given.generalised, decimalLatitude, decimalLongitude, depthInMeters })
  }
  return { places, matchedCount: count, filter }
}
