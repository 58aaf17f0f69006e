import { type RawBuilder, sql } from 'kysely'
import type { NewImages, SessionImages } from '../../../../shared/contracts/annotation-sessions.ts'
import { randomInteger, seededGenerator } from '../../../../shared/sampling/seeded-random.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { nameKey } from '../../media/rows.ts'
import type { Transaction } from '../../projects/edit-project.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import { shownTo } from './blind.ts'
import { isUnnamedPoint } from './points.ts'
import type { RoundRow } from './round-row.ts'

/** Maximum number of images in one statement. */
const atOnce = 5_000

/**
 * Selects the images of a round from the current images of the project, and stores the selection.
 * @returns number of selected images
 * @throws InvalidRequest if no image is selected, or for an unknown file name
 */
export async function keepImages(
  transaction: Transaction,
  sight: Sight,
  { roundId, images }: { roundId: string; images: SessionImages }
): Promise<number> {
  const ids = await idsOf(transaction, sight, images)
  if (ids.length === 0) throw new InvalidRequest([{ path: '/images', message: 'match no image in this project: choose other images' }])
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = jsonItems(
      transaction,
      ids.slice(from, from + atOnce).map(id => ({ id }))
    )
    await sql`
      insert into annotation_session_media (session_id, media_id)
      select ${roundId}, media.id from media where media.id in (select item.value ->> 'id' from ${some})`.execute(transaction)
  }
  return ids.length
}

async function idsOf(db: Database, sight: Sight, images: SessionImages): Promise<string[]> {
  const { projectId } = sight
  const all = db
    .selectFrom('media')
    .select('media.id')
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .orderBy('media.id')
  if (images.kind === 'named') return idsOfNames(db, projectId, images.fileNames)
  if (images.kind === 'label') {
    const { rows } = await sql<{ id: string }>`
      select media.id from media where media.removed_at is null and media.id in (${imagesWithLabel(sight, images.labelId)})
      order by media.id`.execute(db)
    return rows.map(({ id }) => id)
  }
  const ids = (await all.execute()).map(({ id }) => id)
  return images.kind === 'all' ? ids : drawn(ids, images)
}

/**
 * SQL query for the ids of images that are annotated with a label or one of its descendants. Rejected annotations, and those hidden from a
 * blind viewer, do not count.
 */
const imagesWithLabel = (sight: Sight, labelId: string) => sql`
  with recursive below (id) as (
    select id from label where id = ${labelId} and project_id = ${sight.projectId}
    union all
    select label.id from label join below on label.parent_id = below.id
  )
  select annotation.media_id from below join annotation on annotation.label_id = below.id
  where annotation.removed_at is null and annotation.review_state <> 'rejected' and ${shownTo(sight)}`

/**
 * Counts the images that can be added to a round, by the labels visible to the viewer. Images that members have annotated since its start are
 * counted separately. They cannot be added, because other members could have seen those annotations.
 */
export async function newImages(db: Database, sight: Sight, round: RoundRow): Promise<NewImages> {
  const besides = imagesBesides(sight, round)
  if (!besides) return { count: 0, leftOutCount: 0 }
  const { rows } = await sql<{ marked: number; count: number }>`
    select marked, count(*) as count from (
      select case when ${isMarked(round)} then 1 else 0 end as marked from media where ${besides}
    ) as image group by marked`.execute(db)
  const countOf = (marked: number) => Number(rows.find(row => row.marked === marked)?.count ?? 0)
  return { count: countOf(0), leftOutCount: countOf(1) }
}

/** Adds the new images to the round, except images that members have annotated since its start. @returns number of added images */
export async function takeIn(transaction: Transaction, sight: Sight, round: RoundRow): Promise<number> {
  const besides = imagesBesides(sight, round)
  if (!besides) return 0
  const { numAffectedRows = 0n } = await sql`
    insert into annotation_session_media (session_id, media_id)
    select ${round.id}, media.id from media where ${besides} and not ${isMarked(round)}`.execute(transaction)
  return Number(numAffectedRows)
}

/**
 * SQL condition on `media` that is true for images that the round would also include if it were planned now. Null for a round of randomly
 * drawn or named images.
 */
function imagesBesides(sight: Sight, { id, images: chosen }: RoundRow): RawBuilder<boolean> | null {
  const images = JSON.parse(chosen) as SessionImages
  if (images.kind !== 'all' && images.kind !== 'label') return null
  const isSelected = images.kind === 'all' ? sql`1 = 1` : sql`media.id in (${imagesWithLabel(sight, images.labelId)})`
  return sql`media.project_id = ${sight.projectId} and media.removed_at is null and ${isSelected} and not exists (
    select 1 from annotation_session_media as kept where kept.media_id = media.id and kept.session_id = ${id})`
}

/** SQL condition on `media` that is true for images that a member has annotated, or set to done or reviewed, since the round started. */
const isMarked = ({ id, starts_at: startsAt }: RoundRow): RawBuilder<boolean> => {
  const members = sql`(select account_id from annotation_session_member where session_id = ${id})`
  return sql`(exists (
    select 1 from annotation where annotation.media_id = media.id and annotation.created_at >= ${startsAt} and not ${isUnnamedPoint}
      and annotation.created_by in ${members})
    or exists (
    select 1 from media_work where media_work.media_id = media.id and media_work.state in ('done', 'reviewed')
      and media_work.at >= ${startsAt} and media_work.account_id in ${members}))`
}

/** Draws random images with a partial Fisher–Yates shuffle. The same seed and list always yield the same images. */
function drawn(ids: string[], { count, seed }: { count: number; seed: string }): string[] {
  const next = seededGenerator(seed)
  const most = Math.min(count, ids.length)
  for (let at = 0; at < most; at++) {
    const other = at + randomInteger(next, ids.length - at)
    ;[ids[at], ids[other]] = [ids[other] as string, ids[at] as string]
  }
  return ids.slice(0, most)
}

/**
 * Reads the ids of the images with the given file names. If several images share a name, all are included.
 * @throws InvalidRequest for an unknown name
 */
async function idsOfNames(db: Database, projectId: string, fileNames: string[]): Promise<string[]> {
  const chosen = jsonItems(
    db,
    fileNames.map(name => ({ key: nameKey(name.trim()) }))
  )
  const rows = await db
    .selectFrom('media')
    .select(['id', 'name_key'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where('name_key', 'in', sql<string>`(select item.value ->> 'key' from ${chosen})`)
    .execute()
  const known = new Set(rows.map(row => row.name_key))
  const unknown = fileNames.filter(name => !known.has(nameKey(name.trim())))
  if (unknown.length > 0) {
    const others = unknown.length > 1 ? ` and ${(unknown.length - 1).toLocaleString('en')} more` : ''
    const names = unknown.length > 1 ? 'names that match' : 'a name that matches'
    throw new InvalidRequest([
      { path: '/images/fileNames', message: `include ${names} no image in this project: “${unknown[0]}”${others}` }
    ])
  }
  return rows.map(({ id }) => id)
}
