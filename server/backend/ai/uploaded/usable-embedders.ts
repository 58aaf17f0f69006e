import type { UploadedModelList } from '../../../../shared/contracts/uploaded-models.ts'
import type { FullSight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { jsonFieldText } from '../../storage/json-values.ts'

/** Reads the ready embedding models of a project whose licence was read, newest first. */
export async function usableEmbedders(db: Database, { projectId }: FullSight): Promise<UploadedModelList['embedders']> {
  const rows = await db
    .selectFrom('ai_uploaded_model')
    .select(['id', 'name', 'version'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'ready')
    .where('licence_read_at', 'is not', null)
    .where(jsonFieldText(db, 'manifest', 'task'), '=', 'embed')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, name, version }) => ({ id, name: name ?? '', version: version ?? '' }))
}
