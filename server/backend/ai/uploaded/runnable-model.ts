import type { Manifest, ModelTask } from '../../../../shared/contracts/uploaded-models.ts'
import { NotFound } from '../../../lib/errors.ts'
import type { Transaction } from '../../projects/edit-project.ts'
import type { Database } from '../../storage/database.ts'
import { LicenseUnread, ModelState, NoOnnxRuntime } from '../errors.ts'
import { runtimeFault } from './runtime-check.ts'

/**
 * Model of the project that a run can start with.
 * @param isRead whether the person confirms having read the licence
 * @throws NotFound for a model of another project @throws ModelState @throws LicenseUnread @throws NoOnnxRuntime
 */
export async function runnableModel(
  db: Database,
  { projectId }: { projectId: string },
  { id, isRead }: { id: string; isRead: boolean }
): Promise<{ id: string; task: ModelTask }> {
  const row = await db
    .selectFrom('ai_uploaded_model')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!row) throw new NotFound('The model')
  if (row.state === 'retired') throw new ModelState('This model is retired: bring it back, or choose another')
  if (row.state !== 'ready' || row.manifest === null)
    throw new ModelState('This model is not ready: confirm its manifest and wait for its test run')
  const { name, version, license, task } = JSON.parse(row.manifest) as Manifest
  if (row.licence_read_at === null && !isRead) throw new LicenseUnread(`${name} ${version}`, license)
  const fault = await runtimeFault()
  if (fault) throw new NoOnnxRuntime(fault)
  return { id, task }
}

/** Requires that a model is still ready, and records the first confirmation that its licence was read. @throws ModelState */
export async function takeModel(transaction: Transaction, id: string, accountId: string, at: string): Promise<void> {
  const ready = await transaction
    .selectFrom('ai_uploaded_model')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!ready) throw new ModelState('This model was changed in the meantime: open it again')
  await transaction
    .updateTable('ai_uploaded_model')
    .set({ licence_read_by: accountId, licence_read_at: at })
    .where('id', '=', id)
    .where('licence_read_at', 'is', null)
    .execute()
}
