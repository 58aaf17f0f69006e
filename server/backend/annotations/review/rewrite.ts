import { type Selectable, sql } from 'kysely'
import { newId } from '../../../lib/ids.ts'
import type { Transaction } from '../../projects/edit-project.ts'
import { jsonItems } from '../../storage/json-items.ts'
import { AnnotationCounts } from '../counts.ts'
import { type Naming, namings } from '../naming.ts'
import { type Provenance, provenanceAfter, type SeenLabel } from '../origin.ts'
import { storedState } from '../rows.ts'
import { storeChanges } from '../suggestion-changes.ts'
import { renewSuggestions } from '../suggestions.ts'
import type { AnnotationTable } from '../tables.ts'

type Row = Selectable<AnnotationTable>

/** Columns that a bulk edit can change. */
export type ReviewColumns = Pick<Row, 'label_id' | 'review_state' | 'reviewed_by' | 'reviewed_at' | 'removed_at'>

export interface Rewriting {
  before: Row
  after: ReviewColumns
  /** Label of a suggestion that a person had seen on the unlabelled annotation, if there was one. */
  seen?: SeenLabel | undefined
  /** Provenance of the label after an undo. If absent, it is derived from the change. */
  provenance?: Provenance | null
}

/**
 * Rewrites many annotations in a few statements, and adds a history entry for each. The annotation counts of images and labels are updated
 * too. A deleted reviewer, or a deleted account that gave a label, is stored as null.
 * @param isBulk whether the rows are part of a decision about several annotations; the default is whether there are several rows
 */
// Long: the statements of one transaction, in order.
export async function rewrite(
  transaction: Transaction,
  rows: readonly Rewriting[],
  {
    accountId,
    at,
    kind,
    isBulk = rows.length > 1
  }: { accountId: string | null; at: string; kind: 'revise' | 'remove' | 'restore'; isBulk?: boolean }
): Promise<void> {
  if (rows.length === 0) return
  const renamed = rows.filter(({ before, after }) => before.label_id !== after.label_id)
  const named = await namings(
    transaction,
    renamed.map(({ before, after }) => ({ before, labelId: after.label_id })),
    { accountId, at }
  )
  const given = jsonItems(
    transaction,
    rows.map(({ before, provenance, seen, after: { label_id, review_state, reviewed_by, reviewed_at, removed_at } }) => {
      const naming = namingOf(named.get(before.id) ?? before)
      return {
        ...{ label_id, review_state, reviewed_by, reviewed_at, removed_at },
        ...naming,
        ...(provenance ?? provenanceAfter(before, { label_id, review_state, ...naming }, { isBulk, suggestion: seen })),
        id: before.id,
        operation: newId(),
        state: storedState(before)
      }
    })
  )
  const text = (name: string) => sql`item.value ->> ${sql.lit(name)} as ${sql.ref(name)}`
  await sql`
    insert into annotation_version (annotation_id, revision, operation_id, operation_kind, account_id, at, state)
    select annotation.id, annotation.revision, annotation.operation_id, annotation.operation_kind, annotation.modified_by,
      annotation.modified_at, given.state
    from (select ${text('id')}, ${text('state')} from ${given}) as given join annotation on annotation.id = given.id`.execute(transaction)
  const columns = [
    'id',
    'operation',
    'label_id',
    'review_state',
    'reviewed_by',
    'reviewed_at',
    'removed_at',
    'named_by',
    'named_at',
    'source',
    'origin',
    'suggestion_id'
  ] as const
  await sql`
    update annotation set
      label_id = given.label_id, review_state = given.review_state, reviewed_at = given.reviewed_at, removed_at = given.removed_at,
      reviewed_by = (select account.id from account where account.id = given.reviewed_by),
      named_by = (select account.id from account where account.id = given.named_by), named_at = given.named_at,
      source = given.source, is_from_machine = given.is_from_machine, origin = given.origin, suggestion_id = given.suggestion_id,
      revision = annotation.revision + 1, operation_id = given.operation, operation_kind = ${kind},
      modified_by = ${accountId}, modified_at = ${at}
    from (
      select ${sql.join(columns.map(text))}, cast(item.value ->> 'is_from_machine' as integer) as is_from_machine from ${given}
    ) as given
    where annotation.id = given.id`.execute(transaction)
  const counts = new AnnotationCounts()
  for (const { before, after } of rows) {
    if (before.removed_at === null) counts.add(before.media_id, before.label_id, -1)
    if (after.removed_at === null) counts.add(before.media_id, after.label_id, 1)
  }
  await counts.save(transaction)
  const returned = rows.flatMap(({ before, after }) => {
    const { id: annotationId, suggestion_id: suggestionId, origin, removed_at: removedAt } = before
    if (suggestionId === null || (removedAt === null) === (after.removed_at === null)) return []
    const taken = origin === 'human_seen' ? ('relabelled' as const) : ('accepted' as const)
    return [{ suggestionId, annotationId, state: removedAt === null ? ('rejected' as const) : taken, labelId: after.label_id }]
  })
  await storeChanges(transaction, returned, { accountId, at })
  await renewSuggestions(
    transaction,
    rows.map(({ before }) => before.id)
  )
}

const namingOf = ({ named_by, named_at, source, is_from_machine }: Naming): Naming => ({ named_by, named_at, source, is_from_machine })
