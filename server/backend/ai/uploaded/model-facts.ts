import type { DryRun } from '../../../../shared/contracts/uploaded-models.ts'
import type { Database } from '../../storage/database.ts'

/** Reads the properties of an uploaded model that are needed to reproduce a run. Null without a manifest. */
export async function uploadedModelFacts(db: Database, id: string): Promise<Record<string, unknown> | null> {
  const row = await db.selectFrom('ai_uploaded_model').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.manifest === null) return null
  const dryRun = row.dry_run === null ? null : (JSON.parse(row.dry_run) as DryRun)
  return {
    id,
    sha256: row.sha256,
    manifestSha256: row.manifest_sha256,
    manifest: JSON.parse(row.manifest),
    runtime: dryRun && `onnxruntime ${dryRun.runtime}`,
    provider: dryRun?.provider ?? null,
    threads: dryRun?.threads ?? null
  }
}
