import { sql } from 'kysely'
import { InvalidRequest } from '../../../lib/errors.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import { followMappings, lockMappings } from './follow-mappings.ts'

/**
 * Maps labels of a model automatically to the catalog label with the same AphiaID, or else with the same name. The match must be unique.
 * Existing mappings are kept, and mappings cleared by a person stay cleared.
 */
export async function mapEqualLabels(transaction: Database, modelId: string, projectId: string): Promise<void> {
  const open = await transaction
    .selectFrom('ai_uploaded_label')
    .select(['id', 'name', 'taxon'])
    .where('model_id', '=', modelId)
    .where('label_id', 'is', null)
    .where('is_decided', '=', 0)
    .where('is_ignored', '=', 0)
    .execute()
  const byTaxon = open.flatMap(({ id, taxon }) => (taxon === null ? [] : { id, value: taxon.replace(/^aphia:/, lsidOfAphia) }))
  const byName = open.map(({ id, name }) => ({ id, value: name }))
  const found = new Map([
    ...(await onlyLabels(transaction, projectId, 'name', byName)),
    ...(await onlyLabels(transaction, projectId, 'scientific_name_id', byTaxon))
  ])
  await mapLabels(
    transaction,
    { modelId, projectId, isDecided: false },
    Array.from(found, ([id, labelId]) => ({ id, labelId }))
  )
}

/** Prefix of WoRMS LSIDs, followed by the AphiaID. */
const lsidOfAphia = 'urn:lsid:marinespecies.org:taxname:'

/** Finds the catalog label for each value that matches exactly one label. @returns pairs of model label and catalog label ids */
async function onlyLabels(
  db: Database,
  projectId: string,
  column: 'name' | 'scientific_name_id',
  wanted: { id: string; value: string }[]
): Promise<[string, string][]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<{ id: string; label_id: string }>`
    select item.value ->> 'id' as id, min(label.id) as label_id
    from ${jsonItems(db, wanted)} join label on ${sql.ref(`label.${column}`)} = item.value ->> 'value'
    where label.project_id = ${projectId} group by item.value ->> 'id' having count(*) = 1`.execute(db)
  return rows.map(({ id, label_id: labelId }) => [id, labelId])
}

interface Mapping {
  /** Id of the model label. */
  id: string
  /** Id of the catalog label; null to remove the mapping. */
  labelId: string | null
}

interface MappedModel {
  modelId: string
  projectId: string
  /** Whether a person chose the mappings. */
  isDecided: boolean
}

/**
 * Maps labels of a model or removes their mappings, and updates the model's undecided suggestions.
 * @throws InvalidRequest for a label of another model or catalog
 */
export async function mapLabels(transaction: Database, model: MappedModel, mappings: readonly Mapping[]): Promise<void> {
  await lockMappings(transaction, model.modelId)
  for (const mapping of mappings) await mapLabel(transaction, model, mapping)
  await followMappings(
    transaction,
    model.modelId,
    mappings.map(({ id }) => id)
  )
}

async function mapLabel(transaction: Database, { modelId, projectId, isDecided }: MappedModel, { id, labelId }: Mapping): Promise<void> {
  if (labelId !== null && !(await isInCatalog(transaction, projectId, labelId)))
    throw new InvalidRequest([{ path: '/labels', message: 'contains a label that is not in the catalog of this project' }])
  const changed = await transaction
    .updateTable('ai_uploaded_label')
    .set({ label_id: labelId, is_decided: isDecided ? 1 : 0 })
    .where('id', '=', id)
    .where('model_id', '=', modelId)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new InvalidRequest([{ path: '/labels', message: 'contains a label that does not belong to this model' }])
}

/**
 * Redirects mappings from a merged label to its replacement. The lock waits for concurrent changes to mappings. Otherwise, deleting the
 * merged label would remove a mapping made in the meantime.
 */
export async function followMerge(transaction: Database, projectId: string, labelId: string, into: string): Promise<void> {
  const models = await transaction.selectFrom('ai_uploaded_model').select('id').where('project_id', '=', projectId).orderBy('id').execute()
  for (const { id } of models) await lockMappings(transaction, id)
  await transaction.updateTable('ai_uploaded_label').set({ label_id: into }).where('label_id', '=', labelId).execute()
}

async function isInCatalog(db: Database, projectId: string, labelId: string): Promise<boolean> {
  const label = await db.selectFrom('label').select('id').where('id', '=', labelId).where('project_id', '=', projectId).executeTakeFirst()
  return label !== undefined
}
