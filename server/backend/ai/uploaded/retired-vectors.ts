import { daily, type Upkeep } from '../../module.ts'
import type { Database } from '../../storage/database.ts'
import { embeddingOf } from './embedding-of.ts'

/** Number of images whose vectors one statement deletes. */
const pageSize = 200

/** Deletes the vectors of retired embedding models. A model that is brought back computes them again. */
export const forgetRetiredVectors: Upkeep = daily(async ({ db }) => {
  const retired = await db
    .selectFrom('ai_uploaded_model')
    .select(['project_id', 'manifest', 'manifest_sha256', 'dry_run'])
    .where('state', '=', 'retired')
    .execute()
  for (const model of retired) {
    const set = embeddingOf(model)?.set
    if (set !== undefined) await deleteVectors(db, model.project_id, set)
  }
})

async function deleteVectors(db: Database, projectId: string, set: string): Promise<void> {
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('media')
      .select('id')
      .where('project_id', '=', projectId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    const ids = page.map(({ id }) => id)
    if (ids.length === 0) return
    await db.deleteFrom('ai_feature').where('feature_set', '=', set).where('media_id', 'in', ids).execute()
    after = ids.at(-1)!
  }
}
