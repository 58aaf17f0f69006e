import type { Manifest, UploadedModelList } from '../../../../shared/contracts/uploaded-models.ts'
import type { FullSight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { jsonFieldText } from '../../storage/json-values.ts'

/** Interactive pair that outlines objects in Annotate. */
export interface Outliner {
  id: string
  /** Hash of the encoder's file, and its size. */
  sha256: string
  sizeBytes: number
  manifestSha256: string
  manifest: Manifest
}

/** Reads the newest ready pair of a project whose licence was read; null without one. */
export async function outlinerOf(db: Database, { projectId }: Pick<FullSight, 'projectId'>): Promise<Outliner | null> {
  const row = await db
    .selectFrom('ai_uploaded_model')
    .select(['id', 'sha256', 'size_bytes', 'manifest', 'manifest_sha256'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'ready')
    .where('licence_read_at', 'is not', null)
    .where(jsonFieldText(db, 'manifest', 'task'), '=', 'interactive')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.manifest || !row.manifest_sha256) return null
  const { id, sha256, size_bytes: sizeBytes, manifest, manifest_sha256: manifestSha256 } = row
  return { id, sha256, sizeBytes: Number(sizeBytes), manifestSha256, manifest: JSON.parse(manifest) }
}

/** Reads the name and version of the pair that outlines objects; null without one. */
export async function namedOutliner(db: Database, scope: Pick<FullSight, 'projectId'>): Promise<UploadedModelList['outliner']> {
  const pair = await outlinerOf(db, scope)
  return pair && { id: pair.id, name: pair.manifest.name, version: pair.manifest.version }
}
