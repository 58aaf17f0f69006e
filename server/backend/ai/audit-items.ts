import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditDifference, AuditItem } from '../../../shared/contracts/acceptance-audits.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { operateIn } from '../annotations/operations.ts'
import type { ProjectEdit, Transaction } from '../projects/edit-project.ts'
import type { AccountSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { AuditAnswered, AuditChanged, AuditEnded, AuditOpen } from './errors.ts'

/** Number of crops in a batch. */
const batchSize = 30
/** Number of crops that a batch is drawn from. An audit of a million labels has 50,000. */
const mostDrawnFrom = 1000

/**
 * Reads the next unanswered crops of an audit. Each person gets the crops in a separate random order. People who work at the same time
 * therefore seldom label the same crops. Only the first unanswered crops are read, because the beginning of a random order is a random sample too.
 * Only columns that a blind judgement may show are selected.
 */
export async function openItems(db: Database, decisionId: string, accountId: string): Promise<AuditItem[]> {
  await requireAudit(db, decisionId, 'open')
  const open = db
    .selectFrom('ai_audit_item')
    .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_audit_item.suggestion_id')
    .innerJoin('media', 'media.id', 'ai_suggestion.media_id')
    .where('ai_audit_item.decision_id', '=', decisionId)
    .where('ai_audit_item.answered_at', 'is', null)
    .where('media.removed_at', 'is', null)
  const first = await open.select('ai_audit_item.id').orderBy('ai_audit_item.place').limit(mostDrawnFrom).execute()
  const ids = first.map(({ id }) => id)
  const next = inOrderOf(accountId, ids).slice(0, batchSize)
  if (next.length === 0) return []
  const rows = await open
    .select(['ai_audit_item.id', 'ai_suggestion.shape', 'media.width', 'media.height'])
    .where('ai_audit_item.id', 'in', next)
    .execute()
  const items = new Map(
    rows.map(({ id, shape, width, height }) => [id, { id, mediaWidth: width, mediaHeight: height, shape: JSON.parse(shape) }])
  )
  return next.flatMap(id => items.get(id) ?? [])
}

/** Sorts items by the SHA-256 of the person and the item. The order is random for each person, and stays the same. */
function inOrderOf(accountId: string, itemIds: readonly string[]): string[] {
  const ranked = itemIds.map(id => ({ id, rank: createHash('sha256').update(`${accountId} ${id}`).digest('hex') }))
  return ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1)).map(({ id }) => id)
}

async function requireAudit(db: Database, decisionId: string, wanted: 'open' | 'done'): Promise<void> {
  const audit = await db.selectFrom('ai_audit').select('state').where('decision_id', '=', decisionId).executeTakeFirst()
  if (!audit) throw new NotFound('The audit')
  if (audit.state !== wanted) throw audit.state === 'open' ? new AuditOpen() : new AuditEnded()
}

/** Reads the ids of the project, the decision and the suggestion of an item. @throws NotFound */
export async function placeOfItem(db: Database, itemId: string): Promise<{ projectId: string; decisionId: string; suggestionId: string }> {
  const row = await db
    .selectFrom('ai_audit_item')
    .innerJoin('ai_decision', 'ai_decision.id', 'ai_audit_item.decision_id')
    .select([
      'ai_decision.project_id as projectId',
      'ai_audit_item.decision_id as decisionId',
      'ai_audit_item.suggestion_id as suggestionId'
    ])
    .where('ai_audit_item.id', '=', itemId)
    .executeTakeFirst()
  if (!row) throw new NotFound('The crop')
  return row
}

const itemOf = (transaction: Transaction, itemId: string) =>
  transaction
    .selectFrom('ai_audit_item')
    .innerJoin('ai_audit', 'ai_audit.decision_id', 'ai_audit_item.decision_id')
    .selectAll('ai_audit_item')
    .select('ai_audit.state')
    .where('ai_audit_item.id', '=', itemId)
    .executeTakeFirstOrThrow()

