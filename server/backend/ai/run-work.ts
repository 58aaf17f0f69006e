import type { Shape } from '../../../shared/contracts/shapes.ts'
import { timestamp } from '../../lib/clock.ts'
import { ChildFault } from '../children/child.ts'
import type { Run } from '../children/child-pool.ts'
import type { EventBus } from '../events/bus.ts'
import { HopelessJob, type JobHandler, JobLost } from '../jobs/queue.ts'
import type { PicturePools } from '../media/picture-pools.ts'
import { everything, type Sight } from '../projects/scope.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import { type AnalysisTasks, noModel } from './analysis-tasks.ts'
import { checkWork } from './check-work.ts'
import { failedImagesAfter } from './failed-images.ts'
import { featuresOfImage } from './features-of-image.ts'
import { featureSet } from './geometry.ts'
import { held } from './held.ts'
import {
  isUntouched,
  type Unlabelled,
  unlabelledCount,
  unlabelledImages,
  unlabelledOf,
  untouchedCount,
  untouchedImages
} from './labelled.ts'
import { learnVersion } from './learn-version.ts'
import type { Prediction } from './learning/classifier.ts'
import { dimensions } from './learning/features.ts'
import { similarWork } from './similar-work.ts'
import type { StoredClasses } from './stored-model.ts'
import { writeSuggestions } from './write-suggestions.ts'

export interface AnalysisWork {
  db: Database
  blobs: Blobs
  events: EventBus
  pictures: PicturePools
  appVersion: string
}

const imagesAtOnce = 100

/** Shape that gets a suggestion; `id` is that of its annotation, if it has one. */
type Target = Pick<Unlabelled, 'shape'> & { id: string | null }

/** Runs a model over the shapes without a label, image by image. Finished images stay when it is cancelled, and are left out when it goes on. */
// Long: the steps of one run.
export function runAnalysis({ db, blobs, events, pictures, appVersion }: AnalysisWork): JobHandler {
  const pool = pictures.analysis
  return async context => {
    const { payload, signal, attempt } = context
    const row = await db.selectFrom('ai_run').selectAll().where('id', '=', String(payload.runId)).executeTakeFirst()
    if (!row) throw new HopelessJob('The run was deleted in the meantime')
    if (row.finished_at !== null) return
    const changed = () => events.publish({ type: 'changed', noun: 'ai', projectId: row.project_id })
    const run = { id: row.id, jobId: row.job_id, projectId: row.project_id, createdBy: row.created_by }
    const sight = everything(run.projectId, 'suggestions are made for all shapes without a label, and blind members see none of them')
    await held(context, db, transaction =>
      transaction
        .updateTable('ai_run')
        .set({ started_at: row.started_at ?? timestamp() })
        .where('id', '=', run.id)
        .execute()
    )
    changed()
    if (row.task === 'check') {
      await checkWork({ db, blobs, pool, context, changed }, run)
      return changed()
    }
    if (row.task === 'similar') {
      await similarWork({ db, blobs, pool, context, changed }, run)
      return changed()
    }
    const versionId = row.model_version_id ?? (await learnVersion({ db, blobs, pool, context }, { ...run, task: row.task }, appVersion))
    const version = await db.selectFrom('ai_model_version').selectAll().where('id', '=', versionId).executeTakeFirst()
    if (!version) throw new HopelessJob('The model version no longer exists')
    if (version.feature_set !== featureSet)
      throw new HopelessJob('The model version needs features of an older program. Start a run with a new version')
    const model = { key: version.sha256, bytes: new Uint8Array(version.bytes) }
    const classes = (JSON.parse(version.classes) as StoredClasses).learnt.map(({ labelId }) => labelId)

    const isRetry = payload.isRetry === true
    const finished = isRetry ? new Set<string>() : await finishedImages(db, run.jobId)
    const imagesOf = isRetry
      ? (_db: Database, _sight: Sight, after: string, limit: number) => failedImagesAfter(db, run.jobId, after, limit)
      : row.task === 'label'
        ? unlabelledImages
        : untouchedImages
    const total = row.images_total ?? (row.task === 'label' ? (await unlabelledCount(db, sight)).images : await untouchedCount(db, sight))
    await held(context, db, transaction =>
      transaction.updateTable('ai_run').set({ images_total: total }).where('id', '=', run.id).execute()
    )
    let done = isRetry ? row.images_done : finished.size
    for (let last = ''; ; ) {
      const page = await imagesOf(db, sight, last, imagesAtOnce)
      for (const mediaId of page) {
        signal.throwIfAborted()
        if (finished.has(mediaId)) continue
        await imageOf(mediaId)
        done += 1
        await context.progress(Math.min(done, total), total)
      }
      changed()
      if (page.length < imagesAtOnce) break
      last = page.at(-1) ?? last
    }
    await held(context, db, async transaction => {
      const counts = await transaction.selectFrom('ai_run').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow()
      await transaction
        .updateTable('ai_run')
        .set({ finished_at: timestamp(), sentence: endSentence(counts) })
        .where('id', '=', run.id)
        .execute()
    })
    changed()

    /** Suggests labels on one image. An image that cannot be read fails alone. */
    async function imageOf(mediaId: string): Promise<void> {
      let shapes: Target[] = row?.task === 'label' ? await unlabelledOf(db, sight, mediaId) : []
      let predictions: Prediction[] | null = null
      let errorCode: string | null = null
      try {
        predictions = await pool.take(
          run.id,
          async runTask => {
            if (row?.task === 'objects')
              shapes = isRetry && !(await isUntouched(db, mediaId)) ? [] : await objectsOf({ db, blobs, run: runTask }, mediaId)
            const vectors = await featuresOfImage(
              { db, blobs, run: runTask },
              mediaId,
              shapes.map(({ shape }) => shape)
            )
            return predicted(runTask, model, vectors)
          },
          signal
        )
      } catch (error) {
        if (signal.aborted || error instanceof JobLost) throw error
        errorCode = error instanceof ChildFault ? error.reason.toUpperCase() : String((error as { code?: unknown }).code ?? 'UNREADABLE')
      }
      await held(context, db, async transaction => {
        const written = predictions ? await writeSuggestions(transaction, { ...run, versionId, mediaId, classes }, shapes, predictions) : 0
        await transaction
          .insertInto('job_item')
          .values({ job_id: run.jobId, media_id: mediaId, state: predictions ? 'done' : 'failed', attempt, error_code: errorCode })
          .onConflict(conflict =>
            conflict.columns(['job_id', 'media_id']).doUpdateSet({ state: predictions ? 'done' : 'failed', attempt, error_code: errorCode })
          )
          .execute()
        await transaction
          .updateTable('ai_run')
          .set(({ eb }) => ({
            images_done: eb('images_done', '+', predictions ? 1 : 0),
            images_failed: eb('images_failed', '+', failedMore(isRetry, predictions !== null)),
            suggestion_count: eb('suggestion_count', '+', written)
          }))
          .where('id', '=', run.id)
          .execute()
      })
    }
  }
}

