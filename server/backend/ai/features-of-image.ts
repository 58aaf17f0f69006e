import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Run } from '../children/child-pool.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import { cropPlaceOf, featureSet, geometryHash } from './geometry.ts'
import { dimensions } from './learning/features.ts'

export const bytesPerVector = dimensions * Float16Array.BYTES_PER_ELEMENT

const rowsAtOnce = 100

/**
 * Returns the concatenated feature vectors of shapes on an image. Missing vectors are computed in a child process and stored.
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
    const places = missing.map(shape => cropPlaceOf(JSON.parse(shape) as Shape, image.width))
    const made = await run('features', { path: await blobs.localPath(image.sha256), places })
    const rows = missing.map((shape, index) => ({
      media_id: mediaId,
      geometry_hash: geometryHash(shape),
      feature_set: featureSet,
      vector: Buffer.from(made.subarray(index * bytesPerVector, (index + 1) * bytesPerVector))
    }))
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await db
        .insertInto('ai_feature')
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict(conflict => conflict.doNothing())
        .execute()
    for (const { geometry_hash: hash, vector } of rows) known.set(hash, vector)
  }
  const vectors = new Uint8Array(shapes.length * bytesPerVector)
  for (const [index, hash] of hashes.entries()) vectors.set(known.get(hash) ?? new Uint8Array(bytesPerVector), index * bytesPerVector)
  return vectors
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
