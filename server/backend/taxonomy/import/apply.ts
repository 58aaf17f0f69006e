import { sql } from 'kysely'
import type { LabelVersion } from '../../../../shared/contracts/taxonomy.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { CatalogEdit } from '../catalog-edit.ts'
import { bareState, type LabelRow, type LabelState, stateColumns, stateOf } from '../rows.ts'

const batchSize = 500

/** Columns of a label state. All are text, except the number key. */
const columns = Object.keys(stateColumns(bareState('')))
const columnList = sql.raw(columns.join(', '))
const typed = (column: string, from: string) => (column === 'hotkey' ? `cast(${from} as integer)` : from)
const readList = sql.raw(columns.map(column => typed(column, `item.value ->> '${column}'`)).join(', '))

/** Inserts new labels. In `added`, parents precede their children. */
export async function insertLabels(
  edit: CatalogEdit,
  added: { id: string; state: LabelState }[],
  kind: LabelVersion['kind']
): Promise<void> {
  const { transaction, projectId, accountId, at } = edit
  for (const batch of inBatches(added)) {
    const items = jsonItems(
      transaction,
      batch.map(({ id, state }) => ({ id, ...stateColumns(state) }))
    )
    await sql`
      insert into label (id, project_id, ${columnList}, created_at, modified_at, modified_by, change_kind)
      select item.value ->> 'id', ${projectId}, ${readList}, ${at}, ${at}, ${accountId}, ${kind} from ${items}`.execute(transaction)
  }
}

/** Writes new states of labels, and stores each previous state as a version. */
export async function updateLabels(
  edit: CatalogEdit,
  changed: { before: LabelRow; state: LabelState }[],
  kind: LabelVersion['kind']
): Promise<void> {
  const { transaction, projectId, accountId, at } = edit
  for (const batch of inBatches(changed)) {
    const versions = jsonItems(
      transaction,
      batch.map(({ before }) => ({ id: before.id, state: JSON.stringify(stateOf(before)) }))
    )
    await sql`
      insert into label_version (project_id, label_id, revision, kind, account_id, at, state)
      select label.project_id, label.id, label.revision, label.change_kind, label.modified_by, label.modified_at, given.state
      from (select item.value ->> 'id' as id, item.value ->> 'state' as state from ${versions}) as given
      join label on label.id = given.id and label.project_id = ${projectId}`.execute(transaction)
    const items = jsonItems(
      transaction,
      batch.map(({ before, state }) => ({ id: before.id, ...stateColumns(state) }))
    )
    const given = sql.raw(columns.map(column => `${typed(column, `item.value ->> '${column}'`)} as ${column}`).join(', '))
    const assignments = sql.raw(columns.map(column => `${column} = given.${column}`).join(', '))
    await sql`
      update label set ${assignments}, revision = revision + 1, modified_at = ${at}, modified_by = ${accountId}, change_kind = ${kind}
      from (select item.value ->> 'id' as given_id, ${given} from ${items}) as given
      where label.id = given.given_id`.execute(transaction)
  }
}

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += batchSize) yield all.slice(at, at + batchSize)
}