/** Change of the number of failed images by the outcome of one image, which a retry counted before. */
const failedMore = (isRetry: boolean, isRead: boolean): number => (isRead ? (isRetry ? -1 : 0) : isRetry ? 0 : 1)

/** Boxes around objects on an image, which no annotation has yet. */
async function objectsOf({ db, blobs, run }: { db: Database; blobs: Blobs; run: Run<AnalysisTasks> }, mediaId: string): Promise<Target[]> {
  const { sha256 } = await db.selectFrom('media').select('sha256').where('id', '=', mediaId).executeTakeFirstOrThrow()
  const found = await run('objects', { path: await blobs.localPath(sha256) })
  return found.map(({ x, y, width, height }) => ({ id: null, shape: JSON.stringify({ kind: 'box', x, y, width, height } satisfies Shape) }))
}

/** Predictions by the model, which a new process loads first. */
async function predicted(run: Run<AnalysisTasks>, model: { key: string; bytes: Uint8Array }, vectors: Uint8Array): Promise<Prediction[]> {
  const task = { key: model.key, vectors, columns: dimensions }
  try {
    return await run('predict', task)
  } catch (error) {
    if ((error as { code?: unknown }).code !== noModel) throw error
    await run('load', model)
    return run('predict', task)
  }
}

/** Images that earlier tries of the job finished. */
async function finishedImages(db: Database, jobId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('job_item').select('media_id').where('job_id', '=', jobId).execute()
  return new Set(rows.map(({ media_id: id }) => id))
}

function endSentence({ suggestion_count: count, images_failed: failed }: { suggestion_count: number; images_failed: number }): string {
  const suggestions = `${count.toLocaleString('en')} ${count === 1 ? 'suggestion' : 'suggestions'}`
  return failed === 0
    ? suggestions
    : `${suggestions}. ${failed.toLocaleString('en')} ${failed === 1 ? 'image' : 'images'} could not be read`
}
