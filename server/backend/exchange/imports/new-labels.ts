import { newId } from '../../../lib/ids.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import type { CatalogEdit } from '../../taxonomy/catalog-edit.ts'
import { checkRoom } from '../../taxonomy/edits.ts'
import { insertLabels } from '../../taxonomy/import/apply.ts'
import { aphiaIdOf, nameKey } from '../../taxonomy/names.ts'
import { bareState, type LabelState } from '../../taxonomy/rows.ts'
import type { StoredPreview } from './check.ts'

type StoredLabel = StoredPreview['labels'][number]

/**
 * Adds the new labels of a file to the catalog, along with any missing ancestors. A label that is left out gets null instead of a catalog label.
 * @returns the catalog label for each label of the file, in file order, and the number of added labels
 * @throws HopelessJob when a chosen label no longer exists
 * @throws CatalogFull
 */
export async function placeLabels(
  edit: CatalogEdit,
  labels: readonly StoredLabel[]
): Promise<{ ids: (string | null)[]; newCount: number }> {
  const { transaction, projectId } = edit
  const rows = await transaction.selectFrom('label').select(['id', 'parent_id', 'name_key']).where('project_id', '=', projectId).execute()
  const known = new Set(rows.map(({ id }) => id))
  const byPlace = new Map(rows.map(row => [placeOf(row.parent_id, row.name_key), row.id]))
  const added: { id: string; state: LabelState }[] = []

  function placed(parentId: string | null, state: LabelState): string {
    const place = placeOf(parentId, nameKey(state.name))
    const there = byPlace.get(place)
    if (there) return there
    const id = newId()
    byPlace.set(place, id)
    added.push({ id, state: { ...state, parentId } })
    return id
  }

  const ids = labels.map(({ id, name, path, target, taxon, targetName }) => {
    if (target.kind === 'leaveOut') return null
    if (target.kind === 'existing') {
      if (known.has(target.labelId)) return target.labelId
      throw new HopelessJob(`The label “${targetName ?? name}” is no longer in the catalog: choose another one for “${name}”`)
    }
    let parentId: string | null = null
    for (const [depth, above] of path.entries()) parentId = placed(parentId, ancestorState(above, taxon?.pathRanks?.[depth]))
    return placed(parentId, stateOfLabel(id, name, taxon))
  })
  await checkRoom(transaction, projectId, added.length)
  await insertLabels(edit, added, 'import')
  return { ids, newCount: added.length }
}

const placeOf = (parentId: string | null, key: string) => `${parentId ?? ''}\n${key}`

function ancestorState(name: string, rank: string | undefined): LabelState {
  return rank ? { ...bareState(name), scientificName: name, taxonRank: rank } : bareState(name)
}

/** State of a new label, with the taxon from the file. Without one, an id that is a WoRMS identifier supplies the taxon. */
function stateOfLabel(id: string, name: string, taxon: StoredLabel['taxon']): LabelState {
  const state = bareState(name)
  if (taxon) {
    return {
      ...state,
      scientificName: taxon.scientificName,
      scientificNameAuthorship: taxon.scientificNameAuthorship ?? null,
      scientificNameID: taxon.scientificNameID ?? null,
      taxonRank: taxon.taxonRank ?? null,
      identificationQualifier: taxon.identificationQualifier ?? null,
      morphospecies: taxon.morphospecies ?? null,
      verbatimIdentification: taxon.verbatimIdentification ?? null
    }
  }
  return aphiaIdOf(id) === null ? state : { ...state, scientificName: name, scientificNameID: id }
}
