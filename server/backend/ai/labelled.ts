import { type RawBuilder, sql } from 'kysely'
import type { AiOverview } from '../../../shared/contracts/ai.ts'
import type { AiTask, GroupUnit, ModelClass } from '../../../shared/contracts/ai-models.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import { isPending, pendingRounds } from '../annotations/rounds/pending.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { interruptible } from '../storage/interruptible.ts'
import { croppedKinds } from './geometry.ts'
import { measureName, unmeasuredCount } from './measured-images.ts'
import { promotedVersion } from './promotion.ts'
import { isRuntimeInstalled } from './uploaded/runtime-check.ts'

/** Minimum number of examples for a label to be learnable. */
export const fewestExamples = 5
/** Minimum number of groups with examples of a label, so that it can be both learnt and tested. */
const fewestGroups = 2
/** Minimum number of labelled sites for grouping labels by site rather than by image. */
const fewestSites = 5

const isCropped = sql<boolean>`annotation.shape_kind in (${sql.join([...croppedKinds])})`
const isCopy = sql<boolean>`exists (select 1 from annotation_session_point as copy where copy.annotation_id = annotation.id)`

/**
 * SQL condition on `annotation` joined with `media`: a point or area that AI Analysis may use. Copies made for blind sessions
 * are excluded. Annotations by other people in a session that has not been matched yet are excluded too.
 */
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

/**
 * SQL condition on `annotation`: a person assigned the label without accepting a suggestion, and no review rejected or disputed it. Models
 * are trained and tested only on such labels.
 */
const isTruth = sql<boolean>`(annotation.label_id is not null and annotation.review_state not in ('rejected', 'disputed')
  and (annotation.origin in ('human', 'human_seen') or (annotation.origin is null and annotation.source = 'human')))`

/** Shape with a human label. */
export interface Labelled {
  id: string
  revision: number
  label_id: string
  media_id: string
  site_id: string | null
  /** Id that near-duplicate images share; null for other images. */
  cluster_id: string | null
  shape: string
}

/** SQL join to `media`: the measurements of the current file of an image, if it has been measured. */
const withClusters = sql`left join ai_image_quality as quality
  on quality.media_id = media.id and quality.sha256 = media.sha256 and quality.measure = ${measureName}`

const isTaught = (task: AiTask) => (task === 'objects' ? sql<boolean>`annotation.shape_kind <> 'point'` : sql<boolean>`true`)

