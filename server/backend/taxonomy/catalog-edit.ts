import { sql } from 'kysely'
import type { ServerEvent } from '../../../shared/contracts/events.ts'
import type { LabelVersion } from '../../../shared/contracts/taxonomy.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { EditProject, ProjectEdit } from '../projects/edit-project.ts'
import type { AccountSight } from '../projects/scope.ts'
import { NameTaken } from './errors.ts'
import { nameKey } from './names.ts'
import { type LabelRow, stateOf } from './rows.ts'

/** Edit of a catalog by an account. */
export interface CatalogEdit extends Pick<ProjectEdit, 'transaction' | 'at'> {
  projectId: string
  accountId: string
}

/** Creates the event for changed labels. @param labelId the only changed label; absent when several may change */
export const labelsChanged = ({ projectId }: Pick<CatalogEdit, 'projectId'>, labelId?: string): ServerEvent => ({
  type: 'changed',
  noun: 'labels',
  projectId,
  ...(labelId !== undefined && { labelId })
})

export async function editCatalog<T>(
  editProject: EditProject,
  scope: AccountSight,
  work: (edit: CatalogEdit & ProjectEdit) => Promise<T>
): Promise<T> {
  const { projectId, accountId } = scope
  return editProject(scope, edit => work({ ...edit, projectId, accountId }))
}

/** Stores the current state of a label in its history, before it changes. */
export async function keepVersion({ transaction }: CatalogEdit, row: LabelRow): Promise<void> {
  await transaction
    .insertInto('label_version')
    .values({
      project_id: row.project_id,
      label_id: row.id,
      revision: row.revision,
      kind: row.change_kind,
      account_id: row.modified_by,
      at: row.modified_at,
      state: JSON.stringify(stateOf(row))
    })
    .execute()
}

/** Returns the columns that every change to a label sets in addition to the change itself. */
export function changed({ accountId, at }: CatalogEdit, before: LabelRow, kind: LabelVersion['kind']) {
  return { revision: before.revision + 1, modified_at: at, modified_by: accountId, change_kind: kind }
}

/** Removes a number key from the label that currently has it, so that another label can use it. */
export async function freeHotkey(edit: CatalogEdit, hotkey: number, exceptId: string): Promise<void> {
  const holder = await edit.transaction
    .selectFrom('label')
    .selectAll()
    .where('project_id', '=', edit.projectId)
    .where('hotkey', '=', hotkey)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  if (!holder) return
  await keepVersion(edit, holder)
  await edit.transaction
    .updateTable('label')
    .set({ hotkey: null, ...changed(edit, holder, 'revise') })
    .where('id', '=', holder.id)
    .execute()
}

/**
 * Validates the parent of a label. @throws InvalidRequest when the parent is in another catalog, is the label itself, or is one of its
 * descendants
 */
export async function checkParent({ transaction, projectId }: CatalogEdit, parentId: string | null, labelId?: string): Promise<void> {
  if (parentId === null) return
  const { rows } = await sql<{ id: string }>`
    with recursive above (id, parent_id) as (
      select id, parent_id from label where id = ${parentId} and project_id = ${projectId}
      union all
      select label.id, label.parent_id from label join above on label.id = above.parent_id
    )
    select id from above`.execute(transaction)
  if (rows.length === 0) throw new InvalidRequest([{ path: '/parentId', message: 'is not a label of this catalog' }])
  if (rows.some(({ id }) => id === labelId))
    throw new InvalidRequest([{ path: '/parentId', message: 'is the label itself or a label below it' }])
}

/** Validates the name of a label. @throws NameTaken when another label with the same parent has this name */
export async function checkName({ transaction, projectId }: CatalogEdit, parentId: string | null, name: string, labelId?: string) {
  const twin = await transaction
    .selectFrom('label')
    .leftJoin('label as parent', 'parent.id', 'label.parent_id')
    .select(['label.id', 'label.name', 'parent.name as parent_name'])
    .where('label.project_id', '=', projectId)
    .where(sql`coalesce(label.parent_id, '')`, '=', parentId ?? '')
    .where('label.name_key', '=', nameKey(name))
    .executeTakeFirst()
  if (twin && twin.id !== labelId) throw new NameTaken(twin.parent_name === null ? 'The catalog' : `“${twin.parent_name}”`, twin.name)
}
