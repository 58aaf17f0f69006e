import type { Selectable } from 'kysely'
import type { ChildPool } from '../children/child-pool.ts'
import type { JobContext } from '../jobs/queue.ts'
import type { Sight } from '../projects/scope.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import type { Prediction } from './learning/classifier.ts'
import type { AiRunTable } from './tables.ts'
import type { ModelPolicy } from './uploaded/model-policy.ts'
import type { ModelOfRun } from './write-suggestions.ts'

export type RunRow = Selectable<AiRunTable>

export interface RunWork {
  db: Database
  blobs: Blobs
  pool: ChildPool<AnalysisTasks>
  context: JobContext
  sight: Sight
  appVersion: string
  models: ModelPolicy
  /** Whether the run tries its failed images again. */
  isRetry: boolean
}

/** Shapes on one image, with a prediction for each. `id` is the annotation of the shape, and null for a new shape. */
export interface Made {
  shapes: { id: string | null; shape: string }[]
  predictions: Prediction[]
}

/** A run that is ready to go through its images. */
export interface PreparedRun {
  /** Model with the current labels of its classes, which may change during the run. */
  modelIn(transaction: Database): Promise<ModelOfRun>
  /** Images of the run after a given one. */
  imagesOf(db: Database, sight: Sight, after: string, limit: number): Promise<string[]>
  /** Whether an image is still part of the run. A person may have annotated or removed it since the run began. */
  isStillIn(mediaId: string): Promise<boolean>
  /** Number of images. */
  count(): Promise<number>
  /** @throws HopelessJob when no image can succeed, any other error for this image alone */
  suggest(mediaId: string): Promise<Made>
  /** Releases the resources of the run. */
  end?(): Promise<void>
}

/** @throws HopelessJob when the run cannot start */
export type PrepareRun = (work: RunWork, row: RunRow) => Promise<PreparedRun>
