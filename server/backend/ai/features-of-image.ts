import type { Insertable } from 'kysely'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Run } from '../children/child-pool.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import { cropPlaceOf, featureSet, geometryHash } from './geometry.ts'
import { dimensions } from './learning/features.ts'
import type { AiFeatureTable } from './tables.ts'

export const bytesPerVector = dimensions * Float16Array.BYTES_PER_ELEMENT

const rowsAtOnce = 100
/** Maximum number of crops in one task. The vectors of each task are stored, so that interrupted work can resume after the last task. */
const cropsAtOnce = 500

/**
 * Returns the concatenated feature vectors of shapes on an image. Missing vectors are computed in a child process and stored, at most 500 at
 * a time.
 * @param shapes JSON of each shape
 */
export async function featuresOfImage(
  { db, blobs, run }: { db: Database; blobs: Blobs; run: Run<AnalysisTasks> },
  mediaId: string,
  shapes: readonly string[]
): Promise<Uint8Array> {
  const hashes = shapes.map(geometryHash)
  const known = await storedFeatures(db, mediaId)
  const missing = shapes.filter((_, index) => !known.has(hashes[index] ?? ''))
  if (missing.length > 0) {
    const image = await db.selectFrom('media').select(['sha256', 'width']).where('id', '=', mediaId).executeTakeFirstOrThrow()
    const path = await blobs.localPath(image.sha256)
    // those of an earlier recipe are never read again
    await db.deleteFrom('ai_feature').where('media_id', '=', mediaId).where('feature_set', '<>', featureSet).execute()
    for (let from = 0; from < missing.length; from += cropsAtOnce) {
      const piece = missing.slice(from, from + cropsAtOnce)
      const made = await run('features', { path, places: piece.map(shape => cropPlaceOf(JSON.parse(shape) as Shape, image.width)) })
      const rows = piece.map((shape, index) => ({
        media_id: mediaId,
        geometry_hash: geometryHash(shape),
        feature_set: featureSet,
        vector: Buffer.from(made.subarray(index * bytesPerVector, (index + 1) * bytesPerVector))
      }))
      await store(db, rows)
      for (const { geometry_hash: hash, vector } of rows) known.set(hash, vector)
    }
  }
  const vectors = new Uint8Array(shapes.length * bytesPerVector)
  for (const [index, hash] of hashes.entries()) vectors.set(known.get(hash) ?? new Uint8Array(bytesPerVector), index * bytesPerVector)
  return vectors
}

async function store(db: Database, rows: readonly Insertable<AiFeatureTable>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto('ai_feature')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

async function storedFeatures(db: Database, mediaId: string): Promise<Map<string, Uint8Array>> {
  const rows = await db
    .selectFrom('ai_feature')
    .select(['geometry_hash', 'vector'])
    .where('media_id', '=', mediaId)
    .where('feature_set', '=', featureSet)
    .execute()
  return new Map(rows.map(({ geometry_hash: hash, vector }) => [hash, vector]))
}
