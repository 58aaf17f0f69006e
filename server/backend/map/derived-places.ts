import { type Insertable, sql } from 'kysely'
import type { ReviewState } from '../../../shared/contracts/annotations.ts'
import type { Database } from '../storage/database.ts'
import { amongIds, jsonItems } from '../storage/json-items.ts'
import { cellAt, unitsPerDegree } from './h3-cells.ts'
import { type PlaceTable, placeKinds } from './tables.ts'

/** `place` row of one record, before it has a sequence number. */
export type DerivedPlace = Omit<Insertable<PlaceTable>, 'id' | 'sequence' | 'removed'>

export const reviewStates: readonly ReviewState[] = ['proposed', 'confirmed', 'rejected', 'disputed']
/** Bit of `flags` for annotations made by a machine. */
export const machineFlag = 4

/** Bit of `flags` for observations that come from an outside record. */
export const outsideFlag = 8

/** UTC day of a timestamp, as days since 1970-01-01. */
export const dayOf = (time: string): number => Math.floor(Date.parse(time) / 86_400_000)

interface Records {
  projectId: string
  images: readonly string[]
  sites: readonly string[]
  observations: readonly string[]
}

/** Derives the places of images, sites and observations. A record without a position has no place. */
export async function placesOf(db: Database, { projectId, images, sites, observations }: Records): Promise<DerivedPlace[]> {
  return [
    ...(await placesOfImages(db, projectId, images)),
    ...(await placesOfSites(db, projectId, sites)),
    ...(await placesOfObservations(db, projectId, observations))
  ]
}

async function placesOfImages(db: Database, projectId: string, ids: readonly string[]): Promise<DerivedPlace[]> {
  if (ids.length === 0) return []
  const images = await db
    .selectFrom('media')
    .select(['id', 'decimal_latitude', 'decimal_longitude', 'depth_in_meters', 'event_date'])
    .where('id', 'in', amongIds(db, ids))
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
    .where('id', 'in', amongIds(db, ids))
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

/**
 * Derives the places of observations. An observation without coordinates takes the position of its site. An observation that refers to an annotation
 * has a place only after the annotation was rejected or deleted, or its image deleted.
 */
async function placesOfObservations(db: Database, projectId: string, ids: readonly string[]): Promise<DerivedPlace[]> {
  if (ids.length === 0) return []
  const observations = await db
    .selectFrom('observation')
    .leftJoin('site', 'site.id', 'observation.site_id')
    .leftJoin('annotation', 'annotation.id', 'observation.annotation_id')
    .leftJoin('media', 'media.id', 'annotation.media_id')
    .select(['observation.id', 'observation.label_id', 'observation.created_by', 'observation.record_id', 'first_day', 'last_day'])
    .select(['observation.decimal_latitude', 'observation.decimal_longitude'])
    .select(['observation.minimum_depth_in_meters', 'observation.maximum_depth_in_meters'])
    .select(['site.decimal_latitude as site_latitude', 'site.decimal_longitude as site_longitude'])
    .where('observation.id', 'in', amongIds(db, ids))
    .where('observation.project_id', '=', projectId)
    .where('observation.removed_at', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('observation.annotation_id', 'is', null),
        eb('annotation.removed_at', 'is not', null),
        eb('annotation.review_state', '=', 'rejected'),
        eb('media.removed_at', 'is not', null)
      ])
    )
    .execute()
  return observations.flatMap((row): DerivedPlace[] => {
    const at = pointOf(row.decimal_latitude, row.decimal_longitude) ?? pointOf(row.site_latitude, row.site_longitude)
    if (!at) return []
    const { id, minimum_depth_in_meters: least, maximum_depth_in_meters: most } = row
    const day = row.first_day !== null && row.first_day === row.last_day ? dayOf(`${row.first_day}T00:00:00Z`) : null
    const facts = { depth_min: least ?? most, depth_max: most ?? least, day, label_id: row.label_id, person_id: row.created_by }
    const flags = row.record_id === null ? 0 : outsideFlag
    return [{ project_id: projectId, kind: placeKinds.observation, subject_id: id, origin_id: id, ...at, ...facts, flags }]
  })
}

export const amongNumbers = (db: Database, ids: readonly number[]) =>
  sql<number>`(select cast(item.value ->> 'id' as bigint) from ${jsonItems(
    db,
    ids.map(id => ({ id }))
  )})`

/** Converts a position to units of 1e-7 degrees and finds its H3 cell. Longitude 180 becomes −180. */
export function pointOf(latitude: number | null, longitude: number | null): Pick<DerivedPlace, 'cell' | 'longitude' | 'latitude'> | null {
  if (latitude === null || longitude === null || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null
  const units = Math.round(longitude * unitsPerDegree)
  return {
    cell: cellAt(latitude, longitude),
    longitude: units === 180 * unitsPerDegree ? -units : units,
    latitude: Math.round(latitude * unitsPerDegree)
  }
}
