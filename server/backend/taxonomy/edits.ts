import type { LabelDraft, LabelEdit, Promotion } from '../../../shared/contracts/taxonomy.ts'
import { catalogLabelLimit } from '../../../shared/limits.ts'
import { InvalidRequest, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { followMerge } from '../ai/uploaded/map-labels.ts'
import { relabelAnnotations } from '../annotations/relabel.ts'
import { mergeRules, removeRuleOf } from '../generalisations/repository.ts'
import { relabelObservations } from '../observations/relabel.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, Transaction } from '../projects/edit-project.ts'
import type { AccountSight, FullSight, Scope } from '../projects/scope.ts'
import { type CatalogEdit, changed, checkName, checkParent, editCatalog, freeHotkey, keepVersion, labelsChanged } from './catalog-edit.ts'
import { CatalogFull, LabelHasChildren, LabelUsed } from './errors.ts'
import { nameKey, tidyName } from './names.ts'
import { handOverOwnKeys } from './own-keys.ts'
import { labelRow } from './repository.ts'
import { bareState, type LabelRow, type LabelState, stateColumns, stateOf } from './rows.ts'
import { useOf } from './uses.ts'

const count = (n: number, noun: string) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`

/** Edits of individual labels. Each is one transaction, and adds an entry to the label's history. */
// Long: the edits of one noun.
export function labelEdits(editProject: EditProject) {
  return {
    /**
     * Creates a label.
     * @returns id of the label
     * @throws InvalidRequest for a parent in another catalog
     * @throws NameTaken
     * @throws CatalogFull
     */
    async create(scope: AccountSight, draft: LabelDraft): Promise<string> {
      return editCatalog(editProject, scope, async edit => {
        const { transaction, projectId, accountId, at } = edit
        await checkRoom(transaction, projectId, 1)
        const state = { ...bareState(draft.name), ...draft }
        await checkParent(edit, state.parentId)
        await checkName(edit, state.parentId, state.name)
        const id = newId()
        if (state.hotkey !== null) await freeHotkey(edit, state.hotkey, id)
        await transaction
          .insertInto('label')
          .values({
            id,
            project_id: projectId,
            ...stateColumns(state),
            created_at: at,
            modified_at: at,
            modified_by: accountId,
            change_kind: 'create'
          })
          .execute()
        edit.publish(labelsChanged(edit, state.hotkey === null ? id : undefined))
        return id
      })
    },

    /**
     * Edits a label.
     * @throws NotFound
     * @throws StaleRevision when another edit came first
     * @throws InvalidRequest for a parent in another catalog, or a parent below the label
     * @throws NameTaken
     */
    async revise(scope: AccountSight, labelId: string, { revision, ...change }: LabelEdit): Promise<void> {
      await editCatalog(editProject, scope, async edit => {
        const before = await current(edit, labelId, revision)
        // The verbatim identification applied to the previous name.
        const isRenamed = change.scientificName !== undefined && change.scientificName !== before.scientific_name
        const state = { ...stateOf(before), ...(isRenamed && { verbatimIdentification: null }), ...change }
        await writeState(edit, before, state, 'revise')
        edit.publish(labelsChanged(edit, typeof change.hotkey === 'number' ? undefined : labelId))
      })
    },

    /**
     * Resolves a label with a code or an open-nomenclature name to a scientific name. The label keeps its id and its annotations.
     * @throws NotFound
     * @throws StaleRevision when another edit came first
     * @throws NameTaken
     */
    async promote(scope: AccountSight, labelId: string, { revision, ...taxon }: Promotion): Promise<void> {
      await editCatalog(editProject, scope, async edit => {
        const before = await current(edit, labelId, revision)
        await writeState(edit, before, promoted(stateOf(before), taxon), 'promote')
        edit.publish(labelsChanged(edit, labelId))
      })
    },

    /**
     * Deletes a label.
     * @throws NotFound
     * @throws LabelUsed | LabelHasChildren
     * @throws LabelRuled when a rule for sensitive places names it, unless the account is an owner
     */
    async remove(scope: Scope & FullSight, labelId: string): Promise<void> {
      await editCatalog(editProject, scope, async edit => {
        const row = await labelRow(edit.transaction, labelId)
        const { annotation_count: used } = row
        if (used > 0) throw new LabelUsed(row.name, count(used, 'annotation'), used === 1 ? 'it' : 'them')
        const children = await childrenOf(edit, labelId)
        if (children.length > 0) throw new LabelHasChildren(row.name, count(children.length, 'label'))
        await removeRuleOf(edit, scope, row)
        await forget(edit, row, null, 'remove')
        edit.publish(labelsChanged(edit, labelId))
      })
    },

    /**
     * Merges a label into a target label. The target takes over the annotations, children, reference images, favourites, own keys and names of the
     * merged label. The merged label is deleted.
     * @throws NotFound
     * @throws StaleRevision when another edit came first
     * @throws InvalidRequest when the target is in another catalog, is the merged label itself, or is one of its descendants
     * @throws NameTaken when both have a child of the same name
     */
    async merge(scope: AccountSight & FullSight, labelId: string, into: string, revision: number): Promise<{ annotationCount: number }> {
      return editCatalog(editProject, scope, async edit => {
        const from = await current(edit, labelId, revision)
        await checkMerge(edit, from, into)
        const target = await labelRow(edit.transaction, into)
        for (const child of await childrenOf(edit, labelId)) {
          await writeState(edit, child, { ...stateOf(child), parentId: into }, 'merge')
        }
        await handOver(edit, labelId, into)
        await mergeRules(edit.transaction, labelId, into, edit.at)
        await followMerge(edit.transaction, edit.projectId, labelId, into)
        const { imageCount } = await useOf(edit.transaction, scope, from)
        const annotationCount = await forget(edit, from, into, 'merge')
        await edit.transaction
          .insertInto('label_merge')
          .values({
            label_id: labelId,
            project_id: edit.projectId,
            into_id: into,
            annotation_count: annotationCount,
            image_count: imageCount
          })
          .execute()
        await writeState(edit, target, withNamesOf(stateOf(target), stateOf(from)), 'merge')
        edit.publish(labelsChanged(edit))
        // sent even without annotations, because a blind member must not learn whether there were any
        edit.publish({ type: 'changed', noun: 'annotations', projectId: edit.projectId })
        await recordActivity(edit.transaction, {
          projectId: edit.projectId,
          actorId: edit.accountId,
          event: 'label.merged',
          detail: { name: from.name, into: target.name, count: annotationCount }
        })
        return { annotationCount }
      })
    }
  }
}

/** Checks that the catalog has room for `more` labels. @throws CatalogFull */
export async function checkRoom(transaction: Transaction, projectId: string, more: number): Promise<void> {
  const { total } = await transaction
    .selectFrom('label')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (total + more > catalogLabelLimit) throw new CatalogFull(catalogLabelLimit.toLocaleString('en'))
}

/** Reads the current row of a label and checks its revision. @throws StaleRevision */
async function current({ transaction }: CatalogEdit, labelId: string, revision: number): Promise<LabelRow> {
  const row = await labelRow(transaction, labelId)
  if (row.revision !== revision) throw new StaleRevision(row.revision, revision)
  return row
}

/** Writes a new state of a label. An unchanged state is not written. */
export async function writeState(edit: CatalogEdit, before: LabelRow, state: LabelState, kind: LabelRow['change_kind']): Promise<void> {
  const columns = stateColumns(state)
  if (JSON.stringify(stateOf({ ...before, ...columns })) === JSON.stringify(stateOf(before))) return
  if (state.parentId !== before.parent_id) await checkParent(edit, state.parentId, before.id)
  await checkName(edit, state.parentId, state.name, before.id)
  if (state.hotkey !== null && state.hotkey !== before.hotkey) await freeHotkey(edit, state.hotkey, before.id)
  await keepVersion(edit, before)
  await edit.transaction
    .updateTable('label')
    .set({ ...columns, ...changed(edit, before, kind) })
    .where('id', '=', before.id)
    .execute()
}

/** Deletes a label. Its history is kept, with an entry for the deletion. @returns number of annotations relabelled to `into` */
async function forget(edit: CatalogEdit, row: LabelRow, into: string | null, kind: 'remove' | 'merge'): Promise<number> {
  const { transaction, accountId, at } = edit
  const annotationCount = await relabelAnnotations(transaction, { from: row.id, into, accountId, at })
  await relabelObservations(transaction, row, into)
  await keepVersion(edit, row)
  await keepVersion(edit, { ...row, ...changed(edit, row, kind) })
  await transaction.deleteFrom('label').where('id', '=', row.id).execute()
  return annotationCount
}

async function childrenOf({ transaction }: CatalogEdit, labelId: string): Promise<LabelRow[]> {
  return transaction.selectFrom('label').selectAll().where('parent_id', '=', labelId).orderBy('name_key').execute()
}

/** Validates the target of a merge. @throws InvalidRequest */
async function checkMerge(edit: CatalogEdit, from: LabelRow, into: string): Promise<void> {
  await checkParent(edit, into, from.id).catch(error => {
    if (!(error instanceof InvalidRequest)) throw error
    throw new InvalidRequest(error.errors.map(fault => ({ ...fault, path: '/into' })))
  })
}

/** Moves favourites, own keys and reference images to another label, except those that the other label already has. */
async function handOver({ transaction }: CatalogEdit, from: string, into: string): Promise<void> {
  await transaction
    .insertInto('label_favourite')
    .columns(['label_id', 'account_id'])
    .expression(({ selectFrom, val }) =>
      selectFrom('label_favourite')
        .select([val(into).as('label_id'), 'account_id'])
        .where('label_id', '=', from)
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await handOverOwnKeys(transaction, from, into)
  await transaction
    .insertInto('label_reference')
    .columns(['label_id', 'annotation_id', 'account_id', 'at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('label_reference')
        .select([val(into).as('label_id'), 'annotation_id', 'account_id', 'at'])
        .where('label_id', '=', from)
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * Returns the state of a label once its open-nomenclature name is resolved. The code, the previous name and the previous scientific name
 * become synonyms.
 */
function promoted(before: LabelState, { name, ...taxon }: Omit<Promotion, 'revision'>): LabelState {
  const state: LabelState = {
    ...before,
    name: name ?? taxon.scientificName,
    scientificName: taxon.scientificName,
    scientificNameAuthorship: taxon.scientificNameAuthorship ?? null,
    taxonRank: taxon.taxonRank ?? null,
    scientificNameID: taxon.scientificNameID ?? null,
    taxonomicStatus: taxon.taxonomicStatus ?? null,
    acceptedNameUsage: null,
    acceptedNameUsageID: null,
    identificationQualifier: null,
    morphospecies: null,
    verbatimIdentification: null
  }
  const { name: label, scientificName, morphospecies, verbatimIdentification } = before
  return { ...state, synonyms: synonymsWith(state, [label, scientificName ?? '', morphospecies ?? '', verbatimIdentification ?? '']) }
}

/** Returns the synonyms of a label with further names added, without duplicates and without the label's own names. */
function synonymsWith({ name, scientificName, synonyms }: LabelState, more: string[]): string[] {
  const seen = new Set([name, scientificName ?? '', ''].map(nameKey))
  const all = [...synonyms, ...more].map(tidyName).filter(each => {
    const isNew = !seen.has(nameKey(each))
    seen.add(nameKey(each))
    return isNew
  })
  return all.slice(0, mostNames)
}

/** Adds the names of a merged label as synonyms and vernacular names, so that searches still find them. */
function withNamesOf(target: LabelState, from: LabelState): LabelState {
  const known = new Set(target.vernacularNames.map(({ name, language }) => `${language} ${nameKey(name)}`))
  const vernacularNames = from.vernacularNames.filter(({ name, language }) => !known.has(`${language} ${nameKey(name)}`))
  return {
    ...target,
    synonyms: synonymsWith(target, [from.name, from.scientificName ?? '', ...from.synonyms]),
    vernacularNames: [...target.vernacularNames, ...vernacularNames].slice(0, mostNames)
  }
}

/** Maximum length of a list of names, as in the contract. */
const mostNames = 200
