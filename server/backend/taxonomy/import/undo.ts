import { type RawBuilder, sql } from 'kysely'
import type { CatalogImport } from '../../../../shared/contracts/taxonomy-import.ts'
import { taxonomyCodes } from '../../../../shared/error-codes/taxonomy.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { relabelAnnotations } from '../../annotations/relabel.ts'
import { recordActivity } from '../../projects/activity.ts'
import type { EditProject } from '../../projects/edit-project.ts'
import type { AccountSight, FullSight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import { type CatalogEdit, changed, editCatalog, labelsChanged } from '../catalog-edit.ts'
import { writeState } from '../edits.ts'
import { NameTaken } from '../errors.ts'
import { type LabelRow, type LabelState, stateOf } from '../rows.ts'
import { labelColumns } from '../select-labels.ts'
import { updateLabels } from './apply.ts'
import { wasAddedAt, wasChangedAt } from './labels-of-import.ts'
import type { PastImportRow } from './past-imports.ts'

const Over = codedError(taxonomyCodes.CATALOG_IMPORT_OVER)

const batchSize = 500
const mostNamed = 1_000

type Undone = NonNullable<CatalogImport['undone']>
type Kept = Undone['kept'][number]

/**
 * Undoes an import into a catalog as one edit. A changed label gets its previous state back, unless it has changed since or its former place is
 * taken. A new label is deleted, unless it has since been used, referenced or changed, or another label was merged into it. The new ancestors of a
 * label that stays are kept as well.
 * @throws Over for an import that has already been undone
 */
export async function undoCatalogImport(editProject: EditProject, scope: AccountSight & FullSight, row: PastImportRow): Promise<void> {
  await editCatalog(editProject, scope, async edit => {
    const isOpen = await edit.transaction
      .selectFrom('catalog_import')
      .select('id')
      .where('id', '=', row.id)
      .where('undone', 'is', null)
      .executeTakeFirst()
    if (!isOpen) throw new Over()
    const restored = await restoreChanged(edit, row.applied_at)
    const added = await removeAddedLabels(edit, row.applied_at, everyAnnotation)
    const kept = [...restored.kept, ...added.kept]
    const undone: Undone = {
      removedCount: added.count,
      restoredCount: restored.count,
      keptCount: kept.length,
      kept: kept.slice(0, mostNamed)
    }
    await edit.transaction
      .updateTable('catalog_import')
      .set({ undone: JSON.stringify(undone) })
      .where('id', '=', row.id)
      .execute()
    await recordActivity(edit.transaction, {
      projectId: scope.projectId,
      actorId: scope.accountId,
      event: 'labels.import.undone',
      detail: { count: added.count, sourceName: row.source_name }
    })
    edit.publish(labelsChanged(edit))
  })
}

/** Restores the previous state of the labels that the import changed, unless they have changed since. */
async function restoreChanged(edit: CatalogEdit, at: string): Promise<{ count: number; kept: Kept[] }> {
  const rows = await edit.transaction
    .selectFrom('label')
    .leftJoin('label_version as former', join =>
      join.onRef('former.label_id', '=', 'label.id').on(sql`former.revision`, '=', sql`label.revision - 1`)
    )
    .select(labelColumns)
    .select('former.state as former_state')
    .where('label.project_id', '=', edit.projectId)
    .where(wasChangedAt(at))
    .orderBy('label.id')
    .execute()
  const kept: Kept[] = []
  const inPlace: { before: LabelRow; state: LabelState }[] = []
  let moved = 0
  for (const { former_state: former, ...before } of rows) {
    const isUntouched = before.change_kind === 'import' && before.modified_at === at && former !== null
    const state = isUntouched ? (JSON.parse(former) as LabelState) : null
    if (state && state.parentId === before.parent_id && state.name === before.name) inPlace.push({ before, state })
    else if (state && (await isMovedBack(edit, before, state))) moved++
    else kept.push({ labelId: before.id, name: before.name, reason: 'changed' })
  }
  await updateLabels(edit, inPlace, 'undo')
  return { count: inPlace.length + moved, kept }
}

/** Restores the previous parent and name of a label. @returns false when the parent no longer exists, or another label has the name */
async function isMovedBack(edit: CatalogEdit, before: LabelRow, state: LabelState): Promise<boolean> {
  try {
    await writeState(edit, before, state, 'undo')
    return true
  } catch (error) {
    if (error instanceof NameTaken || error instanceof InvalidRequest) return false // both are thrown before anything is written
    throw error
  }
}

interface Added {
  id: string
  parent_id: string | null
  name: string
  revision: number
  is_used: number | boolean
  /** Whether any annotation has the label, including a removed annotation. */
  is_binned: number | boolean
  is_named: number | boolean
  is_merged: number | boolean
}

const everyAnnotation = sql<boolean>`1 = 1`

/**
 * Deletes the labels that an import added. Labels that are used, referenced, changed or merged into are kept, and so are their ancestors.
 * @param at time of the import
 * @param isUse SQL condition on `annotation` for annotations that keep their label. All other annotations must be removed ones, and lose their label.
 */
export async function removeAddedLabels(
  edit: CatalogEdit,
  at: string,
  isUse: RawBuilder<boolean>
): Promise<{ count: number; kept: Kept[] }> {
  const { transaction } = edit
  const { gone, kept } = await sortAdded(transaction, { projectId: edit.projectId, at, isUse })
  const order = deepestFirst(gone)
  for (const { id, is_binned: isBinned } of gone)
    if (isBinned) await relabelAnnotations(transaction, { from: id, into: null, accountId: edit.accountId, at: edit.at })
  for (let from = 0; from < order.length; from += batchSize) await removeLabels(edit, order.slice(from, from + batchSize))
  return { count: gone.length, kept: [...kept.values()] }
}

/**
 * Lists the labels that the undo of an import would delete. Removed annotations do not count as a use.
 * @param at time of the import
 * @returns their ids
 */
export async function unusedAddedLabels(db: Database, projectId: string, at: string): Promise<string[]> {
  const isUse = sql<boolean>`annotation.project_id = label.project_id and annotation.removed_at is null`
  const { gone } = await sortAdded(db, { projectId, at, isUse })
  return gone.map(({ id }) => id)
}

/** Divides the labels that an import added into those to delete and those to keep, with the reason. */
async function sortAdded(db: Database, { projectId, at, isUse }: { projectId: string; at: string; isUse: RawBuilder<boolean> }) {
  const added = await db
    .selectFrom('label')
    .select(['label.id', 'label.parent_id', 'label.name', 'label.revision'])
    .select([
      sql<Added['is_used']>`(exists (select 1 from annotation where annotation.label_id = label.id and ${isUse})
        or exists (select 1 from observation where observation.label_id = label.id))`.as('is_used'),
      sql<Added['is_binned']>`exists (select 1 from annotation where annotation.label_id = label.id)`.as('is_binned'),
      sql<Added['is_named']>`(exists (select 1 from generalisation where generalisation.label_id = label.id)
        or exists (select 1 from ai_uploaded_label where ai_uploaded_label.label_id = label.id)
        or exists (select 1 from label_reference where label_reference.label_id = label.id))`.as('is_named'),
      sql<Added['is_merged']>`(label.id in (select label_merge.into_id from label_merge where label_merge.project_id = ${projectId}))`.as(
        'is_merged'
      )
    ])
    .where('label.project_id', '=', projectId)
    .where(wasAddedAt(at))
    .orderBy('label.id')
    .execute()
  const others = await db
    .selectFrom('label')
    .innerJoin('label as parent', 'parent.id', 'label.parent_id')
    .select(['label.id', 'label.parent_id'])
    .where('label.project_id', '=', projectId)
    .where('parent.created_at', '=', at)
    .where('label.created_at', '!=', at)
    .execute()
  const kept = keptAmong(added, others)
  return { gone: added.filter(({ id }) => !kept.has(id)), kept }
}

/** Finds the added labels that must be kept, with the reason. @param others labels from elsewhere that are now below added labels */
function keptAmong(added: readonly Added[], others: readonly { parent_id: string | null }[]): Map<string, Kept> {
  const byId = new Map(added.map(label => [label.id, label]))
  const kept = new Map<string, Kept>()
  const keep = ({ id, name }: Added, reason: Kept['reason']) => kept.set(id, { labelId: id, name, reason })
  for (const label of added) {
    if (label.is_used) keep(label, 'used')
    else if (label.is_named) keep(label, 'rule')
    // not covered by `changed`: merging a label of the same name leaves the revision of the target unchanged
    else if (label.is_merged) keep(label, 'merged')
    else if (label.revision > 1) keep(label, 'changed')
  }
  const above = [...[...kept.keys()].map(id => byId.get(id)?.parent_id), ...others.map(({ parent_id }) => parent_id)]
  for (let id = above.pop(); id !== undefined; id = above.pop()) {
    const label = byId.get(id ?? '')
    if (!label || kept.has(label.id)) continue
    keep(label, 'above')
    above.push(label.parent_id)
  }
  return kept
}

/** Sorts labels so that descendants come first, and no deleted label still has a child. @returns their ids */
function deepestFirst(labels: readonly Added[]): string[] {
  const children = Map.groupBy(labels, ({ parent_id }) => parent_id ?? '')
  const ids = new Set(labels.map(({ id }) => id))
  const order: string[] = []
  const open = labels.filter(({ parent_id }) => !ids.has(parent_id ?? ''))
  for (let label = open.pop(); label; label = open.pop()) {
    order.push(label.id)
    open.push(...(children.get(label.id) ?? []))
  }
  return order.reverse()
}

/** Deletes labels. Their history is kept, with an entry for the deletion, as after deleting a single label. */
async function removeLabels(edit: CatalogEdit, ids: string[]): Promise<void> {
  const { transaction } = edit
  const among = sql<string>`(select item.value ->> 'id' from ${jsonItems(
    transaction,
    ids.map(id => ({ id }))
  )})`
  const rows = await transaction.selectFrom('label').select(labelColumns).where('label.id', 'in', among).execute()
  const versions = rows.flatMap(row => [row, { ...row, ...changed(edit, row, 'undo') }].map(toVersion))
  const items = jsonItems(transaction, versions)
  await sql`
    insert into label_version (project_id, label_id, revision, kind, account_id, at, state)
    select ${edit.projectId}, item.value ->> 'id', cast(item.value ->> 'revision' as integer), item.value ->> 'kind',
      item.value ->> 'by', item.value ->> 'at', item.value ->> 'state' from ${items}`.execute(transaction)
  await transaction.deleteFrom('label').where('id', 'in', among).execute()
}

const toVersion = (row: LabelRow) => ({
  id: row.id,
  revision: row.revision,
  kind: row.change_kind,
  by: row.modified_by,
  at: row.modified_at,
  state: JSON.stringify(stateOf(row))
})
