import type { Selectable } from 'kysely'
import type { AcceptanceAudit } from '../../../shared/contracts/acceptance-audits.ts'
import type { AcceptanceDraft, BulkAcceptance } from '../../../shared/contracts/bulk-acceptances.ts'
import { expectedErrors } from '../../../shared/expected-errors.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import type { ProjectEdit, Transaction } from '../projects/edit-project.ts'
import type { AccountSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { applyDecision } from './apply-decision.ts'
import { closeAudit, drawAudit } from './audit-sample.ts'
import { auditsOf } from './audits.ts'
import { type DecisionRow, decisionRow } from './decision-row.ts'
import { AcceptanceRunning, SuggestionsChanged, SuggestionsUndone } from './errors.ts'
import { countInScope, inScope } from './in-scope.ts'
import { storedScope } from './labels-in-run.ts'
import type { OpenRun } from './open-run.ts'
import { probesOf } from './probes.ts'
import type { AiAcceptanceTable } from './tables.ts'
import { endUndo, undoStep } from './undo-decision.ts'

type AcceptanceRow = Selectable<AiAcceptanceTable>

const atOnce = 500
/** Maximum number of acceptances listed for a run. */
const mostListed = 100

const isOpen = (state: BulkAcceptance['state']) => state === 'accepting' || state === 'undoing'

/**
 * Records a bulk acceptance and the error estimate it was based on, without applying it yet.
 * @returns id shared by the acceptance and its decision
 * @throws SuggestionsChanged @throws AcceptanceRunning @throws InvalidRequest for a label of another project
 */
// Long: the two rows of one acceptance.
export async function beginAcceptance(
  { transaction, at }: ProjectEdit,
  run: OpenRun,
  { expected, least, labelIds }: AcceptanceDraft
): Promise<string> {
  const { projectId, accountId, runId } = run
  const open = await transaction
    .selectFrom('ai_acceptance')
    .select('decision_id')
    .where('run_id', '=', runId)
    .where('state', 'in', ['accepting', 'undoing'])
    .executeTakeFirst()
  if (open) throw new AcceptanceRunning()
  const scope = { least, ...(labelIds && { labelIds: await labelsInCatalog(transaction, projectId, labelIds) }) }
  const stored = await storedScope(transaction, run, scope)
  if ((await countInScope(transaction, runId, stored)) !== expected) throw new SuggestionsChanged()
  const { judged, wrong, share } = expectedErrors((await probesOf(transaction, run)).judged, scope)
  const { model_version_id } = await transaction
    .selectFrom('ai_run')
    .select('model_version_id')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  const id = newId()
  await transaction
    .insertInto('ai_decision')
    .values({
      ...{ id, project_id: projectId, run_id: runId, decision: 'accept', label_id: null, is_bulk: 1, least: scope.least },
      ...{ count: 0, left_out: 0, restored: 0, decided_by: accountId, decided_at: at, undone_by: null, undone_at: null }
    })
    .execute()
  await transaction
    .insertInto('ai_acceptance')
    .values({
      ...{ decision_id: id, run_id: runId, model_version_id, expected },
      label_ids: scope.labelIds ? JSON.stringify(scope.labelIds.toSorted()) : null,
      stored_label_ids: stored.labelIds ? JSON.stringify(stored.labelIds) : null,
      ...{ probes_judged: judged, probes_wrong: wrong, error_low: share?.low ?? null, error_high: share?.high ?? null },
      ...{ state: 'accepting', position: null, job_id: null, finished_at: null }
    })
    .execute()
  return id
}

/** Returns the labels of a scope, with merged labels replaced. @throws InvalidRequest for a label of another catalog */
async function labelsInCatalog(transaction: Transaction, projectId: string, labelIds: readonly string[]): Promise<string[]> {
  const current = await currentLabels(transaction, projectId, labelIds)
  if (current.size < labelIds.length)
    throw new InvalidRequest([{ path: '/labelIds', message: 'are not all in the catalog of this project' }])
  return [...new Set(current.values())]
}

/**
 * Marks an acceptance, complete or not, to be undone.
 * @returns whether its existing job will carry out the undo
 * @throws SuggestionsUndone @throws AcceptanceRunning when it is already being undone
 */
export async function beginAcceptanceUndo(
  { transaction }: ProjectEdit,
  { accountId }: AccountSight,
  id: string
): Promise<{ isContinued: boolean }> {
  const row = await acceptanceRow(transaction, id)
  if (row.state === 'undone') throw new SuggestionsUndone()
  const isContinued = isOpen(row.state) && (await isAtWork(transaction, row))
  if (row.state === 'undoing' && isContinued) throw new AcceptanceRunning()
  await transaction
    .updateTable('ai_acceptance')
    .set({ state: 'undoing', position: row.state === 'undoing' ? row.position : null })
    .where('decision_id', '=', id)
    .execute()
  await transaction.updateTable('ai_decision').set({ undone_by: accountId }).where('id', '=', id).execute()
  await closeAudit(transaction, id)
  return { isContinued }
}

export const setAcceptanceJob = (transaction: Transaction, id: string, jobId: string) =>
  transaction.updateTable('ai_acceptance').set({ job_id: jobId }).where('decision_id', '=', id).execute()

/** Returns whether a waiting or running job will continue the acceptance. */
async function isAtWork(db: Database, { job_id: jobId }: Pick<AcceptanceRow, 'job_id'>): Promise<boolean> {
  if (jobId === null) return false
  const job = await db.selectFrom('job').select('state').where('id', '=', jobId).executeTakeFirst()
  return job?.state === 'waiting' || job?.state === 'running'
}

/** Reads the row of an acceptance. @throws NotFound */
export async function acceptanceRow(db: Database, id: string): Promise<AcceptanceRow> {
  const row = await db.selectFrom('ai_acceptance').selectAll().where('decision_id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('The bulk acceptance')
  return row
}

export const isAcceptance = async (db: Database, decisionId: string): Promise<boolean> =>
  (await db.selectFrom('ai_acceptance').select('decision_id').where('decision_id', '=', decisionId).executeTakeFirst()) !== undefined

/**
 * Applies or undoes the next step of an acceptance within a single project edit.
 * @returns whether the acceptance or undo is complete, and the number of suggestions in this step
 */
export async function acceptanceStep(edit: ProjectEdit, sight: AccountSight, id: string): Promise<{ isFinished: boolean; seen: number }> {
  const row = await acceptanceRow(edit.transaction, id)
  if (!isOpen(row.state)) return { isFinished: true, seen: 0 }
  edit.publish({ type: 'changed', noun: 'ai', projectId: sight.projectId, by: sight.accountId })
  const decision = await decisionRow(edit.transaction, id)
  return row.state === 'accepting' ? acceptSome(edit, sight, row, decision) : undoSome(edit, sight, row)
}

async function acceptSome(edit: ProjectEdit, sight: AccountSight, row: AcceptanceRow, decision: DecisionRow) {
  const { transaction, at } = edit
  const left = row.expected - decision.count - decision.left_out
  const labelIds = row.stored_label_ids ?? row.label_ids
  const scope = { least: decision.least ?? 1, ...(labelIds !== null && { labelIds: JSON.parse(labelIds) as string[] }) }
  const found = await storedScope(transaction, { projectId: sight.projectId, runId: row.run_id }, scope)
  const stored = row.stored_label_ids === null ? found : { ...found, ...scope }
  const rows = await inScope(transaction.selectFrom('ai_suggestion'), row.run_id, stored)
    .selectAll('ai_suggestion')
    .where('ai_suggestion.id', '<', decision.id) // ids increase with time: suggestions added since then were not shown
    .where(({ exists, not, selectFrom }) => {
      const item = selectFrom('ai_decision_item').select('suggestion_id').where('decision_id', '=', decision.id)
      return not(exists(item.whereRef('suggestion_id', '=', 'ai_suggestion.id'))) // its label was taken back since
    })
    .orderBy('ai_suggestion.probability', 'desc')
    .orderBy('ai_suggestion.id', 'desc')
    .limit(Math.min(atOnce, left))
    .execute()
  const count = await applyDecision(edit, sight, decision, rows)
  const isFinished = rows.length < atOnce || rows.length === left
  const missing = isFinished ? left - rows.length : 0 // decided by others since
  await transaction
    .updateTable('ai_decision')
    .set({ count: decision.count + count, left_out: decision.left_out + rows.length - count + missing })
    .where('id', '=', decision.id)
    .execute()
  if (isFinished) {
    await finish(transaction, decision.id, 'done', at)
    await drawAudit(transaction, decision.id, at)
    const detail = { count: decision.count + count, judged: row.probes_judged, wrong: row.probes_wrong }
    const { projectId, accountId: actorId } = sight
    if (detail.count > 0) await recordActivity(transaction, { projectId, actorId, event: 'suggestions.accepted', detail })
  }
  return { isFinished, seen: rows.length }
}

async function undoSome(edit: ProjectEdit, sight: AccountSight, { decision_id: id, position }: AcceptanceRow) {
  const { last, isLast, seen } = await undoStep(edit, sight, id, position ?? '')
  await edit.transaction.updateTable('ai_acceptance').set({ position: last }).where('decision_id', '=', id).execute()
  if (isLast) {
    await endUndo(edit, sight, id)
    await finish(edit.transaction, id, 'undone', edit.at)
  }
  return { isFinished: isLast, seen }
}

const finish = (transaction: Transaction, id: string, state: 'done' | 'undone', at: string) =>
  transaction.updateTable('ai_acceptance').set({ state, finished_at: at }).where('decision_id', '=', id).execute()

const acceptances = (db: Database) =>
  db
    .selectFrom('ai_acceptance')
    .innerJoin('ai_decision', 'ai_decision.id', 'ai_acceptance.decision_id')
    .innerJoin('ai_run', 'ai_run.id', 'ai_acceptance.run_id')
    .leftJoin('ai_model_version', 'ai_model_version.id', 'ai_acceptance.model_version_id')
    .leftJoin('account', 'account.id', 'ai_decision.decided_by')
    .leftJoin('account as undoer', 'undoer.id', 'ai_decision.undone_by')
    .leftJoin('job', 'job.id', 'ai_acceptance.job_id')
    .selectAll('ai_acceptance')
    .select(['ai_decision.project_id', 'ai_decision.least', 'ai_decision.count', 'ai_decision.left_out', 'ai_decision.restored'])
    .select(['ai_decision.decided_at', 'ai_decision.undone_at', 'ai_run.number as run_number', 'ai_model_version.number as model_number'])
    .select(['account.name', 'account.email', 'undoer.name as undoer_name', 'undoer.email as undoer_email', 'job.state as job_state'])

type ListedRow = Awaited<ReturnType<ReturnType<typeof acceptances>['executeTakeFirstOrThrow']>>

const toAcceptance = (row: ListedRow, audits: ReadonlyMap<string, AcceptanceAudit>): BulkAcceptance => ({
  id: row.decision_id,
  runId: row.run_id,
  runNumber: row.run_number,
  modelVersionId: row.model_version_id,
  modelNumber: row.model_number,
  state: row.state,
  least: row.least ?? 0,
  labelIds: row.label_ids === null ? null : JSON.parse(row.label_ids),
  expected: row.expected,
  count: row.count,
  leftOut: row.left_out,
  restored: row.restored,
  probesJudged: row.probes_judged,
  probesWrong: row.probes_wrong,
  errors: row.probes_judged === 0 ? null : { value: row.probes_wrong / row.probes_judged, low: row.error_low, high: row.error_high },
  by: row.name ?? row.email,
  at: row.decided_at,
  finishedAt: row.finished_at,
  undoneBy: row.undoer_name ?? row.undoer_email,
  undoneAt: row.undone_at,
  job: row.job_id !== null && row.job_state !== null ? { id: row.job_id, state: row.job_state } : null,
  audit: audits.get(row.decision_id) ?? null
})

/** Lists the bulk acceptances of a run, newest first. */
export async function acceptancesOf(db: Database, { runId }: OpenRun): Promise<BulkAcceptance[]> {
  const rows = await acceptances(db)
    .where('ai_acceptance.run_id', '=', runId)
    .orderBy('ai_acceptance.decision_id', 'desc')
    .limit(mostListed)
    .execute()
  const audits = await auditsOf(
    db,
    rows.map(({ decision_id: id }) => id)
  )
  return rows.map(row => toAcceptance(row, audits))
}

/** Reads a bulk acceptance. @throws NotFound */
export async function acceptanceWith(db: Database, id: string): Promise<BulkAcceptance> {
  const row = await acceptances(db).where('ai_acceptance.decision_id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('The bulk acceptance')
  return toAcceptance(row, await auditsOf(db, [id]))
}

/** Reads the id of the project of a bulk acceptance, without the counts of its audit. @throws NotFound */
export async function projectOfAcceptance(db: Database, id: string): Promise<string> {
  const row = await db
    .selectFrom('ai_acceptance')
    .innerJoin('ai_decision', 'ai_decision.id', 'ai_acceptance.decision_id')
    .select('ai_decision.project_id')
    .where('ai_acceptance.decision_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('The bulk acceptance')
  return row.project_id
}
