import { type RawBuilder, sql } from 'kysely'
import type { Manifest } from '../../../shared/contracts/uploaded-models.ts'
import type { NamedModel } from '../../../shared/publication/models.ts'
import type { Database } from '../storage/database.ts'

/** Model of a project, as the possible source of a label. */
export interface SuggestingModel extends NamedModel {
  id: string
  name: string
}

/** SQL expression on `annotation`: id of the model version or uploaded model behind its suggestion; null without a suggestion. */
export const modelOfAnnotation: RawBuilder<string | null> = sql`(
  select coalesce(ai_run.model_version_id, ai_run.uploaded_model_id) from ai_suggestion join ai_run on ai_run.id = ai_suggestion.run_id
  where ai_suggestion.id = annotation.suggestion_id)`

/**
 * Reads the model versions and uploaded models of a project by id, with their names, sources and hashes. The references of a version include
 * those of its embedding model.
 */
export async function suggestingModels(db: Database, projectId: string): Promise<ReadonlyMap<string, SuggestingModel>> {
  const versions = await db
    .selectFrom('ai_model_version')
    .select(['id', 'number', 'method', 'sha256', 'app_version', 'embedding_model_id'])
    .where('project_id', '=', projectId)
    .execute()
  const uploaded = await db
    .selectFrom('ai_uploaded_model')
    .select(['id', 'sha256', 'manifest'])
    .where('project_id', '=', projectId)
    .where('manifest', 'is not', null)
    .execute()
  const models = new Map(
    uploaded.map(({ id, manifest, sha256 }): [string, SuggestingModel] => {
      const { name, version, source } = JSON.parse(manifest ?? '') as Manifest
      return [id, described(id, `${name} ${version}`, source ? [source] : [], sha256)]
    })
  )
  for (const { id, number, method, app_version: appVersion, sha256, embedding_model_id: embeddingId } of versions) {
    const version = described(id, `Isobath model ${number} (${method})`, [`Isobath ${appVersion}`], sha256)
    const embedding = models.get(embeddingId ?? '')?.references ?? []
    models.set(id, { ...version, references: [...version.references, ...embedding] })
  }
  return models
}

const described = (id: string, name: string, references: string[], sha256: string): SuggestingModel => ({
  id,
  name,
  references: [name, ...references, `sha256:${sha256}`],
  isDescribed: true
})
