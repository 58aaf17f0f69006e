import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { timestamp } from '../../lib/clock.ts'
import { HopelessJob, JobLost } from '../jobs/queue.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { codeOf } from './failed-images.ts'
import { geometryHash } from './geometry.ts'
import { held } from './held.ts'
import type { PlacedImage } from './held-out.ts'
import { measureName } from './measured-images.ts'
import { type PredictingModel, packed } from './point-predictions.ts'
import type { PointPredictor, PredictedPoints, SamplePoint } from './point-predictor.ts'
import type { RunRow, RunWork } from './prepared-run.ts'

type Work = Pick<RunWork, 'db' | 'context' | 'sight'>

const imagesAtOnce = 100

/**
 * Predicts all sample points of a project with a model, and stores all class probabilities. Labelled points are included, so that the
 * predictions do not depend on earlier decisions. An expected mix does not apply. Images whose current points are already predicted are
 * skipped. A failed image is recorded with the run, and keeps the predictions of an earlier run. The predictions of each image are stored
 * immediately, so that a cancelled run can resume with the remaining images.
 */
// Long: the steps of one pass.
export async function predictCover({ db, context, sight }: Work, run: Pick<RunRow, 'id'>, predictor: PointPredictor): Promise<void> {
  const { model } = predictor
  const total = await pointedCount(db, sight.projectId)
  await held(context, db, transaction => transaction.deleteFrom('ai_cover_failure').where('run_id', '=', run.id).execute())
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
    const known = await knownImages(db, model, images)
    for (const image of images) {
      context.signal.throwIfAborted()
      const ofImage = points.get(image.media_id) ?? []
      const hash = hashOf(image, ofImage)
      const before = known.get(image.media_id)
      if (ofImage.length > 0 && before?.points_sha256 !== hash) {
        const predicted = await predictedOf(image.media_id, ofImage)
        await held(context, db, transaction =>
          typeof predicted === 'string'
            ? writeFailure(transaction, image.media_id, predicted)
            : writePredictions(transaction, image, { hash, wasLearnt: before?.is_held_out === 0, predicted })
        )
      }
      seen += 1
      await context.progress(Math.min(seen, total), total)
    }
    if (images.length < imagesAtOnce) return
    last = images.at(-1)?.media_id ?? last
  }

  /** Predicts the points of one image. @returns the code of the reason if it failed */
  async function predictedOf(mediaId: string, of: readonly SamplePoint[]): Promise<PredictedPoints | string> {
    try {
      return await predictor.predict(mediaId, of)
    } catch (error) {
      if (context.signal.aborted || error instanceof JobLost || error instanceof HopelessJob) throw error
      return codeOf(error)
    }
  }

  async function writeFailure(transaction: Database, mediaId: string, code: string): Promise<void> {
    await transaction.insertInto('ai_cover_failure').values({ run_id: run.id, media_id: mediaId, error_code: code }).execute()
  }

  async function writePredictions(
    transaction: Database,
    image: PlacedImage,
    { hash, wasLearnt, predicted: { points: ofImage, probabilities } }: { hash: string; wasLearnt: boolean; predicted: PredictedPoints }
  ): Promise<void> {
    const row = {
      project_id: sight.projectId,
      run_id: run.id,
      predicted_at: timestamp(),
      point_count: ofImage.length,
      points_sha256: hash,
      // an image that moved to another site stays excluded: its labels may have trained the version
      is_held_out: predictor.isHeldOut(image) && !wasLearnt ? (1 as const) : (0 as const),
      annotation_ids: JSON.stringify(ofImage.map(({ id }) => id)),
      probabilities: packed(probabilities)
    }
    await transaction
      .insertInto('ai_cover_prediction')
      .values({ version_id: null, uploaded_model_id: null, media_id: image.media_id, ...row, [model.column]: model.id })
      .onConflict(conflict => conflict.columns([model.column, 'media_id']).doUpdateSet(row))
      .execute()
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
async function pointedImages(db: Database, projectId: string, after: string): Promise<PlacedImage[]> {
  const { rows } = await sql<PlacedImage>`
    select media.id as media_id, media.sha256, media.site_id, quality.cluster_id
    from media left join ai_image_quality as quality
      on quality.media_id = media.id and quality.sha256 = media.sha256 and quality.measure = ${measureName}
    where media.project_id = ${projectId} and media.removed_at is null and media.state = 'ready' and media.id > ${after}
      and exists (select 1 from sample where sample.media_id = media.id)
    order by media.id limit ${sql.lit(imagesAtOnce)}`.execute(db)
  return rows
}

/** Reads the sample points of images, in the order of their annotation ids. */
async function pointsOf(db: Database, mediaIds: readonly string[]): Promise<SamplePoint[]> {
  const wanted = jsonItems(
    db,
    mediaIds.map(id => ({ id }))
  )
  const { rows } = await sql<SamplePoint>`
    select annotation.id, annotation.media_id, annotation.shape
    from sample join sample_point on sample_point.sample_id = sample.id join annotation on annotation.id = sample_point.annotation_id
    where sample.media_id in (select item.value ->> 'id' from ${wanted}) and annotation.removed_at is null
      and annotation.shape_kind = 'point'
    order by annotation.id`.execute(db)
  return rows
}

/** Reads the point hash and the held-out flag of the given images that have predictions of a model, by image id. */
async function knownImages(db: Database, model: PredictingModel, images: readonly PlacedImage[]) {
  const wanted = jsonItems(
    db,
    images.map(({ media_id: id }) => ({ id }))
  )
  const rows = await db
    .selectFrom('ai_cover_prediction')
    .select(['media_id', 'points_sha256', 'is_held_out'])
    .where(model.column, '=', model.id)
    .where('media_id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Map(rows.map(row => [row.media_id, row]))
}

const hashOf = ({ sha256 }: PlacedImage, points: readonly SamplePoint[]): string =>
  createHash('sha256')
    .update([sha256, ...points.map(({ id, shape }) => `${id}:${geometryHash(shape)}`)].join('\n'))
    .digest('hex')
