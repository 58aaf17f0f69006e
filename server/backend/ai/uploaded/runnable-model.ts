import type { Manifest, ModelTask } from '../../../../shared/contracts/uploaded-models.ts'
import { NotFound } from '../../../lib/errors.ts'
import type { Transaction } from '../../projects/edit-project.ts'
import type { FullSight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { LicenseUnread, ModelState, NoOnnxRuntime } from '../errors.ts'
import { runtimeFault } from './runtime-check.ts'

interface ModelChoice {
  id: string
  /** Whether the person confirms that they have read the licence. */
  isRead: boolean
  /** Hash of the manifest shown to the person. */
  manifestSha256: string | undefined
}

/** Model that a run can use, with the hash of its manifest. */
export interface RunnableModel {
  id: string
  task: ModelTask
  manifestSha256: string | null
}

const detailsChanged = () => new ModelState('The details of this model have changed: read them and its licence again')

/**
 * Reads an uploaded model of the project and checks that a run can start with it.
 * @throws NotFound for a model of another project @throws ModelState @throws LicenseUnread @throws NoOnnxRuntime
 */
export async function runnableModel(db: Database, sight: FullSight, { id, isRead, manifestSha256 }: ModelChoice): Promise<RunnableModel> {
  const { row, manifest } = await testedModel(db, sight, id)
  if (row.state === 'retired') throw new ModelState('This model is retired: bring it back, or choose another')
  if (manifestSha256 !== undefined && manifestSha256 !== row.manifest_sha256) throw detailsChanged()
  const { name, version, license, task } = manifest
  if (task === 'interactive') throw new ModelState('A pair outlines objects in Annotate: no run can start with it')
  if (task === 'embed') throw new ModelState('An embedding model suggests nothing by itself: choose its features when a version is learnt')
  if (row.licence_read_at === null && !isRead) throw new LicenseUnread(`${name} ${version}`, license)
  await requireRuntime()
  return { id, task, manifestSha256: row.manifest_sha256 }
}

/**
 * Requires an embedding model of the project that a run can use, and whose licence has been read.
 * @throws NotFound for a model of another project @throws ModelState @throws LicenseUnread
 */
export async function requireEmbedder(db: Database, sight: FullSight, id: string): Promise<void> {
  const { row, manifest } = await testedModel(db, sight, id)
  const { name, version, license, task } = manifest
  if (task !== 'embed') throw new ModelState(`${name} ${version} is no embedding model: choose another`)
  if (row.state === 'retired')
    throw new ModelState(`The features are those of ${name} ${version}, which is retired: bring it back, or learn a new version`)
  if (row.licence_read_at === null) throw new LicenseUnread(`${name} ${version}`, license)
}

/** Reads a tested model of the project, which may be retired. @throws NotFound for a model of another project @throws ModelState */
export async function testedModel(db: Database, { projectId }: FullSight, id: string) {
  const row = await db
    .selectFrom('ai_uploaded_model')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!row) throw new NotFound('The model')
  if ((row.state !== 'ready' && row.state !== 'retired') || row.manifest === null)
    throw new ModelState('This model is not ready: confirm its manifest and wait for its test run')
  return { row, manifest: JSON.parse(row.manifest) as Manifest }
}

/** Requires that this server can run ONNX models. The first call starts a process. @throws NoOnnxRuntime */
export async function requireRuntime(): Promise<void> {
  const fault = await runtimeFault()
  if (fault) throw new NoOnnxRuntime(fault)
}

/**
 * Requires that a model is still ready and its manifest unchanged. It also records who first confirmed having read the licence.
 * @returns whether this is the first confirmation
 * @throws ModelState
 */
export async function takeModel(
  transaction: Transaction,
  { id, manifestSha256 }: Pick<RunnableModel, 'id' | 'manifestSha256'>,
  accountId: string,
  at: string
): Promise<boolean> {
  const row = await transaction.selectFrom('ai_uploaded_model').select(['state', 'manifest_sha256']).where('id', '=', id).executeTakeFirst()
  if (row?.manifest_sha256 !== manifestSha256) throw detailsChanged()
  if (row?.state !== 'ready') throw new ModelState('This model was changed in the meantime: open it again')
  const read = await transaction
    .updateTable('ai_uploaded_model')
    .set({ licence_read_by: accountId, licence_read_at: at })
    .where('id', '=', id)
    .where('licence_read_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return read !== undefined
}
