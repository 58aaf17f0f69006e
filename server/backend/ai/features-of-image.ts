import type { Insertable } from 'kysely'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Run } from '../children/child-pool.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import { embeddingPrefix } from './feature-sets.ts'
import { cropPlaceOf, croppingRule, featureSet, geometryHash } from './geometry.ts'
import { dimensions } from './learning/features.ts'
import type { AiFeatureTable } from './tables.ts'

export const bytesPerVector = dimensions * Float16Array.BYTES_PER_ELEMENT

const rowsAtOnce = 100
/** Maximum number of crops in one task for standard features. */
const cropsAtOnce = 500

interface Storage {
  db: Database
  blobs: Blobs
}

/** Features of one set, and the work that computes them. */
export interface Features {
  set: string
  /** Length of a vector. */
  columns: number
  /** Maximum number of crops in one task, which has a time limit. */
  atOnce: number
  /** Computes the concatenated half-precision vectors of shapes on an image in one task. */
  compute(image: { path: string; width: number }, shapes: readonly Shape[]): Promise<Uint8Array>
}

/** Features that a run learns from, checks with or prepares. Vectors are stored once computed. */
export interface RunFeatures extends Pick<Features, 'set' | 'columns'> {
  /** Whether an uploaded embedding model computes the vectors. */
  isEmbedding: boolean
  /** Returns the concatenated half-precision vectors of shapes on an image. @param shapes JSON of each shape */
  of(mediaId: string, shapes: readonly string[]): Promise<Uint8Array>
}

/**
 * Returns the concatenated feature vectors of shapes on an image. Missing vectors are computed. The vectors of each task are stored, so that
 * interrupted work can resume after the last task.
 * @param shapes JSON of each shape
 */
export async function storedFeatures(
  { db, blobs }: Storage,
  { set, columns, atOnce, compute }: Features,
  mediaId: string,
  shapes: readonly string[]
): Promise<Uint8Array> {
  const size = columns * Float16Array.BYTES_PER_ELEMENT
  const hashes = shapes.map(geometryHash)
  const known = await vectorsByHash(db, mediaId, set)
  const missing = shapes.filter((_, index) => !known.has(hashes[index] ?? ''))
  if (missing.length > 0) {
    const image = await db.selectFrom('media').select(['sha256', 'width']).where('id', '=', mediaId).executeTakeFirstOrThrow()
    const path = await blobs.localPath(image.sha256)
    // those of an earlier recipe are never read again
    await db
      .deleteFrom('ai_feature')
      .where('media_id', '=', mediaId)
      .where('feature_set', '<>', featureSet)
      .where('feature_set', 'not like', `${embeddingPrefix}%/${croppingRule}`)
      .execute()
    for (let from = 0; from < missing.length; from += atOnce) {
      const piece = missing.slice(from, from + atOnce)
      const made = await compute(
        { path, width: image.width },
        piece.map(shape => JSON.parse(shape) as Shape)
      )
      const rows = piece.map((shape, index) => ({
        media_id: mediaId,
        geometry_hash: geometryHash(shape),
        feature_set: set,
        vector: Buffer.from(made.subarray(index * size, (index + 1) * size))
      }))
      await store(db, rows)
      for (const { geometry_hash: hash, vector } of rows) known.set(hash, vector)
    }
  }
  const vectors = new Uint8Array(shapes.length * size)
  for (const [index, hash] of hashes.entries()) vectors.set(known.get(hash) ?? new Uint8Array(size), index * size)
  return vectors
}

/** Returns the standard features of shapes on an image, computed in a child process unless stored. @param shapes JSON of each shape */
export const featuresOfImage = (
  { db, blobs, run }: Storage & { run: Run<AnalysisTasks> },
  mediaId: string,
  shapes: readonly string[]
): Promise<Uint8Array> => {
  const compute: Features['compute'] = ({ path, width }, some) =>
    run('features', { path, places: some.map(shape => cropPlaceOf(shape, width)) })
  return storedFeatures({ db, blobs }, { set: featureSet, columns: dimensions, atOnce: cropsAtOnce, compute }, mediaId, shapes)
}

async function store(db: Database, rows: readonly Insertable<AiFeatureTable>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto('ai_feature')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

/** Reads the stored vectors of an image in one set, by the hash of their shapes. */
async function vectorsByHash(db: Database, mediaId: string, set: string): Promise<Map<string, Uint8Array>> {
  const rows = await db
    .selectFrom('ai_feature')
    .select(['geometry_hash', 'vector'])
    .where('media_id', '=', mediaId)
    .where('feature_set', '=', set)
    .execute()
  return new Map(rows.map(({ geometry_hash: hash, vector }) => [hash, vector]))
}
