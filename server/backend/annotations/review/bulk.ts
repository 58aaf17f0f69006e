import type { Selectable } from 'kysely'
import type { BulkChange, BulkEdit } from '../../../../shared/contracts/review.ts'
import { annotationCodes } from '../../../../shared/error-codes/annotations.ts'
import { timestamp } from '../../../lib/clock.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { InvalidRequest, NotFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { Transaction } from '../../projects/edit-project.ts'
import type { AccountSight, Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import type { BulkEditTable } from '../tables.ts'
import { keepItems, undoableItems } from './bulk-items.ts'
import type { Rewriting } from './rewrite.ts'

export const AtWork = codedError(annotationCodes.BULK_EDIT_RUNNING)
export const UndoneAlready = codedError(annotationCodes.BULK_EDIT_UNDONE)

/** Row of a bulk edit, with its change and progress. The change is applied or undone in steps of one transaction each. */
export type BulkRow = Selectable<BulkEditTable>

/** Reads the row of a bulk edit. @throws NotFound */
export async function bulkRow(db: Database, { projectId }: Sight, bulkId: string): Promise<BulkRow> {
  const found = await db.selectFrom('bulk_edit').selectAll().where('id', '=', bulkId).where('project_id', '=', projectId).executeTakeFirst()
  if (!found) throw new NotFound('The bulk edit')
  return found
}

interface BulkDraft {
  annotations?: { id: string; revision: number }[]
  filter?: string
  change: BulkChange
}

/**
 * Records a bulk edit that is still to be applied.
 * @returns id of the bulk edit
 * @throws InvalidRequest if the label is not in the catalog
 */
export async function beginBulk(
  transaction: Transaction,
  { projectId, accountId }: AccountSight,
  { annotations, filter, change }: BulkDraft
): Promise<string> {
  if (change.labelId && !(await isLabel(transaction, projectId, change.labelId))) {
    throw new InvalidRequest([{ path: '/change/labelId', message: 'is not in the catalog of this project' }])
  }
  const { id } = await insertBulk(transaction, {
    project_id: projectId,
    account_id: accountId,
    change: JSON.stringify(change),
    filter: annotations ? null : (filter ?? ''),
    state: 'running',
    changed_count: 0,
    created_at: timestamp()
  })
  if (annotations) await keepItems(transaction, id, annotations)
  return id
}

/** Starts the undo of a bulk edit. @throws NotFound | AtWork | UndoneAlready */
export async function beginUndo(transaction: Transaction, scope: AccountSight, bulkId: string): Promise<void> {
  const bulk = await bulkRow(transaction, scope, bulkId)
  if (bulk.state === 'undone') throw new UndoneAlready()
  if (await isAtWork(transaction, bulk)) throw new AtWork()
  await transaction
    .updateTable('bulk_edit')
    .set({ state: 'undoing', undone_by: scope.accountId, position: null, kept_count: 0, job_id: null })
    .where('id', '=', bulkId)
    .execute()
}

/** Records the job that continues a bulk edit. */
export async function setBulkJob(transaction: Transaction, bulkId: string, jobId: string): Promise<void> {
  await transaction.updateTable('bulk_edit').set({ job_id: jobId }).where('id', '=', bulkId).execute()
}

/** Records an already applied change to annotations as a bulk edit, so that it can be undone. */
export async function recordBulk(
  transaction: Transaction,
  { projectId, accountId }: AccountSight,
  { at, removed }: { at: string; removed: boolean },
  rewritings: readonly Rewriting[]
): Promise<BulkRow> {
  const row = await insertBulk(transaction, {
    project_id: projectId,
    account_id: accountId,
    change: JSON.stringify(removed ? ({ removed } satisfies BulkChange) : {}),
    filter: null,
    state: 'done',
    changed_count: rewritings.length,
    created_at: at
  })
  await keepItems(transaction, row.id, undoableItems(rewritings))
  return row
}

type Begun = 'project_id' | 'account_id' | 'change' | 'filter' | 'state' | 'changed_count' | 'created_at'

async function insertBulk(transaction: Transaction, begun: Pick<BulkRow, Begun>): Promise<BulkRow> {
  const nothingYet = { undone_by: null, job_id: null, position: null, skipped_count: 0, restored_count: 0, kept_count: 0 }
  const row: BulkRow = { id: newId(), ...begun, ...nothingYet }
  await transaction.insertInto('bulk_edit').values(row).execute()
  return row
}

/** Deletes bulk edits made at or before a time, so that they can no longer be undone. */
export async function forgetBulkEdits(db: Database, before: string): Promise<void> {
  await db.deleteFrom('bulk_edit').where('created_at', '<=', before).execute()
}

export const toBulkEdit = (row: BulkRow, job: BulkEdit['job'], changed: BulkEdit['changed'] = []): BulkEdit => ({
  id: row.id,
  state: row.state,
  changedCount: row.changed_count,
  skippedCount: row.skipped_count,
  restoredCount: row.restored_count,
  keptCount: row.kept_count,
  job,
  changed
})

/** Returns whether a waiting or running job continues the bulk edit. */
async function isAtWork(transaction: Transaction, { state, job_id: jobId }: BulkRow): Promise<boolean> {
  if (state === 'done' || jobId === null) return false
  const job = await transaction.selectFrom('job').select('state').where('id', '=', jobId).executeTakeFirst()
  return job?.state === 'waiting' || job?.state === 'running'
}

async function isLabel(transaction: Transaction, projectId: string, labelId: string): Promise<boolean> {
  const label = await transaction
    .selectFrom('label')
    .select('id')
    .where('id', '=', labelId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return label !== undefined
}
