import type { Manifest, UploadedModelCard, UploadedModelLabel } from '../../../../shared/contracts/uploaded-models.ts'
import type { Database } from '../../storage/database.ts'
import { auditsOfModel } from '../model-audits.ts'
import { guessManifest } from './guess-manifest.ts'
import { inspectionOf, modelRow, runsWith, toUploadedModel } from './rows.ts'

/** Reads the card of a model with its file, manifest, labels and test run. The manifest is a guess until one is confirmed. @throws NotFound */
export async function cardOf(db: Database, id: string, mayManage: boolean): Promise<UploadedModelCard> {
  const row = await modelRow(db, id)
  const inspection = await inspectionOf(db, id)
  const reader = row.licence_read_by
    ? await db.selectFrom('account').select(['name', 'email']).where('id', '=', row.licence_read_by).executeTakeFirst()
    : undefined
  const runs = await runsWith(db, id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const decoders = await decodersOf(db, row.project_id)
  return {
    ...toUploadedModel(row),
    sha256: row.sha256,
    manifestSha256: row.manifest_sha256,
    inspection,
    manifest:
      row.manifest === null ? guessManifest(inspection, row.file_name, decoders[0]?.sha256) : (JSON.parse(row.manifest) as Manifest),
    isGuess: row.manifest === null,
    dryRun: row.dry_run === null ? null : JSON.parse(row.dry_run),
    jobId: row.job_id,
    labels: await labelsOf(db, id),
    decoders,
    licenseRead: row.licence_read_at === null ? null : { by: reader?.name ?? reader?.email ?? null, at: row.licence_read_at },
    mayManage,
    runCount: Number(runs.count),
    audits: await auditsOfModel(db, { projectId: row.project_id }, id)
  }
}

/** Lists the decoders of a project, newest first. A file that was added twice is listed once. */
async function decodersOf(db: Database, projectId: string): Promise<UploadedModelCard['decoders']> {
  const rows = await db
    .selectFrom('ai_uploaded_model')
    .select(['sha256', 'file_name'])
    .where('project_id', '=', projectId)
    .where('is_decoder', '=', 1)
    .orderBy('id', 'desc')
    .execute()
  const isFirst = (row: { sha256: string }, place: number) => rows.findIndex(({ sha256 }) => sha256 === row.sha256) === place
  return rows.filter(isFirst).map(({ sha256, file_name: fileName }) => ({ sha256, fileName }))
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
