import { type RawBuilder, sql } from 'kysely'
import type { AiOverview, AiTask, GroupUnit, ModelClass } from '../../../shared/contracts/ai.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import { isPending, pendingRounds } from '../annotations/rounds/pending.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { interruptible } from '../storage/interruptible.ts'
import { croppedKinds } from './geometry.ts'
import { promotedVersion } from './promotion.ts'

/** Examples of a label that are needed to learn it. */
const fewestExamples = 5
/** Groups with examples of a label that are needed to learn it, so that it can be tested. */
const fewestGroups = 2
/** Sites with labels from which on sites are the groups. */
const fewestSites = 5

const isCropped = sql<boolean>`annotation.shape_kind in (${sql.join([...croppedKinds])})`
const isCopy = sql<boolean>`exists (select 1 from annotation_session_point as copy where copy.annotation_id = annotation.id)`

/** SQL on `annotation` joined with `media`: shapes that have, or can get, a label of a person that counts for everyone. */
export async function usable(db: Database, sight: Sight): Promise<RawBuilder<boolean>> {
  const pending = await pendingRounds(db, sight.projectId)
  const parts = [
    sql<boolean>`annotation.project_id = ${sight.projectId}`,
    sql<boolean>`annotation.removed_at is null`,
    sql<boolean>`media.removed_at is null`,
    interruptible(db),
    isCropped,
    sql<boolean>`not ${isCopy}`,
    shownTo(sight)
  ]
  if (pending.length > 0) parts.push(sql`not ${isPending(pending, sight.accountId)}`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** SQL on `annotation`: a person gave the label without accepting a suggestion. Only such labels teach and test. */
const isTruth = sql<boolean>`(annotation.label_id is not null and annotation.review_state not in ('rejected', 'disputed')
  and (annotation.origin in ('human', 'human_seen') or (annotation.origin is null and annotation.source = 'human')))`

/** Label of a person on a shape. */
export interface Labelled {
  id: string
  revision: number
  label_id: string
  media_id: string
  site_id: string | null
  shape: string
}

/** Labels of people, oldest first: on points and areas, or for a search for objects on areas alone. */
export async function labelledShapes(db: Database, sight: Sight, task: AiTask): Promise<Labelled[]> {
  const isTaught = task === 'objects' ? sql<boolean>`annotation.shape_kind <> 'point'` : sql<boolean>`true`

  const { rows } = await sql<Labelled>`
    select annotation.id, annotation.revision, annotation.label_id, annotation.media_id, media.site_id, annotation.shape
    from annotation join media on media.id = annotation.media_id
    where ${await usable(db, sight)} and ${isTruth} and ${isTaught} order by annotation.id`.execute(db)
  return rows
}

/** Images with an annotation that meets a condition, after a given image. */
async function imagesWith(db: Database, sight: Sight, condition: RawBuilder<boolean>, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select media.id from media
    where media.project_id = ${sight.projectId} and media.removed_at is null and media.state = 'ready' and media.id > ${after}
      and exists (select 1 from annotation where annotation.media_id = media.id and ${condition} and ${await usable(db, sight)})
    order by media.id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Images with labels of people, after a given one. */
export const labelledImages = (db: Database, sight: Sight, after: string, limit: number) => imagesWith(db, sight, isTruth, after, limit)

/** Images with points or areas, after a given one. */
export const croppedImages = (db: Database, sight: Sight, after: string, limit: number) =>
  imagesWith(db, sight, sql<boolean>`1 = 1`, after, limit)

async function croppedCount(db: Database, sight: Sight): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from annotation join media on media.id = annotation.media_id
    where ${await usable(db, sight)} and media.state = 'ready'`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Points and areas of an image, as JSON of their shapes. */
export async function croppedOf(db: Database, sight: Sight, mediaId: string): Promise<string[]> {
  const { rows } = await sql<{ shape: string }>`
    select distinct annotation.shape from annotation join media on media.id = annotation.media_id
    where annotation.media_id = ${mediaId} and ${await usable(db, sight)} order by annotation.shape`.execute(db)
  return rows.map(({ shape }) => shape)
}

/** Shape without a label. */
export interface Unlabelled {
  id: string
  revision: number
  shape: string
}

const isUnlabelled = sql<boolean>`annotation.label_id is null`

/** Images with shapes without a label, after a given one. */
export const unlabelledImages = (db: Database, sight: Sight, after: string, limit: number) =>
  imagesWith(db, sight, isUnlabelled, after, limit)

const hasNoAnnotation = sql<boolean>`media.removed_at is null and media.state = 'ready' and media.annotation_count = 0
  and not exists (select 1 from annotation where annotation.media_id = media.id and annotation.removed_at is null)`

/** Images without annotations, after a given one. */
export async function untouchedImages(db: Database, { projectId }: Sight, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select media.id from media where media.project_id = ${projectId} and media.id > ${after} and ${hasNoAnnotation}
    order by media.id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether an image has no annotation. */
export async function isUntouched(db: Database, mediaId: string): Promise<boolean> {
  const { rows } = await sql`select media.id from media where media.id = ${mediaId} and ${hasNoAnnotation}`.execute(db)
  return rows.length > 0
}

/** Number of images without annotations. */
export async function untouchedCount(db: Database, { projectId }: Sight): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from media where media.project_id = ${projectId} and ${hasNoAnnotation}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Number of shapes without a label, and of their images. */
export async function unlabelledCount(db: Database, sight: Sight): Promise<AiOverview['unlabelled']> {
  const { rows } = await sql<{ annotations: number; images: number }>`
    select count(*) as annotations, count(distinct annotation.media_id) as images
    from annotation join media on media.id = annotation.media_id
    where ${await usable(db, sight)} and media.state = 'ready' and ${isUnlabelled}`.execute(db)
  return { annotations: Number(rows[0]?.annotations ?? 0), images: Number(rows[0]?.images ?? 0) }
}

/** Shapes of an image without a label. */
export async function unlabelledOf(db: Database, sight: Sight, mediaId: string): Promise<Unlabelled[]> {
  const { rows } = await sql<Unlabelled>`
    select annotation.id, annotation.revision, annotation.shape from annotation join media on media.id = annotation.media_id
    where annotation.media_id = ${mediaId} and ${isUnlabelled} and ${await usable(db, sight)} order by annotation.id`.execute(db)
  return rows
}

/** Labels on one image. */
interface OnImage {
  areas: number
  label_id: string
  media_id: string
  site_id: string | null
  count: number
}

/** Unit of the groups of labelled images: the site where there are enough of them, else the image. */
export const unitOf = (images: Iterable<{ site_id: string | null }>): GroupUnit =>
  new Set(Array.from(images, image => image.site_id).filter(id => id !== null)).size >= fewestSites ? 'site' : 'image'

export const groupKeyOf = (unit: GroupUnit, { media_id, site_id }: { media_id: string; site_id: string | null }): string =>
  unit === 'site' && site_id !== null ? `site:${site_id}` : `media:${media_id}`

/** How ready the labels of a project are, and what is left without one. */
export async function aiOverviewOf(db: Database, sight: Sight): Promise<AiOverview> {
  const { rows } = await sql<OnImage>`
    select annotation.label_id, annotation.media_id, media.site_id, count(*) as count,
      sum(case when annotation.shape_kind = 'point' then 0 else 1 end) as areas
    from annotation join media on media.id = annotation.media_id
    where ${await usable(db, sight)} and ${isTruth}
    group by annotation.label_id, annotation.media_id, media.site_id`.execute(db)
  const unit = unitOf(rows)
  const counts = countClasses(rows.map(row => ({ labelId: row.label_id, group: groupKeyOf(unit, row), count: Number(row.count) })))
  const areas = new Map<string, number>()
  for (const { label_id: labelId, areas: count } of rows) areas.set(labelId, (areas.get(labelId) ?? 0) + Number(count))
  const labels = await db.selectFrom('label').select(['id', 'name']).where('project_id', '=', sight.projectId).execute()
  const names = new Map(labels.map(({ id, name }) => [id, name]))
  const classes = counts.map(counted => ({ ...counted, name: names.get(counted.labelId) ?? '' }))
  return {
    unit,
    classes,
    learnable: classes.filter(isLearnable).length,
    labels: classes.reduce((sum, { labelCount }) => sum + labelCount, 0),
    crops: await croppedCount(db, sight),
    unlabelled: await unlabelledCount(db, sight),
    areaLabels: [...areas.values()].filter(count => count >= fewestExamples).length,
    untouchedImages: await untouchedCount(db, sight),
    promoted: await promotedOf(db, sight.projectId),
    hasRuntime: false
  }
}

async function promotedOf(db: Database, projectId: string): Promise<AiOverview['promoted']> {
  const tasks = ['label', 'objects'] as const
  const versions = await Promise.all(tasks.map(async task => ({ task, version: await promotedVersion(db, projectId, task) })))
  return versions.flatMap(({ task, version }) =>
    version ? [{ task, id: version.id, number: version.number, labelCount: version.label_count }] : []
  )
}

/** Labels and groups of each label, most labels first. */
export function countClasses(items: Iterable<{ labelId: string; group: string; count: number }>): Omit<ModelClass, 'name'>[] {
  const byLabel = new Map<string, { count: number; groups: Set<string> }>()
  for (const { labelId, group, count } of items) {
    const known = byLabel.get(labelId) ?? { count: 0, groups: new Set() }
    known.count += count
    known.groups.add(group)
    byLabel.set(labelId, known)
  }
  return Array.from(byLabel, ([labelId, { count, groups }]) => ({ labelId, labelCount: count, groupCount: groups.size })).sort(
    (one, other) => other.labelCount - one.labelCount || (one.labelId < other.labelId ? -1 : 1)
  )
}

export const isLearnable = ({ labelCount, groupCount }: Pick<ModelClass, 'labelCount' | 'groupCount'>): boolean =>
  labelCount >= fewestExamples && groupCount >= fewestGroups
