import type { Manifest, UploadedModelCard, UploadedModelLabel } from '../../../../shared/contracts/uploaded-models.ts'
import type { Database } from '../../storage/database.ts'
import { auditsOfModel } from '../model-audits.ts'
import { guessManifest } from './guess-manifest.ts'
import { inspectionOf, modelRow, toUploadedModel } from './rows.ts'

/** Reads the card of a model with its file, manifest, labels and test run. The manifest is a guess until one is confirmed. @throws NotFound */
export async function cardOf(db: Database, id: string, mayManage: boolean): Promise<UploadedModelCard> {
  const row = await modelRow(db, id)
  const inspection = await inspectionOf(db, id)
  const reader = row.licence_read_by
    ? await db.selectFrom('account').select(['name', 'email']).where('id', '=', row.licence_read_by).executeTakeFirst()
    : undefined
  const runs = await db
    .selectFrom('ai_run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uploaded_model_id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...toUploadedModel(row),
    sha256: row.sha256,
    manifestSha256: row.manifest_sha256,
    inspection,
    manifest: row.manifest === null ? guessManifest(inspection, row.file_name) : (JSON.parse(row.manifest) as Manifest),
    isGuess: row.manifest === null,
    dryRun: row.dry_run === null ? null : JSON.parse(row.dry_run),
    jobId: row.job_id,
    labels: await labelsOf(db, id),
    licenseRead: row.licence_read_at === null ? null : { by: reader?.name ?? reader?.email ?? null, at: row.licence_read_at },
    mayManage,
    runCount: Number(runs.count),
    audits: await auditsOfModel(db, { projectId: row.project_id }, id)
  }
}

export async function labelsOf(db: Database, modelId: string): Promise<UploadedModelLabel[]> {
  const rows = await db.selectFrom('ai_uploaded_label').selectAll().where('model_id', '=', modelId).orderBy('place').execute()
  return rows.map(row => ({
    id: row.id,
    index: row.place,
    name: row.name,
    taxon: row.taxon,
    ignore: row.is_ignored === 1,
    labelId: row.label_id
  }))
}
