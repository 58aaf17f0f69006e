import type { Inspection, Manifest, UploadedModel, UploadedModelState } from '../../../../shared/contracts/uploaded-models.ts'
import { NotFound } from '../../../lib/errors.ts'
import type { Database } from '../../storage/database.ts'

/** Columns of a model except the inspection, which may be large. */
const listedColumns = [
  ...(['id', 'project_id', 'sha256', 'file_name', 'size_bytes', 'state', 'manifest', 'manifest_sha256', 'name', 'version'] as const),
  ...(['dry_run', 'job_id', 'licence_read_by', 'licence_read_at', 'created_at', 'is_decoder'] as const)
].map(name => `ai_uploaded_model.${name}` as const)

/** Query for models with their uploader, the state of their latest test run and the number of unmapped labels. */
export const modelRows = (db: Database) =>
  db
    .selectFrom('ai_uploaded_model')
    .leftJoin('account', 'account.id', 'ai_uploaded_model.created_by')
    .leftJoin('job', 'job.id', 'ai_uploaded_model.job_id')
    .select(listedColumns)
    .select(['account.name as sender_name', 'account.email as sender_email', 'job.state as job_state', 'job.failure as job_failure'])
    .select(eb =>
      eb
        .selectFrom('ai_uploaded_label')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('ai_uploaded_label.model_id', '=', 'ai_uploaded_model.id')
        .where('ai_uploaded_label.label_id', 'is', null)
        .where('ai_uploaded_label.is_ignored', '=', 0)
        .as('unmapped')
    )

export type ListedModel = Awaited<ReturnType<ReturnType<typeof modelRows>['executeTakeFirstOrThrow']>>

/** Reads the row of a model. @throws NotFound */
export async function modelRow(db: Database, id: string): Promise<ListedModel> {
  const row = await modelRows(db).where('ai_uploaded_model.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('The model')
  return row
}

/** Reads the inspection of a model's file. @throws NotFound */
export async function inspectionOf(db: Database, id: string): Promise<Inspection> {
  const row = await db.selectFrom('ai_uploaded_model').select('inspection').where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('The model')
  return JSON.parse(row.inspection) as Inspection
}

/** Query for the runs that have used a model: alone, for its features, or by a version that learnt from its features. */
export const runsWith = (db: Database, id: string) =>
  db.selectFrom('ai_run').where(eb => {
    const versions = eb.selectFrom('ai_model_version').select('ai_model_version.id').where('ai_model_version.embedding_model_id', '=', id)
    return eb.or([eb('uploaded_model_id', '=', id), eb('ai_run.embedding_model_id', '=', id), eb('model_version_id', 'in', versions)])
  })

/** Returns whether a run has used a model. If so, its manifest can no longer be changed. */
export async function isUsed(db: Database, id: string): Promise<boolean> {
  return (await runsWith(db, id).select('id').limit(1).executeTakeFirst()) !== undefined
}

const isTesting = ({ job_state: state }: Pick<ListedModel, 'job_state'>) => state === 'waiting' || state === 'running'

/** Returns the state of a model. After a failed or cancelled test run, its manifest has to be confirmed again. */
export const stateOf = (row: Pick<ListedModel, 'state' | 'job_state'>): UploadedModelState =>
  row.state === 'dry_run' && !isTesting(row) ? 'needs_manifest' : row.state

export function toUploadedModel(row: ListedModel): UploadedModel {
  const manifest = row.manifest === null ? null : (JSON.parse(row.manifest) as Manifest)
  const hasFailed = row.state === 'dry_run' && !isTesting(row)
  return {
    id: row.id,
    state: stateOf(row),
    name: row.name ?? row.file_name.replace(/\.onnx$/i, ''),
    version: row.version,
    task: manifest?.task ?? null,
    isDecoder: row.is_decoder === 1,
    license: manifest?.license ?? null,
    fileName: row.file_name,
    sizeBytes: Number(row.size_bytes),
    msPerItem: row.dry_run === null ? null : JSON.parse(row.dry_run).msPerItem,
    unmappedCount: Number(row.unmapped ?? 0),
    failure: hasFailed ? (row.job_failure ?? 'The test run was cancelled') : null,
    createdBy: row.sender_name ?? row.sender_email,
    createdAt: row.created_at
  }
}