/** Counts the shapes of `labelledShapes`. */
export async function labelledCount(db: Database, sight: Sight, task: AiTask): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from annotation join media on media.id = annotation.media_id
    where ${await usable(db, sight)} and ${isTruth} and ${isTaught(task)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Reads the shapes with human labels, oldest first: areas for the task `objects`, otherwise points and areas. */
export async function labelledShapes(db: Database, sight: Sight, task: AiTask): Promise<Labelled[]> {
  const { rows } = await sql<Labelled>`
    select annotation.id, annotation.revision, annotation.label_id, annotation.media_id, media.site_id, quality.cluster_id,
      annotation.shape
    from annotation join media on media.id = annotation.media_id ${withClusters}
    where ${await usable(db, sight)} and ${isTruth} and ${isTaught(task)} order by annotation.id`.execute(db)
  return rows
}

/** Reads the newest shapes with human labels, newest first. */
export async function newestLabelled(db: Database, sight: Sight, limit: number): Promise<Omit<Labelled, 'site_id' | 'cluster_id'>[]> {
  const { rows } = await sql<Labelled>`
    select annotation.id, annotation.revision, annotation.label_id, annotation.media_id, annotation.shape
    from annotation join media on media.id = annotation.media_id
    where ${await usable(db, sight)} and ${isTruth} order by annotation.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Reads a page of ids of images with a matching annotation, following the id `after`. */
async function imagesWith(db: Database, sight: Sight, condition: RawBuilder<boolean>, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select media.id from media
    where media.project_id = ${sight.projectId} and media.removed_at is null and media.state = 'ready' and media.id > ${after}
      and exists (select 1 from annotation where annotation.media_id = media.id and ${condition} and ${await usable(db, sight)})
    order by media.id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads a page of ids of images with human labels, following the id `after`. */
export const labelledImages = (db: Database, sight: Sight, after: string, limit: number) => imagesWith(db, sight, isTruth, after, limit)

/** Reads a page of ids of images with points or areas, following the id `after`. */
export const croppedImages = (db: Database, sight: Sight, after: string, limit: number) =>
  imagesWith(db, sight, sql<boolean>`1 = 1`, after, limit)

async function croppedCount(db: Database, sight: Sight): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from annotation join media on media.id = annotation.media_id
    where ${await usable(db, sight)} and media.state = 'ready'`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Reads the distinct points and areas of an image, each as JSON of a Shape. */
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

/** Reads a page of ids of images with unlabelled shapes, following the id `after`. */
export const unlabelledImages = (db: Database, sight: Sight, after: string, limit: number) =>
  imagesWith(db, sight, isUnlabelled, after, limit)

const hasNoAnnotation = sql<boolean>`media.removed_at is null and media.state = 'ready' and media.annotation_count = 0
  and not exists (select 1 from annotation where annotation.media_id = media.id and annotation.removed_at is null)`

/** Reads a page of ids of images without annotations, following the id `after`. */
export async function untouchedImages(db: Database, { projectId }: Sight, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select media.id from media where media.project_id = ${projectId} and media.id > ${after} and ${hasNoAnnotation}
    order by media.id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

const isReady = sql<boolean>`media.removed_at is null and media.state = 'ready'`

/** Reads a page of ids of all ready images, following the id `after`. */
export async function allImages(db: Database, { projectId }: Sight, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select media.id from media where media.project_id = ${projectId} and media.id > ${after} and ${isReady}
    order by media.id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns whether an image is ready and not in the bin. */
export async function isThere(db: Database, mediaId: string): Promise<boolean> {
  const { rows } = await sql`select media.id from media where media.id = ${mediaId} and ${isReady}`.execute(db)
  return rows.length > 0
}

/** Counts the ready images of a project. */
export async function allCount(db: Database, { projectId }: Sight): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from media where media.project_id = ${projectId} and ${isReady}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Returns whether an image is ready, not in the bin and without annotations. */
export async function isUntouched(db: Database, mediaId: string): Promise<boolean> {
  const { rows } = await sql`select media.id from media where media.id = ${mediaId} and ${hasNoAnnotation}`.execute(db)
  return rows.length > 0
}

/** Counts the images without annotations. */
export async function untouchedCount(db: Database, { projectId }: Sight): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from media where media.project_id = ${projectId} and ${hasNoAnnotation}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Counts the unlabelled shapes and the images that contain them. */
export async function unlabelledCount(db: Database, sight: Sight): Promise<AiOverview['unlabelled']> {
  const { rows } = await sql<{ annotations: number; images: number }>`
    select count(*) as annotations, count(distinct annotation.media_id) as images
    from annotation join media on media.id = annotation.media_id
    where ${await usable(db, sight)} and media.state = 'ready' and ${isUnlabelled}`.execute(db)
  return { annotations: Number(rows[0]?.annotations ?? 0), images: Number(rows[0]?.images ?? 0) }
}

/** Reads the unlabelled shapes of an image. */
export async function unlabelledOf(db: Database, sight: Sight, mediaId: string): Promise<Unlabelled[]> {
  const { rows } = await sql<Unlabelled>`
    select annotation.id, annotation.revision, annotation.shape from annotation join media on media.id = annotation.media_id
    where annotation.media_id = ${mediaId} and ${isUnlabelled} and ${await usable(db, sight)} order by annotation.id`.execute(db)
  return rows
}

/** Number of shapes with a given label on an image, and how many of them are areas. */
interface OnImage {
  areas: number
  label_id: string
  media_id: string
  site_id: string | null
  cluster_id: string | null
  count: number
}

/** Returns the unit by which labels are grouped: the site if at least 5 sites have labels, otherwise the image. */
export const unitOf = (images: Iterable<{ site_id: string | null }>): GroupUnit =>
  new Set(Array.from(images, image => image.site_id).filter(id => id !== null)).size >= fewestSites ? 'site' : 'image'

export const groupKeyOf = (unit: GroupUnit, { media_id, site_id }: { media_id: string; site_id: string | null }): string =>
  unit === 'site' && site_id !== null ? `site:${site_id}` : `media:${media_id}`

/**
 * Largest share of the labelled images that a joined group may hold. Clusters can form chains: images under one lamp may connect a whole
 * project, although its ends are not duplicates. A larger group would also leave too few images for a test. With a smaller share, two of five
 * sites could not be joined.
 */
const largestJoinedShare = 0.5

/**
 * Joins groups that share near-duplicate images, so that no model is tested on near-duplicates of its training images. Small clusters come
 * first. A cluster whose joined group would hold more than half of the labelled images joins nothing.
 * @returns lookup of the joined group of an image: the smallest key among its groups
 */
export function groupFinder(unit: GroupUnit, images: Iterable<GroupedImage>): (image: GroupedImage) => string {
  const roots = new Map<string, string>()
  const rootOf = (key: string): string => {
    let root = key
    for (let next = roots.get(root); next !== undefined; next = roots.get(root)) root = next
    for (let at = key; at !== root; ) {
      const next = roots.get(at) ?? root
      roots.set(at, root)
      at = next
    }
    return root
  }
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  const clusters = new Map<string, string[]>()
  for (const image of images) {
    if (seen.has(image.media_id)) continue
    seen.add(image.media_id)
    const key = groupKeyOf(unit, image)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if (image.cluster_id === null) continue
    const keys = clusters.get(image.cluster_id)
    if (keys) keys.push(key)
    else clusters.set(image.cluster_id, [key])
  }
  const ordered = [...clusters].sort(([id, one], [otherId, other]) => one.length - other.length || (id < otherId ? -1 : 1))
  for (const [, keys] of ordered) {
    const joined = [...new Set(keys.map(rootOf))].sort()
    const count = joined.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0)
    const [first, ...others] = joined
    if (first === undefined || count > largestJoinedShare * seen.size) continue
    counts.set(first, count)
    for (const other of others) roots.set(other, first)
  }
  return image => rootOf(groupKeyOf(unit, image))
}

type GroupedImage = Pick<Labelled, 'media_id' | 'site_id' | 'cluster_id'>

/** Summarises which labels of a project can be learnt, and how many shapes and images each task would cover. */
export async function aiOverviewOf(db: Database, sight: Sight): Promise<AiOverview> {
  const { rows } = await sql<OnImage>`
    select annotation.label_id, annotation.media_id, media.site_id, quality.cluster_id, count(*) as count,
      sum(case when annotation.shape_kind = 'point' then 0 else 1 end) as areas
    from annotation join media on media.id = annotation.media_id ${withClusters}
    where ${await usable(db, sight)} and ${isTruth}
    group by annotation.label_id, annotation.media_id, media.site_id, quality.cluster_id`.execute(db)
  const unit = unitOf(rows)
  const groupOf = groupFinder(unit, rows)
  const counts = countClasses(rows.map(row => ({ labelId: row.label_id, group: groupOf(row), count: Number(row.count) })))
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
    labelledAreas: [...areas.values()].reduce((sum, count) => sum + count, 0),
    areaLabels: [...areas.values()].filter(count => count >= fewestExamples).length,
    untouchedImages: await untouchedCount(db, sight),
    images: await allCount(db, sight),
    unmeasuredImages: await unmeasuredCount(db, sight.projectId),
    promoted: await promotedOf(db, sight.projectId),
    hasRuntime: isRuntimeInstalled()
  }
}

async function promotedOf(db: Database, projectId: string): Promise<AiOverview['promoted']> {
  const tasks = ['label', 'objects'] as const
  const versions = await Promise.all(tasks.map(async task => ({ task, version: await promotedVersion(db, projectId, task) })))
  return versions.flatMap(({ task, version }) =>
    version ? [{ task, id: version.id, number: version.number, labelCount: version.label_count }] : []
  )
}

/** Counts the labelled shapes and the groups of each label, most frequent label first. */
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
