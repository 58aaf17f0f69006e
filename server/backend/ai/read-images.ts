import type { Run } from '../children/child-pool.ts'
import { HopelessJob, type JobContext, JobLost } from '../jobs/queue.ts'
import type { FullSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import type { RunFeatures } from './features-of-image.ts'
import { held } from './held.ts'

export interface ReadingWork {
  db: Database
  /** Runs work in a turn of the run. Searches of people get a turn in between. */
  turn<T>(work: (run: Run<AnalysisTasks>) => Promise<T>): Promise<T>
  context: Pick<JobContext, 'attempt' | 'signal' | 'progress' | 'hold'>
  sight: FullSight
  /** Features that the run reads. */
  features: RunFeatures
  /** Notifies open pages of the project about progress. */
  changed(): void
}

const imagesPerReport = 20

/**
 * Reads or computes the features of shapes, one image at a time, and reports the progress of the run. Stored features are reused, so an
 * interrupted run resumes where it stopped.
 * @param shapesOf returns the shapes of an image, as JSON
 * @param use receives the vectors of each image; null if the image cannot be read
 */
export async function readImages(
  { db, context, features, changed }: ReadingWork,
  runId: string,
  images: readonly string[],
  shapesOf: (mediaId: string) => Promise<readonly string[]> | readonly string[],
  use: (mediaId: string, vectors: Uint8Array | null) => void
): Promise<{ failed: number }> {
  let failed = 0
  await report(0)
  for (const [index, mediaId] of images.entries()) {
    context.signal.throwIfAborted()
    const vectors = await vectorsOf(mediaId)
    if (vectors === null) failed += 1
    use(mediaId, vectors)
    await context.progress(index + 1, images.length)
    if ((index + 1) % imagesPerReport === 0 || index + 1 === images.length) await report(index + 1)
  }
  return { failed }

  async function vectorsOf(mediaId: string): Promise<Uint8Array | null> {
    const shapes = await shapesOf(mediaId)
    try {
      return await features.of(mediaId, shapes)
    } catch (error) {
      if (context.signal.aborted || error instanceof JobLost || error instanceof HopelessJob) throw error
      return null
    }
  }

  async function report(done: number): Promise<void> {
    const counts = { images_total: images.length, images_done: done - failed, images_failed: failed }
    await held(context, db, transaction => transaction.updateTable('ai_run').set(counts).where('id', '=', runId).execute())
    changed()
  }
}
