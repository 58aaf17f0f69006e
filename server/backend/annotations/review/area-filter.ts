import { areasIn, type Condition, type Filter, namesArea } from '../../../../shared/filters.ts'
import { timestamp } from '../../../lib/clock.ts'
import { placeAsShown } from '../../generalisations/as-shown.ts'
import { shownPlaces } from '../../generalisations/shown-places.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { type AreaSides, insideTest } from './inside-area.ts'

const unitsPerDegree = 1e7

/** Reason why a filter cannot use the areas with these ids, as a predicate without a subject. Null if all areas can be used. */
export async function areaFault(db: Database, { projectId }: Sight, ids: readonly string[]): Promise<string | null> {
  if (ids.length === 0) return null
  const rows = await db
    .selectFrom('map_area')
    .select(['id', 'expires_at'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute()
  const now = timestamp()
  if (rows.some(row => row.expires_at <= now)) return 'refers to a drawn area that has expired. It is kept for 24 hours: draw it again'
  const isKnown = ids.every(id => rows.some(row => row.id === id))
  return isKnown ? null : 'refers to a drawn area that is not in this project, or is no longer kept: draw it again'
}

/**
 * Checks that the areas in the filter of a job are still stored. A step runs the check after its read, because no image matches a deleted
 * area.
 * @throws HopelessJob if an area has been deleted
 */
export async function refuseLostAreas(db: Database, projectId: string, filter: Filter): Promise<void> {
  const ids = areasIn(filter)
  if (ids.length === 0) return
  const rows = await db.selectFrom('map_area').select('id').where('project_id', '=', projectId).where('id', 'in', ids).execute()
  if (rows.length < ids.length) throw new HopelessJob('The drawn area is no longer kept: draw it again, and start this again for the rest')
}

/** Reads the sides of an area. An area that is no longer stored has no sides and contains no position. */
export async function areaSides(db: Database, projectId: string, areaId: string): Promise<AreaSides> {
  const area = await db
    .selectFrom('map_area')
    .select(['west', 'south', 'east', 'north'])
    .where('id', '=', areaId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!area) return { edges: [], box: { west: 0, south: 0, east: 0, north: 0 } }
  const edges = await db.selectFrom('map_area_edge').select(['x1', 'y1', 'x2', 'y2']).where('area_id', '=', areaId).execute()
  return { edges, box: area }
}

const hasImages = (condition: Condition) => namesArea(condition) && condition.mediaIds !== undefined

/**
 * Adapts the areas of a filter to a viewer of generalised places. Each area condition gets the ids of the images whose shown position is
 * inside. Areas therefore reveal no finer position. For viewers of exact places, SQL finds the images.
 */
export async function withAreasAsShown(db: Database, sight: Sight, filter: Filter): Promise<Filter> {
  if (areasIn(filter).length === 0) return filter
  const { isExact } = await shownPlaces(db, sight.projectId, sight.places)
  return isExact ? filter : withImagesInAreas(db, sight, filter)
}

/**
 * Adds to each area condition of a filter the ids of the images whose shown position is inside. If every image of the project is tested,
 * this is faster than SQL.
 */
export async function withImagesInAreas(db: Database, sight: Sight, filter: Filter): Promise<Filter> {
  const ids = areasIn(filter.map(group => group.filter(condition => !hasImages(condition))))
  if (ids.length === 0) return filter
  const shown = await shownPlaces(db, sight.projectId, sight.places)
  const gridOf = await shown.ofAllMedia()
  const media = await db
    .selectFrom('media')
    .select(['id', 'site_id', 'decimal_latitude', 'decimal_longitude'])
    .where('project_id', '=', sight.projectId)
    .where('removed_at', 'is', null)
    .where('decimal_latitude', 'is not', null)
    .where('decimal_longitude', 'is not', null)
    .execute()
  const placed = media.map(({ id, site_id, decimal_latitude: decimalLatitude, decimal_longitude: decimalLongitude }) => {
    const exact = { decimalLatitude, decimalLongitude }
    const grid = gridOf({ id, siteId: site_id })
    return { id, ...(grid === null ? exact : placeAsShown(exact, grid)) }
  })
  const inside = await insideAreas(db, sight.projectId, ids, placed)
  const asShown = (condition: Condition): Condition =>
    namesArea(condition) && !hasImages(condition) ? { ...condition, mediaIds: inside.get(condition.value) ?? [] } : condition
  return filter.map(group => group.map(asShown))
}

interface ShownPosition {
  id: string
  decimalLatitude: number | null
  decimalLongitude: number | null
}

/** Finds the items inside each drawn area, by the positions that the viewer may see. @returns ids of items by the id of the area */
export async function insideAreas(
  db: Database,
  projectId: string,
  areaIds: readonly string[],
  shown: readonly ShownPosition[]
): Promise<Map<string, string[]>> {
  const placed = shown.flatMap(({ id, decimalLatitude, decimalLongitude }) =>
    decimalLatitude === null || decimalLongitude === null ? [] : [{ id, decimalLatitude, decimalLongitude }]
  )
  const positions = {
    longitudes: Int32Array.from(placed, ({ decimalLongitude }) => westOf180(Math.round(decimalLongitude * unitsPerDegree))),
    latitudes: Int32Array.from(placed, ({ decimalLatitude }) => Math.round(decimalLatitude * unitsPerDegree))
  }
  const inside = new Map<string, string[]>()
  for (const areaId of areaIds) {
    const isInside = insideTest(positions, await areaSides(db, projectId, areaId))
    inside.set(
      areaId,
      placed.flatMap(({ id }, index) => (isInside(index) ? id : []))
    )
  }
  return inside
}

/** The longitude 180° becomes −180°. */
const westOf180 = (longitude: number) => (longitude === 180 * unitsPerDegree ? -longitude : longitude)
