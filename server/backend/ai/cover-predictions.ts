import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { GroupUnit } from '../../../shared/contracts/ai-models.ts'
import { timestamp } from '../../lib/clock.ts'
import { HopelessJob, JobLost } from '../jobs/queue.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { columnsOf } from './feature-sets.ts'
import { geometryHash } from './geometry.ts'
import { knownParts, testPart } from './groups.ts'
import { held } from './held.ts'
import { groupKeyOf } from './labelled.ts'
import { measureName } from './measured-images.ts'
import type { RunRow, RunWork } from './prepared-run.ts'
import { type LoadedVersion, vectorsForVersion, withModel } from './version-features.ts'

type Work = Pick<RunWork, 'db' | 'blobs' | 'pool' | 'context' | 'sight'>
type Version = LoadedVersion & { id: string; unit: GroupUnit }

interface PointedImage {
  media_id: string
  sha256: string
  site_id: string | null
  cluster_id: string | null
}

interface Point {
  id: string
  media_id: string
  shape: string
}

const imagesAtOnce = 100
const scale = 65_535

/**
 * Predicts all sample points of a project with a version, and stores all class probabilities. It includes points that have a label, so that the
 * predictions do not depend on earlier decisions. An expected mix does not apply. Images whose points are predicted already are skipped. An image that
 * cannot be read stays without predictions.
 */
export async function predictCover(work: Work, run: Pick<RunRow, 'id'>, version: Version): Promise<void> {
  const { db, context, sight } = work
  const isHeldOut = await heldOutFinder(db, sight.projectId, version.unit)
  const total = await pointedCount(db, sight.projectId)
  let seen = 0
  for (let last = ''; ; ) {
    const images = await pointedImages(db, sight.projectId, last)
    const points = Map.groupBy(
      await pointsOf(
        db,
        images.map(({ media_id: id }) => id)
      ),
      ({ media_id: id }) => id
    )
    const known = await knownImages(db, version.id, images)
    for (const image of images) {
      context.signal.throwIfAborted()
      seen += 1
      await context.progress(Math.min(seen, total), total)
      const ofImage = points.get(image.media_id) ?? []
      const hash = hashOf(image, ofImage)
      const before = known.get(image.media_id)
      if (ofImage.length === 0 || before?.points_sha256 === hash) continue
      const probabilities = await probabilitiesOf(work, run.id, version, image.media_id, ofImage)
      if (!probabilities) continue
      const row = {
        project_id: sight.projectId,
        run_id: run.id,
        predicted_at: timestamp(),
        point_count: ofImage.length,
        points_sha256: hash,
        // an image that moved to another site stays out: its labels may have trained the version
        is_held_out: isHeldOut(image) && before?.is_held_out !== 0 ? (1 as const) : (0 as const),
        annotation_ids: JSON.stringify(ofImage.map(({ id }) => id)),
        probabilities: packed(probabilities)
      }
      await held(context, db, transaction =>
        transaction
          .insertInto('ai_cover_prediction')
          .values({ version_id: version.id, media_id: image.media_id, ...row })
          .onConflict(conflict => conflict.columns(['version_id', 'media_id']).doUpdateSet(row))
          .execute()
      )
    }
    if (images.length < imagesAtOnce) return
    last = images.at(-1)?.media_id ?? last
  }
}

