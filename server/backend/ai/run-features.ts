import type { Run } from '../children/child-pool.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import { featuresOfImage, type RunFeatures } from './features-of-image.ts'
import { featureSet } from './geometry.ts'
import { dimensions } from './learning/features.ts'
import type { Embedders } from './uploaded/embedders.ts'

interface Work {
  db: Database
  blobs: Blobs
  embedders: Embedders
  /** Runs work in a turn of the run. Searches of people get a turn in between. */
  turn<T>(work: (run: Run<AnalysisTasks>) => Promise<T>): Promise<T>
}

/**
 * Chooses the features of a run.
 * @param embeddingModelId embedding model of the run; null for the standard features
 * @throws HopelessJob for a model that no longer exists
 */
export async function runFeatures({ db, blobs, embedders, turn }: Work, embeddingModelId: string | null): Promise<RunFeatures> {
  if (embeddingModelId === null)
    return {
      ...{ set: featureSet, columns: dimensions, isEmbedding: false },
      of: (mediaId, shapes) => turn(run => featuresOfImage({ db, blobs, run }, mediaId, shapes))
    }
  return embedders.featuresOf(embeddingModelId)
}
