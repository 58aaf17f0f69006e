import type { FullSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { ModelState } from './errors.ts'
import { geometryHash } from './geometry.ts'
import type { Example } from './similar.ts'
import { embeddingOf } from './uploaded/embedding-of.ts'
import { testedModel } from './uploaded/runnable-model.ts'

/**
 * Reads the vector of a crop in the features of an embedding model. It is not computed here, because a request cannot wait for the model to load.
 * @param shape JSON of the crop's shape
 * @throws NotFound for a model of another project @throws ModelState for a model that is not a tested embedding model
 */
export async function embeddingExample(
  db: Database,
  sight: FullSight,
  { mediaId, shape }: { mediaId: string; shape: string },
  embeddingModelId: string
): Promise<Omit<Example, 'crop'>> {
  const features = embeddingOf((await testedModel(db, sight, embeddingModelId)).row)
  if (!features) throw new ModelState('This is no embedding model: choose another')
  const { set, columns } = features
  const stored = await db
    .selectFrom('ai_feature')
    .select('vector')
    .where('media_id', '=', mediaId)
    .where('feature_set', '=', set)
    .where('geometry_hash', '=', geometryHash(shape))
    .executeTakeFirst()
  return { set, columns, vector: stored?.vector ?? null }
}