/**
 * Stores a blind answer; null means unsure. A person can replace their own answer while the audit is open.
 * @throws AuditEnded @throws AuditAnswered for the answer of another person @throws InvalidRequest for a label of another catalog
 */
export async function answerItem(edit: ProjectEdit, sight: AccountSight, itemId: string, labelId: string | null): Promise<void> {
  const { transaction, at } = edit
  await requireAnswerable(transaction, sight, itemId)
  const current = labelId === null ? null : ((await currentLabels(transaction, sight.projectId, [labelId])).get(labelId) ?? undefined)
  if (current === undefined) throw new InvalidRequest([{ path: '/labelId', message: 'is not in the catalog of this project' }])
  await writeAnswer(edit, sight, itemId, { label_id: current, answered_by: sight.accountId, answered_at: at })
}

/** Removes a person's own answer. @throws AuditEnded @throws AuditAnswered for the answer of another person */
export async function withdrawAnswer(edit: ProjectEdit, sight: AccountSight, itemId: string): Promise<void> {
  await requireAnswerable(edit.transaction, sight, itemId)
  await writeAnswer(edit, sight, itemId, { label_id: null, answered_by: null, answered_at: null })
}

async function requireAnswerable(transaction: Transaction, { accountId }: AccountSight, itemId: string): Promise<void> {
  const item = await itemOf(transaction, itemId)
  if (item.state !== 'open') throw new AuditEnded()
  if (item.answered_at !== null && item.answered_by !== accountId) throw new AuditAnswered()
}

async function writeAnswer(
  { transaction, publish }: ProjectEdit,
  { projectId, accountId }: AccountSight,
  itemId: string,
  answer: { label_id: string | null; answered_by: string | null; answered_at: string | null }
): Promise<void> {
  await transaction.updateTable('ai_audit_item').set(answer).where('id', '=', itemId).execute()
  publish({ type: 'changed', noun: 'ai', projectId, by: accountId })
}

const differences = (db: Database) =>
  db
    .selectFrom('ai_audit_item')
    .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_audit_item.suggestion_id')
    .innerJoin('media', 'media.id', 'ai_suggestion.media_id')
    .leftJoin('annotation', 'annotation.id', 'ai_suggestion.made_annotation_id')
    .leftJoin('account', 'account.id', 'ai_audit_item.answered_by')
    .select(['ai_audit_item.id', 'ai_audit_item.place', 'ai_audit_item.accepted_label_id', 'ai_audit_item.label_id'])
    .select(['ai_audit_item.relabelled_at', 'ai_suggestion.shape', 'ai_suggestion.media_id', 'media.width', 'media.height'])
    .select(['ai_suggestion.made_annotation_id', 'annotation.label_id as present_label_id', 'annotation.revision'])
    .select(['account.name', 'account.email'])
    .select(sql<0 | 1>`case when annotation.removed_at is null and media.removed_at is null then 1 else 0 end`.as('is_there'))
    .where('ai_audit_item.is_wrong', '=', 1)

type DifferenceRow = Awaited<ReturnType<ReturnType<typeof differences>['executeTakeFirstOrThrow']>>

const hasAcceptedLabel = (row: DifferenceRow, current: ReadonlyMap<string, string>) =>
  row.revision !== null && row.is_there === 1 && row.present_label_id === (current.get(row.accepted_label_id) ?? row.accepted_label_id)

const toDifference = (row: DifferenceRow, current: ReadonlyMap<string, string>): AuditDifference => ({
  id: row.id,
  mediaId: row.media_id,
  mediaWidth: row.width,
  mediaHeight: row.height,
  shape: JSON.parse(row.shape),
  annotationId: row.made_annotation_id,
  acceptedLabelId: current.get(row.accepted_label_id) ?? row.accepted_label_id,
  givenLabelId: current.get(row.label_id ?? '') ?? row.label_id ?? '',
  by: row.name ?? row.email,
  state: row.relabelled_at !== null ? 'relabelled' : hasAcceptedLabel(row, current) && current.has(row.label_id ?? '') ? 'open' : 'changed'
})

