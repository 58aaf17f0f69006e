import type { Selectable } from 'kysely'
import type { Run } from '../children/child-pool.ts'
import type { JobContext } from '../jobs/queue.ts'
import type { FullSight, Sight } from '../projects/scope.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import type { Prediction } from './learning/classifier.ts'
import type { PointPredictor } from './point-predictor.ts'
import type { AiRunTable } from './tables.ts'
import type { Embedders } from './uploaded/embedders.ts'
import type { ModelPolicy } from './uploaded/model-policy.ts'
import type { ModelOfRun } from './write-suggestions.ts'

export type RunRow = Selectable<AiRunTable>

export interface RunWork {
  db: Database
  blobs: Blobs
  /** Runs work in a turn of the run. Searches of people get a turn in between. */
  turn<T>(work: (run: Run<AnalysisTasks>) => Promise<T>): Promise<T>
  context: JobContext
  sight: FullSight
  appVersion: string
  models: ModelPolicy
  embedders: Embedders
  /** Whether the run retries its failed images. */
  isRetry: boolean
}

/** Shapes on one image and their predictions, in the same order. `id` is the id of the shape's annotation, or null for a new shape. */
export interface Made {
  shapes: { id: string | null; shape: string }[]
  predictions: Prediction[]
}

/** Run that is ready to process its images. */
export interface PreparedRun {
  /** Reads the model with the current labels of its classes. These labels may change during the run. */
  modelIn(transaction: Database): Promise<ModelOfRun>
  /** Reads a page of image ids of the run, following the id `after`. */
  imagesOf(db: Database, sight: Sight, after: string, limit: number): Promise<string[]>
  /** Whether an image is still part of the run. A person may have annotated or removed it since the run began. */
  isStillIn(mediaId: string): Promise<boolean>
  /** Counts the images of the run. */
  count(): Promise<number>
  /** Predicts the labels of one image. @throws HopelessJob when no image can succeed; any other error concerns this image only */
  suggest(mediaId: string): Promise<Made>
  /** Creates the predictor of sample points for cover, which runs after the images of the run. Absent if the model cannot predict points. */
  pointPredictor?(): Promise<PointPredictor>
  /** Releases the resources of the run. */
  end?(): Promise<void>
}

/** Prepares a run. @throws HopelessJob when the run cannot start */
export type PrepareRun = (work: RunWork, row: RunRow) => Promise<PreparedRun>
