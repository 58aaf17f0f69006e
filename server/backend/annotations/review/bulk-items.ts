import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../projects/edit-project.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { Provenance } from '../origin.ts'
import type { AnnotationTable } from '../tables.ts'
import type { Rewriting } from './rewrite.ts'

type Row = Selectable<AnnotationTable>

/** State of an annotation that the undo of a bulk edit restores. Items stored by earlier versions of Isobath have no provenance. */
export interface Before {
  labelId: string | null
  reviewState: Row['review_state']
  reviewedBy: string | null
  reviewedAt: string | null
  origin?: Row['origin']
  suggestionId?: string | null
}

/** Item of a bulk edit: an annotation, its expected revision, and its state before the edit as JSON. */
interface Item {
  id: string
  revision: number
  before?: string
}

/** Upserts the items of a bulk edit. If an annotation occurs twice, the last item wins. */
export async function keepItems(transaction: Transaction, bulkId: string, given: Item[]): Promise<void> {
  if (given.length === 0) return
  const items = [...new Map(given.map(item => [item.id, item])).values()]
  await sql`
    insert into bulk_edit_item (bulk_edit_id, annotation_id, revision, before)
    select ${bulkId}, item.value ->> 'id', cast(item.value ->> 'revision' as integer), item.value ->> 'before'
    from ${jsonItems(transaction, items)} where 1 = 1
    on conflict (bulk_edit_id, annotation_id) do update set revision = excluded.revision, before = excluded.before`.execute(transaction)
}

/** Items of the rewritten annotations, with the state that an undo needs. */
export const undoableItems = (rewritings: readonly Rewriting[]): Item[] =>
  rewritings.map(({ before }) => ({ id: before.id, revision: before.revision + 1, before: JSON.stringify(beforeOf(before)) }))

export const beforeOf = (row: Row): Before => ({
  labelId: row.label_id,
  reviewState: row.review_state,
  reviewedBy: row.reviewed_by,
  reviewedAt: row.reviewed_at,
  origin: row.origin,
  suggestionId: row.suggestion_id
})

/** Columns of an annotation that an undo restores. */
export const columnsBefore = ({ labelId, reviewState, reviewedBy, reviewedAt }: Before) => ({
  label_id: labelId,
  review_state: reviewState,
  reviewed_by: reviewedBy,
  reviewed_at: reviewedAt
})

/** Provenance of the label that an undo restores; null if it was not stored. */
export const provenanceBefore = ({ origin, suggestionId = null }: Before): Provenance | null =>
  origin === undefined ? null : { origin, suggestion_id: suggestionId }
