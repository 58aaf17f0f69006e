import { type Selectable, sql } from 'kysely'
import type { BulkChange } from '../../../../shared/contracts/review.ts'
import type { Filter } from '../../../../shared/filters.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { reopened } from '../../projects/access.ts'
import type { ProjectEdit, Transaction } from '../../projects/edit-project.ts'
import { everything, type Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import { currentLabels } from '../../taxonomy/merged-labels.ts'
import { seenAmong } from '../origin.ts'
import { closedAmong } from '../rounds/blind.ts'
import { judgedLabels } from '../suggestions.ts'
import type { AnnotationTable } from '../tables.ts'
import { refuseLostAreas } from './area-filter.ts'
import { type BulkRow, bulkRow } from './bulk.ts'
import { commentOn, recordComments, undoComments } from './bulk-comments.ts'
import { type Before, columnsBefore, keepItems, provenanceBefore, undoableItems } from './bulk-items.ts'
import { idPage } from './pages.ts'
import { reviewAfter } from './review-after.ts'
import { type ReviewColumns, type Rewriting, rewrite } from './rewrite.ts'

type Row = Selectable<AnnotationTable>

/** Maximum number of annotations in one transaction. */
const batchSize = 500

/** Result of one step, which is one transaction. */
export interface BulkStep {
  row: BulkRow
  /** Whether the bulk edit is complete. */
  isFinished: boolean
  /** Number of annotations that the step processed, changed or not. */
  seen: number
  changed: { id: string; revision: number }[]
  mediaIds: Set<string>
}

/**
 * Applies the next batch of a bulk edit or of its undo, within one edit of the project.
 * @param filter filter of the bulk edit, with its areas as the person sees them. Null for an undo, and for given annotations
 * @throws NotFound @throws HopelessJob if the label, or a drawn area of the filter, has been deleted
 */
export async function bulkStep(
  { transaction, at, publish }: ProjectEdit,
  sight: Sight,
  bulkId: string,
  filter: Filter | null
): Promise<BulkStep> {
  const { projectId } = sight
  const bulk = await bulkRow(transaction, sight, bulkId)
  const step = await nextStep(transaction, bulk, filter, at)
  const { state } = step.row
  const by = state === 'undoing' || state === 'undone' ? step.row.undone_by : step.row.account_id
  for (const mediaId of step.mediaIds) publish({ type: 'changed', noun: 'annotations', projectId, mediaId, ...(by && { by }) })
  return step
}

async function nextStep(transaction: Transaction, bulk: BulkRow, filter: Filter | null, at: string): Promise<BulkStep> {
  if (bulk.state === 'running') return changeSome(transaction, bulk, filter, at)
  if (bulk.state === 'undoing') return undoSome(transaction, bulk, at)
  return { row: bulk, isFinished: true, seen: 0, changed: [], mediaIds: new Set() }
}

async function changeSome(transaction: Transaction, bulk: BulkRow, filter: Filter | null, at: string): Promise<BulkStep> {
  const { named, next } = filter === null ? await nextNamed(transaction, bulk) : await nextMatches(transaction, bulk, filter)
  const open = await openAmong(transaction, bulk, [...named.keys()], bulk.account_id)
  const rows = filter === null ? open : open.filter(row => !isLater(row, bulk))
  const change = await currentChange(transaction, bulk)
  if (change.comment !== undefined) return commentSome(transaction, bulk, { named, next }, rows, change.comment, at)
  const unlabelled = change.labelId ? rows.flatMap(row => (row.label_id === null ? [row.id] : [])) : []
  const judged = await judgedLabels(transaction, await sightOf(transaction, bulk, bulk.account_id), unlabelled)
  const rewritings: Rewriting[] = []
  let skipped = named.size - rows.length
  for (const before of rows) {
    const revision = named.get(before.id)
    if (before.removed_at !== null || (revision && revision !== before.revision)) skipped += 1
    else {
      const after = changed(before, change, bulk.account_id, at)
      if (after) rewritings.push({ before, after, seen: seenAmong(judged.get(before.id), after.label_id ?? '') })
    }
  }
  const isBulk = filter !== null || (await hasSeveral(transaction, bulk.id))
  await rewrite(transaction, rewritings, { accountId: bulk.account_id, at, kind: change.removed ? 'remove' : 'revise', isBulk })
  await keepItems(transaction, bulk.id, undoableItems(rewritings))
  const counts = { changed_count: bulk.changed_count + rewritings.length, skipped_count: bulk.skipped_count + skipped }
  return finished(transaction, bulk, { next, seen: named.size, touched: rewritings.map(rewritten), counts, end: 'done' })
}

/** Whether a bulk edit of given annotations concerns more than one. */
async function hasSeveral(transaction: Transaction, bulkId: string): Promise<boolean> {
  const items = await transaction.selectFrom('bulk_edit_item').select('annotation_id').where('bulk_edit_id', '=', bulkId).limit(2).execute()
  return items.length > 1
}

/**
 * Whether another person made or edited an annotation after a bulk edit began, so that its author could not see it. The merge of a label is no edit
 * here. Both times are read after locking the project. In the same millisecond, an edit counts as earlier.
 */
const isLater = (row: Row, bulk: BulkRow): boolean =>
  row.modified_at > bulk.created_at && row.modified_by !== bulk.account_id && row.operation_kind !== 'relabel'

/** Reads the change of a bulk edit. A merged label is replaced by the label that it was merged into. @throws HopelessJob if the label was deleted */
async function currentChange(transaction: Transaction, { project_id: projectId, change: stored }: BulkRow): Promise<BulkChange> {
  const change = JSON.parse(stored) as BulkChange
  if (!change.labelId) return change
  const labelId = (await currentLabels(transaction, projectId, [change.labelId])).get(change.labelId)
  if (labelId === undefined) throw new HopelessJob('The label was deleted in the meantime: undo the bulk edit')
  return { ...change, labelId }
}

async function commentSome(
  transaction: Transaction,
  bulk: BulkRow,
  { named, next }: Batch,
  rows: Row[],
  text: string,
  at: string
): Promise<BulkStep> {
  const touched = rows.filter(row => row.removed_at === null)
  await commentOn(transaction, bulk, touched, text, at)
  const counts = {
    changed_count: bulk.changed_count + touched.length,
    skipped_count: bulk.skipped_count + named.size - touched.length
  }
  if (next === null) await recordComments(transaction, bulk, counts.changed_count, text)
  return finished(transaction, bulk, { next, seen: named.size, touched, counts, end: 'done' })
}

async function undoSome(transaction: Transaction, bulk: BulkRow, at: string): Promise<BulkStep> {
  const items = await transaction
    .selectFrom('bulk_edit_item')
    .select(['annotation_id', 'revision', 'before'])
    .where('bulk_edit_id', '=', bulk.id)
    .where('annotation_id', '>', bulk.position ?? '')
    .where('before', 'is not', null)
    .orderBy('annotation_id')
    .limit(batchSize + 1)
    .execute()
  const some = new Map(items.slice(0, batchSize).map(item => [item.annotation_id, item]))
  const rows = await openAmong(transaction, bulk, [...some.keys()], bulk.undone_by)
  const next = items.length > batchSize ? ([...some.keys()].at(-1) ?? null) : null
  const { removed = false, comment } = JSON.parse(bulk.change) as BulkChange
  if (comment !== undefined) {
    const without = new Set(
      await undoComments(
        transaction,
        rows.flatMap(({ id }) => some.get(id) ?? [])
      )
    )
    const touched = rows.filter(({ id }) => without.has(id))
    const counts = restored(bulk, touched.length, some.size)
    return finished(transaction, bulk, { next, seen: some.size, touched, counts, end: 'undone' })
  }
  const labels = await labelsAmong(transaction, bulk.project_id, some.values())
  const rewritings: Rewriting[] = []
  for (const before of rows) {
    const item = some.get(before.id)
    const was = JSON.parse(item?.before ?? '{}') as Before
    const labelId = was.labelId && labels.get(was.labelId)
    if (item?.revision !== before.revision || labelId === undefined) continue
    const after = { ...columnsBefore({ ...was, labelId }), removed_at: removed ? null : before.removed_at }
    rewritings.push({ before, after, provenance: provenanceBefore(was) })
  }
  await rewrite(transaction, rewritings, { accountId: bulk.undone_by, at, kind: removed ? 'restore' : 'revise' })
  await keepItems(
    transaction,
    bulk.id,
    rewritings.map(({ before }) => ({ id: before.id, revision: before.revision + 1 }))
  )
  const counts = restored(bulk, rewritings.length, some.size)
  return finished(transaction, bulk, { next, seen: some.size, touched: rewritings.map(rewritten), counts, end: 'undone' })
}

const restored = (bulk: BulkRow, count: number, of: number) => ({
  restored_count: bulk.restored_count + count,
  kept_count: bulk.kept_count + of - count
})

const rewritten = ({ before }: Rewriting): Touched => ({ ...before, revision: before.revision + 1 })

/** Columns of a changed annotation, after the step. */
type Touched = Pick<Row, 'id' | 'revision' | 'media_id'>

interface Outcome {
  next: string | null
  seen: number
  touched: Touched[]
  counts: Partial<Pick<BulkRow, 'changed_count' | 'skipped_count' | 'restored_count' | 'kept_count'>>
  end: 'done' | 'undone'
}

async function finished(transaction: Transaction, bulk: BulkRow, { next, seen, touched, counts, end }: Outcome): Promise<BulkStep> {
  const state = next === null ? end : bulk.state
  await transaction
    .updateTable('bulk_edit')
    .set({ ...counts, position: next, state })
    .where('id', '=', bulk.id)
    .execute()
  return {
    row: { ...bulk, ...counts, state, position: next },
    isFinished: next === null,
    seen,
    changed: touched.map(({ id, revision }) => ({ id, revision })),
    mediaIds: new Set(touched.map(row => row.media_id))
  }
}

interface Batch {
  /** Expected revision by annotation id; null for an annotation that was selected by a filter. */
  named: Map<string, number | null>
  /** Start of the next batch; null after the last one. */
  next: string | null
}

async function nextNamed(transaction: Transaction, bulk: BulkRow): Promise<Batch> {
  const items = await transaction
    .selectFrom('bulk_edit_item')
    .select(['annotation_id', 'revision'])
    .where('bulk_edit_id', '=', bulk.id)
    .where('annotation_id', '>', bulk.position ?? '')
    .orderBy('annotation_id')
    .limit(batchSize + 1)
    .execute()
  const some = items.slice(0, batchSize)
  return {
    named: new Map(some.map(item => [item.annotation_id, item.revision])),
    next: items.length > batchSize ? (some.at(-1)?.annotation_id ?? null) : null
  }
}

async function nextMatches(transaction: Transaction, bulk: BulkRow, filter: Filter): Promise<Batch> {
  const from = bulk.position === null ? null : [bulk.position]
  const sight = await sightOf(transaction, bulk, bulk.account_id)
  const { ids, next } = await idPage(transaction, sight, filter, batchSize, from)
  await refuseLostAreas(transaction, bulk.project_id, filter)
  return { named: new Map(ids.map(id => [id, null])), next: next && String(next[0]) }
}

/** Returns the visibility scope of the account that applies or undoes a bulk edit. */
export async function sightOf(db: Database, { project_id: projectId }: BulkRow, accountId: string | null): Promise<Sight> {
  if (accountId === null) return everything(projectId, 'the account that began the change has been deleted, so it is in no session')
  return reopened(db, accountId, projectId)
}

/** Columns of an annotation after the change; null if nothing changes. */
function changed(before: Row, change: BulkChange, accountId: string | null, at: string): ReviewColumns | null {
  const { labelId = before.label_id, removed = false } = change
  const review = reviewAfter(before, change, { accountId, at })
  if (!removed && labelId === before.label_id && review.review_state === before.review_state) return null
  return { label_id: labelId, ...review, removed_at: removed ? at : null }
}

/**
 * Returns the subset of the given annotations that the account may change. For a blind member, other people's annotations on images of a round are
 * left out.
 */
async function openAmong(transaction: Transaction, bulk: BulkRow, ids: string[], accountId: string | null): Promise<Row[]> {
  const rows = await annotationsOf(transaction, bulk.project_id, ids)
  const sight = await sightOf(transaction, bulk, accountId)
  const closed = await closedAmong(transaction, sight, ids)
  return closed.size === 0 ? rows : rows.filter(({ id }) => !closed.has(id))
}

async function annotationsOf(transaction: Transaction, projectId: string, ids: string[]): Promise<Row[]> {
  const wanted = jsonItems(
    transaction,
    ids.map(id => ({ id }))
  )
  return transaction
    .selectFrom('annotation')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .orderBy('id')
    .execute()
}

/** Reads the current ids of former labels, by former id. A label that is no longer in the catalog is left out. */
function labelsAmong(
  transaction: Transaction,
  projectId: string,
  items: Iterable<{ before: string | null }>
): Promise<Map<string, string>> {
  const ids = [...items].flatMap(({ before }) => (JSON.parse(before ?? '{}') as Before).labelId ?? [])
  return currentLabels(transaction, projectId, ids)
}
