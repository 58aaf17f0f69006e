import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Run } from '../children/child-pool.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import { featuresOfImage } from './features-of-image.ts'
import { cropPlaceOf, featureSet } from './geometry.ts'
import type { CropPlace } from './learning/features.ts'
import { noModel } from './no-model.ts'
import type { Embedders } from './uploaded/embedders.ts'

/** Model version with its serialised classifier. */
export interface LoadedVersion {
  /** SHA-256 of the classifier. */
  key: string
  bytes: Uint8Array
  featureSet: string
  /** Embedding model of its features; null for other features. */
  embeddingModelId: string | null
}

export interface VersionWork {
  db: Database
  blobs: Blobs
  embedders: Embedders
  signal: AbortSignal
  /** Runs work in a turn of the run. Searches of people get a turn in between. */
  turn<T>(work: (run: Run<AnalysisTasks>) => Promise<T>): Promise<T>
}

/**
 * Returns the concatenated vectors of shapes on an image, in the feature set of a version. Standard features and those of embedding models are
 * stored. Dictionary features are computed each time, because every version has its own dictionary and few vectors are read twice.
 * @param shapes JSON of each shape
 */
export async function vectorsForVersion(
  { db, blobs, embedders, turn }: VersionWork,
  version: LoadedVersion,
  mediaId: string,
  shapes: readonly string[]
): Promise<Uint8Array> {
  if (shapes.length === 0) return new Uint8Array()
  if (version.featureSet === featureSet) return turn(run => featuresOfImage({ db, blobs, run }, mediaId, shapes))
  if (version.embeddingModelId !== null) return (await embedders.featuresOf(version.embeddingModelId)).of(mediaId, shapes)
  const crops = await cropsOf({ db, blobs }, mediaId, shapes)
  return turn(run => inBlocks(crops, some => withModel(run, version, () => run('modelFeatures', { ...some, key: version.key }))))
}

interface Crops {
  path: string
  places: CropPlace[]
}

/** Maximum number of crops in one task, which has a time limit. */
const cropsAtOnce = 1000

/** Computes the vectors of crops in consecutive tasks of limited size. */
export async function inBlocks({ path, places }: Crops, task: (crops: Crops) => Promise<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (let from = 0; from < places.length; from += cropsAtOnce)
    parts.push(await task({ path, places: places.slice(from, from + cropsAtOnce) }))
  return new Uint8Array(Buffer.concat(parts))
}

/** Returns the file of an image and the crops of shapes on it. */
export async function cropsOf(
  { db, blobs }: Pick<VersionWork, 'db' | 'blobs'>,
  mediaId: string,
  shapes: readonly string[]
): Promise<Crops> {
  const image = await db.selectFrom('media').select(['sha256', 'width']).where('id', '=', mediaId).executeTakeFirstOrThrow()
  return { path: await blobs.localPath(image.sha256), places: shapes.map(shape => cropPlaceOf(JSON.parse(shape) as Shape, image.width)) }
}

/** Runs a task with a model. The child process loads the model first if needed. */
export async function withModel<T>(
  run: Run<AnalysisTasks>,
  { key, bytes }: Pick<LoadedVersion, 'key' | 'bytes'>,
  task: () => Promise<T>
): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if ((error as { code?: unknown }).code !== noModel) throw error
    await run('load', { key, bytes })
    return task()
  }
}
