import { type RawBuilder, sql } from 'kysely'
import type { LearnMethod } from '../../../shared/contracts/ai.ts'
import type { Database } from '../storage/database.ts'

/** Model version of the project that suggested a label. */
export interface OwnModel {
  number: number
  method: LearnMethod
  sha256: string
  appVersion: string
}

/** SQL on `annotation`: id of the model version whose suggestion it was made from; null for others. */
export const versionOfAnnotation: RawBuilder<string | null> = sql`(
  select ai_run.model_version_id from ai_suggestion join ai_run on ai_run.id = ai_suggestion.run_id
  where ai_suggestion.id = annotation.suggestion_id)`

/** Model versions of a project, by id. */
export async function ownModels(db: Database, projectId: string): Promise<Map<string, OwnModel>> {
  const rows = await db
    .selectFrom('ai_model_version')
    .select(['id', 'number', 'method', 'sha256', 'app_version'])
    .where('project_id', '=', projectId)
    .execute()
  return new Map(rows.map(({ id, app_version: appVersion, ...version }) => [id, { ...version, appVersion }]))
}
