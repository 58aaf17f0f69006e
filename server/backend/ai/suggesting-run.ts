import { timestamp } from '../../lib/clock.ts'
import { HopelessJob, JobLost } from '../jobs/queue.ts'
import type { Database } from '../storage/database.ts'
import { predictCover } from './cover-predictions.ts'
import { codeOf, coverFailures, failedImagesAfter } from './failed-images.ts'
import { held, heldBetweenEdits } from './held.ts'
import { learnedRun } from './learned-run.ts'
import type { Made, RunRow, RunWork } from './prepared-run.ts'
import { followAllMappings } from './uploaded/follow-mappings.ts'
import { uploadedRun } from './uploaded/uploaded-run.ts'
import { writeSuggestions } from './write-suggestions.ts'

const imagesAtOnce = 100

interface SuggestingWork extends Omit<RunWork, 'isRetry'> {
  /** Notifies open pages of the project about progress. */
  changed(): void
}

/** Applies the model of a run to one image after the other. A cancelled run keeps its finished images and skips them when resumed. */
// Long: the steps of one run.
export async function suggestOnImages({ changed, ...work }: SuggestingWork, row: RunRow): Promise<void> {
  const { db, context, sight } = work
  const { payload, signal, attempt } = context
  const run = { id: row.id, jobId: row.job_id, projectId: row.project_id, createdBy: row.created_by }
  const isRetry = payload.isRetry === true
  const prepare = row.uploaded_model_id === null ? learnedRun : uploadedRun
  const { modelIn, imagesOf, isStillIn, count, suggest, pointPredictor, end } = await prepare({ ...work, isRetry }, row)
  const finished = isRetry ? new Set<string>() : await finishedImages(db, run.jobId)
  const pageOf = (after: string) =>
    isRetry ? failedImagesAfter(db, run.jobId, after, imagesAtOnce) : imagesOf(db, sight, after, imagesAtOnce)
  const total = row.images_total ?? (await count())
  const doneBefore = isRetry ? row.images_done : finished.size
  try {
    await everyImage()
  } finally {
    await end?.()
  }

  async function everyImage() {
    await held(context, db, transaction =>
      transaction.updateTable('ai_run').set({ images_total: total }).where('id', '=', run.id).execute()
    )
    let done = doneBefore
    for (let last = ''; ; ) {
      const page = await pageOf(last)
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
    if (pointPredictor) await predictCover({ db, context, sight }, run, await pointPredictor())
    await heldBetweenEdits(context, db, run.projectId, async transaction => {
      if (row.uploaded_model_id) await followAllMappings(transaction, row.uploaded_model_id)
      const counts = await transaction.selectFrom('ai_run').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow()
      const { count: unpredicted } = await coverFailures(transaction)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ai_cover_failure.run_id', '=', run.id)
        .executeTakeFirstOrThrow()
      await transaction
        .updateTable('ai_run')
        .set({ finished_at: timestamp(), sentence: endSentence(counts, Number(unpredicted)) })
        .where('id', '=', run.id)
        .execute()
    })
  }

  /** Suggests labels on one image. An image that cannot be read fails without ending the run. */
  async function imageOf(mediaId: string): Promise<void> {
    let made: Made | null = null
    let errorCode: string | null = null
    try {
      made = (await isStillIn(mediaId)) ? await suggest(mediaId) : { shapes: [], predictions: [] }
    } catch (error) {
      if (signal.aborted || error instanceof JobLost || error instanceof HopelessJob) throw error
      errorCode = codeOf(error)
    }
    await heldBetweenEdits(context, db, run.projectId, async transaction => {
      const written = made
        ? await writeSuggestions(transaction, { ...run, mediaId, model: await modelIn(transaction) }, made.shapes, made.predictions)
        : 0
      await transaction
        .insertInto('job_item')
        .values({ job_id: run.jobId, media_id: mediaId, state: made ? 'done' : 'failed', attempt, error_code: errorCode })
        .onConflict(conflict =>
          conflict.columns(['job_id', 'media_id']).doUpdateSet({ state: made ? 'done' : 'failed', attempt, error_code: errorCode })
        )
        .execute()
      await transaction
        .updateTable('ai_run')
        .set(({ eb }) => ({
          images_done: eb('images_done', '+', made ? 1 : 0),
          images_failed: eb('images_failed', '+', failedMore(isRetry, made !== null)),
          suggestion_count: eb('suggestion_count', '+', written)
        }))
        .where('id', '=', run.id)
        .execute()
    })
  }
}

/** Change in the count of failed images after one image. In a retry, the image already counts as failed. */
const failedMore = (isRetry: boolean, isRead: boolean): number => (isRead ? (isRetry ? -1 : 0) : isRetry ? 0 : 1)

/** Reads the images already processed by earlier tries of the job, including failed ones. */
async function finishedImages(db: Database, jobId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('job_item').select('media_id').where('job_id', '=', jobId).execute()
  return new Set(rows.map(({ media_id: id }) => id))
}

const imageWords = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'image' : 'images'}`

/** @param unpredicted number of images that failed only while their points were predicted for cover */
function endSentence(
  { task, suggestion_count: count, images_failed: failed }: Pick<RunRow, 'task' | 'suggestion_count' | 'images_failed'>,
  unpredicted: number
): string {
  const sentences = [`${count.toLocaleString('en')} ${count === 1 ? 'suggestion' : 'suggestions'}`]
  if (failed > 0) sentences.push(`${imageWords(failed)} ${task === 'model' ? 'failed' : 'could not be read'}`)
  if (unpredicted > 0) sentences.push(`The sample points of ${imageWords(unpredicted)} could not be predicted for cover`)
  return sentences.join('. ')
}
