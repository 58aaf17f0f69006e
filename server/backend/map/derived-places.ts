import { type Insertable, sql } from 'kysely'
import type { ReviewState } from '../../../shared/contracts/annotations.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { cellAt, unitsPerDegree } from './h3-cells.ts'
import { type PlaceTable, placeKinds } from './tables.ts'

/** Place of one record, without the number of its change. */
export type DerivedPlace = Omit<Insertable<PlaceTable>, 'id' | 'sequence' | 'removed'>

export const reviewStates: readonly ReviewState[] = ['proposed', 'confirmed', 'rejected', 'disputed']
/** Bit of `flags` for the source "machine". */
export const machineFlag = 4

/** UTC day of a time, counted from 1970-01-01. */
export const dayOf = (time: string): number => Math.floor(Date.parse(time) / 86_400_000)

interface Records {
  projectId: string
  images: readonly string[]
  sites: readonly string[]
}

/** Derives the places of images and sites. Records without a position have none. */
export async function placesOf(db: Database, { projectId, images, sites }: Records): Promise<DerivedPlace[]> {
  return [...(await placesOfImages(db, projectId, images)), ...(await placesOfSites(db, projectId, sites))]
}

async function placesOfImages(db: Database, projectId: string, ids: readonly string[]): Promise<DerivedPlace[]> {
  if (ids.length === 0) return []
  const images = await db
    .selectFrom('media')
    .select(['id', 'decimal_latitude', 'decimal_longitude', 'depth_in_meters', 'event_date'])
    .where('id', 'in', among(db, ids))
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute()
  return images.flatMap(({ id, decimal_latitude: latitude, decimal_longitude: longitude, depth_in_meters: depth, event_date: date }) => {
    const at = pointOf(latitude, longitude)
    if (!at) return []
    const day = date === null ? null : dayOf(date)
    const facts = { depth_min: depth, depth_max: depth, day, label_id: null, person_id: null, flags: 0 }
    return [{ project_id: projectId, kind: placeKinds.image, subject_id: id, origin_id: id, ...at, ...facts }]
  })
}

async function placesOfSites(db: Database, projectId: string, ids: readonly string[]): Promise<DerivedPlace[]> {
  if (ids.length === 0) return []
  const sites = await db
    .selectFrom('site')
    .select(['id', 'decimal_latitude', 'decimal_longitude', 'minimum_depth_in_meters', 'maximum_depth_in_meters'])
    .where('id', 'in', among(db, ids))
    .where('project_id', '=', projectId)
    .execute()
  return sites.flatMap((site): DerivedPlace[] => {
    const at = pointOf(site.decimal_latitude, site.decimal_longitude)
    if (!at) return []
    const { minimum_depth_in_meters: least, maximum_depth_in_meters: most } = site
    return [
      {
        project_id: projectId,
        kind: placeKinds.site,
        subject_id: site.id,
        origin_id: site.id,
        ...at,
        depth_min: least ?? most,
        depth_max: most ?? least,
        day: null,
        label_id: null,
        person_id: null,
        flags: 0
      }
    ]
  })
}

export const among = (db: Database, ids: readonly string[]) =>
  sql<string>`(select item.value ->> 'id' from ${jsonItems(
    db,
    ids.map(id => ({ id }))
  )})`

export const amongNumbers = (db: Database, ids: readonly number[]) =>
  sql<number>`(select cast(item.value ->> 'id' as bigint) from ${jsonItems(
    db,
    ids.map(id => ({ id }))
  )})`

/** Position in units of 1e-7 degrees, with its cell. Longitude 180 counts as −180. */
export function pointOf(latitude: number | null, longitude: number | null): Pick<DerivedPlace, 'cell' | 'longitude' | 'latitude'> | null {
  if (latitude === null || longitude === null || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null
  const units = Math.round(longitude * unitsPerDegree)
  return {
    cell: cellAt(latitude, longitude),
    longitude: units === 180 * unitsPerDegree ? -units : units,
    latitude: Math.round(latitude * unitsPerDegree)
  }
}