const labelsOf = (db: Database, projectId: string, rows: readonly DifferenceRow[]) =>
  currentLabels(
    db,
    projectId,
    rows.flatMap(({ accepted_label_id: accepted, label_id: given }) => [accepted, given ?? accepted])
  )

/** Reads a page of the differences of an audit that has ended. @throws AuditOpen @throws InvalidRequest for a cursor of another list */
export async function differencePage(
  db: Database,
  projectId: string,
  decisionId: string,
  { limit = 50, cursor }: { limit?: number; cursor?: string }
): Promise<{ items: AuditDifference[]; nextCursor: string | null }> {
  await requireAudit(db, decisionId, 'done')
  const after = cursor === undefined ? -1 : Number(cursor)
  if (!Number.isSafeInteger(after)) throw new InvalidRequest([{ path: '/cursor', message: 'belongs to another list' }], 400)
  const rows = await differences(db)
    .where('ai_audit_item.decision_id', '=', decisionId)
    .where('ai_audit_item.place', '>', Math.min(after, 2 ** 31 - 1))
    .orderBy('ai_audit_item.place')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const current = await labelsOf(db, projectId, shown)
  const last = shown.at(-1)
  return {
    items: shown.map(row => toDifference(row, current)),
    nextCursor: rows.length > limit && last ? String(last.place) : null
  }
}

/** Counts the labels that an audit found wrong and that are still there, by the id of the acceptance. */
export async function stillWrong(db: Database, projectId: string, decisionIds: readonly string[]): Promise<Map<string, number>> {
  if (decisionIds.length === 0) return new Map()
  const rows = await differences(db).select('ai_audit_item.decision_id').where('ai_audit_item.decision_id', 'in', decisionIds).execute()
  const current = await labelsOf(db, projectId, rows)
  const counts = new Map<string, number>()
  for (const row of rows) {
    const isSame = current.get(row.label_id ?? '') === (current.get(row.accepted_label_id) ?? row.accepted_label_id) // merged since
    if (!isSame && hasAcceptedLabel(row, current)) counts.set(row.decision_id, (counts.get(row.decision_id) ?? 0) + 1)
  }
  return counts
}

/** Reads one difference. @throws NotFound for an item without a difference */
export async function differenceWith(db: Database, projectId: string, itemId: string): Promise<AuditDifference> {
  const row = await differenceRow(db, itemId)
  return toDifference(row, await labelsOf(db, projectId, [row]))
}

async function differenceRow(db: Database, itemId: string): Promise<DifferenceRow> {
  const row = await differences(db).where('ai_audit_item.id', '=', itemId).executeTakeFirst()
  if (!row) throw new NotFound('The difference')
  return row
}

/**
 * Gives the annotation of a difference its blind label, as an edit by the deciding person.
 * @throws AuditOpen @throws AuditChanged when the annotation no longer has the accepted label
 */
export async function relabelDifference(edit: ProjectEdit, sight: AccountSight, itemId: string): Promise<void> {
  const { transaction, at } = edit
  const { projectId, accountId } = sight
  if ((await itemOf(transaction, itemId)).state === 'open') throw new AuditOpen()
  const row = await differenceRow(transaction, itemId)
  const current = await labelsOf(transaction, projectId, [row])
  const { made_annotation_id: annotationId, revision } = row
  const labelId = current.get(row.label_id ?? '')
  if (!hasAcceptedLabel(row, current) || annotationId === null || revision === null || labelId === undefined) throw new AuditChanged()
  const [result] = await operateIn(edit, sight, [{ id: newId(), kind: 'revise', annotationId, revision, labelId }])
  if (result?.outcome !== 'done') throw new AuditChanged()
  await transaction.updateTable('ai_audit_item').set({ relabelled_at: at }).where('id', '=', itemId).execute()
  edit.publish({ type: 'changed', noun: 'annotations', projectId, mediaId: row.media_id, by: accountId })
  edit.publish({ type: 'changed', noun: 'ai', projectId, by: accountId })
}
