import { type Selectable, sql } from 'kysely'
import { newId } from '../../lib/ids.ts'
import type { Transaction } from '../projects/edit-project.ts'
import { jsonItems } from '../storage/json-items.ts'
import { countLabels } from './counts.ts'
import { storedState } from './rows.ts'
import type { AnnotationTable } from './tables.ts'

const batchSize = 500

/**
 * Replaces a label with another label or none on all annotations that have it, including removed ones. Each annotation gets a history entry
 * and keeps its review state. The annotation counts of both labels are updated.
 * @returns number of changed annotations, not counting removed ones
 */
export async function relabelAnnotations(
  transaction: Transaction,
  { from, into, accountId, at }: { from: string; into: string | null; accountId: string; at: string }
): Promise<number> {
  let count = 0
  let last = ''
  for (;;) {
    const rows = await transaction
      .selectFrom('annotation')
      .selectAll()
      .where('label_id', '=', from)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    last = rows.at(-1)?.id ?? last
    if (rows.length === 0) break
    count += rows.filter(row => row.removed_at === null).length
    await relabelRows(transaction, rows, { into, accountId, at })
  }
  await countLabels(
    transaction,
    into
      ? [
          [from, -count],
          [into, count]
        ]
      : [[from, -count]]
  )
  return count
}

/** Replaces the label of annotations, at most a few hundred at a time. The caller updates the annotation counts of the labels. */
export async function relabelRows(
  transaction: Transaction,
  rows: readonly Selectable<AnnotationTable>[],
  { into, accountId, at }: { into: string | null; accountId: string; at: string }
): Promise<void> {
  await transaction
    .insertInto('annotation_version')
    .columns(['annotation_id', 'revision', 'operation_id', 'operation_kind', 'account_id', 'at', 'state'])
    .expression(
      transaction
        .selectFrom('annotation')
        .innerJoin(
          sql<{ id: string; state: string }>`(select item.value ->> 'id' as id, item.value ->> 'state' as state from ${jsonItems(
            transaction,
            rows.map(row => ({ id: row.id, state: storedState(row) }))
          )})`.as('given'),
          'given.id',
          'annotation.id'
        )
        .select(['annotation.id', 'annotation.revision', 'annotation.operation_id', 'annotation.operation_kind'])
        .select(['annotation.modified_by', 'annotation.modified_at', 'given.state'])
    )
    .execute()
  const operations = jsonItems(
    transaction,
    rows.map(({ id }) => ({ id, operation: newId() }))
  )
  await sql`
    update annotation set
      label_id = ${into}, revision = revision + 1, operation_id = given.operation, operation_kind = 'relabel',
      modified_by = ${accountId}, modified_at = ${at}
    from (select item.value ->> 'id' as id, item.value ->> 'operation' as operation from ${operations}) as given
    where annotation.id = given.id`.execute(transaction)
}
