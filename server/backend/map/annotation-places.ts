import { sql } from 'kysely'
import { person } from '../annotations/review/filter-sql.ts'
import type { Database } from '../storage/database.ts'
import { amongIds } from '../storage/json-items.ts'
import { machineFlag, reviewStates } from './derived-places.ts'
import { placeKinds } from './tables.ts'

/** SQL expression for the `flags` column of an annotation's place. */
const flags = sql<number>`(case annotation.review_state ${sql.join(
  reviewStates.map((state, flag) => sql`when ${sql.lit(state)} then ${sql.lit(flag)}`),
  sql` `
)} else 0 end + case annotation.source when 'machine' then ${sql.lit(machineFlag)} else 0 end)`

/**
 * Brings the places of the annotations on the given images up to date. An annotation takes the position of its image. Two statements handle all
 * annotations, because there may be a million of them.
 */
export async function writeAnnotationPlaces(
  transaction: Database,
  { projectId, images, sequence }: { projectId: string; images: readonly string[]; sequence: number }
): Promise<void> {
  if (images.length === 0) return
  const kind = sql.lit(placeKinds.annotation)
  const image = sql`place as image on image.origin_id = annotation.media_id and image.subject_id = annotation.media_id
    and image.kind = ${sql.lit(placeKinds.image)} and image.removed = 0`
  const same = sql.join(
    ['longitude', 'latitude', 'depth_min', 'depth_max', 'day'].map(
      column => sql`${sql.ref(`place.${column}`)} is not distinct from ${sql.ref(`image.${column}`)}`
    ),
    sql` and `
  )
  await sql`
    update place set removed = 1, sequence = ${sequence}
    where place.origin_id in ${amongIds(transaction, images)} and place.kind = ${kind} and place.removed = 0 and not exists (
      select 1 from annotation join ${image}
      where annotation.id = place.subject_id and annotation.removed_at is null and ${same} and place.flags = ${flags}
        and place.label_id is not distinct from annotation.label_id and place.person_id is not distinct from ${person})`.execute(
    transaction
  )
  await sql`
    insert into place (project_id, kind, subject_id, origin_id, cell, longitude, latitude, depth_min, depth_max, day, label_id, person_id,
      flags, sequence, removed)
    select cast(${projectId} as text), ${kind}, annotation.id, annotation.media_id, image.cell, image.longitude, image.latitude, image.depth_min,
      image.depth_max, image.day, annotation.label_id, ${person}, ${flags}, cast(${sequence} as bigint), 0
    from annotation join ${image}
    where annotation.media_id in ${amongIds(transaction, images)} and annotation.removed_at is null and not exists (
      select 1 from place as held
      where held.origin_id = annotation.media_id and held.subject_id = annotation.id and held.kind = ${kind} and held.removed = 0)`.execute(
    transaction
  )
}