/** Counts the ready images with sample points. */
async function pointedCount(db: Database, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where('state', '=', 'ready')
    .where(({ exists, selectFrom }) => exists(selectFrom('sample').select('sample.id').whereRef('sample.media_id', '=', 'media.id')))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Reads a page of ready images with sample points, following the id `after`. */
async function pointedImages(db: Database, projectId: string, after: string): Promise<PointedImage[]> {
  const { rows } = await sql<PointedImage>`
    select media.id as media_id, media.sha256, media.site_id, quality.cluster_id
    from media left join ai_image_quality as quality
      on quality.media_id = media.id and quality.sha256 = media.sha256 and quality.measure = ${measureName}
    where media.project_id = ${projectId} and media.removed_at is null and media.state = 'ready' and media.id > ${after}
      and exists (select 1 from sample where sample.media_id = media.id)
    order by media.id limit ${sql.lit(imagesAtOnce)}`.execute(db)
  return rows
}

/** Reads the sample points of images, by their annotations. */
async function pointsOf(db: Database, mediaIds: readonly string[]): Promise<Point[]> {
  const wanted = jsonItems(
    db,
    mediaIds.map(id => ({ id }))
  )
  const { rows } = await sql<Point>`
    select annotation.id, annotation.media_id, annotation.shape
    from sample join sample_point on sample_point.sample_id = sample.id join annotation on annotation.id = sample_point.annotation_id
    where sample.media_id in (select item.value ->> 'id' from ${wanted}) and annotation.removed_at is null
      and annotation.shape_kind = 'point'
    order by annotation.id`.execute(db)
  return rows
}

/** Reads which of some images have predictions of a version, by image id. */
async function knownImages(db: Database, versionId: string, images: readonly PointedImage[]) {
  const wanted = jsonItems(
    db,
    images.map(({ media_id: id }) => ({ id }))
  )
  const rows = await db
    .selectFrom('ai_cover_prediction')
    .select(['media_id', 'points_sha256', 'is_held_out'])
    .where('version_id', '=', versionId)
    .where('media_id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Map(rows.map(row => [row.media_id, row]))
}

const hashOf = ({ sha256 }: PointedImage, points: readonly Point[]): string =>
  createHash('sha256')
    .update([sha256, ...points.map(({ id, shape }) => `${id}:${geometryHash(shape)}`)].join('\n'))
    .digest('hex')

/** Computes the class probabilities of points on one image, row-major. Null if the image cannot be read. */
async function probabilitiesOf(
  { db, blobs, pool, context }: Work,
  runId: string,
  version: Version,
  mediaId: string,
  points: readonly Point[]
): Promise<Float32Array | null> {
  try {
    return await pool.take(
      runId,
      async run => {
        const vectors = await vectorsForVersion(
          { db, blobs, run },
          version,
          mediaId,
          points.map(({ shape }) => shape)
        )
        const columns = columnsOf(version.featureSet)
        return withModel(run, version, () => run('probabilities', { key: version.key, vectors, columns }))
      },
      context.signal
    )
  } catch (error) {
    if (context.signal.aborted || error instanceof JobLost || error instanceof HopelessJob) throw error
    return null
  }
}

/**
 * Returns a predicate for images outside the training and calibration of versions. Later versions may have been trained on more images, which are
 * excluded too. An image in no split is excluded if it is a near-duplicate of an image that was used.
 */
async function heldOutFinder(db: Database, projectId: string, unit: GroupUnit): Promise<(image: PointedImage) => boolean> {
  const parts = await knownParts(db, projectId)
  const { rows } = await sql<PointedImage>`
    select media.id as media_id, media.sha256, media.site_id, quality.cluster_id
    from media join ai_image_quality as quality
      on quality.media_id = media.id and quality.sha256 = media.sha256 and quality.measure = ${measureName}
    where media.project_id = ${projectId} and quality.project_id = ${projectId} and quality.cluster_id is not null`.execute(db)
  const isUsed = (part: number | undefined) => part !== undefined && part !== testPart
  const used = new Set(rows.flatMap(image => (isUsed(parts.get(groupKeyOf(unit, image))) ? (image.cluster_id ?? []) : [])))
  return image => {
    const part = parts.get(groupKeyOf(unit, image))
    return part === undefined ? image.cluster_id === null || !used.has(image.cluster_id) : part === testPart
  }
}

const packed = (probabilities: Float32Array): Buffer => {
  const bytes = Buffer.alloc(probabilities.length * 2)
  for (const [at, p] of probabilities.entries()) bytes.writeUInt16LE(Math.round(Math.min(1, Math.max(0, p)) * scale), at * 2)
  return bytes
}

/** Predictions of a version for the sample points of one image. */
export interface PredictedImage {
  isHeldOut: boolean
  /** Class probabilities of each point, by annotation id. They add up to 1. */
  points: Map<string, Float64Array>
}

/** Reads the predictions of a version for images, by image id. @param classes number of classes of the version */
export async function predictionsOf(
  db: Database,
  versionId: string,
  classes: number,
  mediaIds: readonly string[]
): Promise<Map<string, PredictedImage>> {
  const wanted = jsonItems(
    db,
    mediaIds.map(id => ({ id }))
  )
  const rows = await db
    .selectFrom('ai_cover_prediction')
    .select(['media_id', 'is_held_out', 'annotation_ids', 'probabilities'])
    .where('version_id', '=', versionId)
    .where('media_id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Map(
    rows.map(row => {
      const ids = JSON.parse(row.annotation_ids) as string[]
      const bytes = Buffer.from(row.probabilities)
      const points = new Map(ids.map((id, place) => [id, unpacked(bytes, place * classes, classes)]))
      return [row.media_id, { isHeldOut: row.is_held_out === 1, points }]
    })
  )
}

function unpacked(bytes: Buffer, from: number, classes: number): Float64Array {
  const values = Float64Array.from({ length: classes }, (_, place) => bytes.readUInt16LE((from + place) * 2))
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map(value => value / Math.max(1, sum))
}
