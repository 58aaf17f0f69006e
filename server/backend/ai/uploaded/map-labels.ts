import { type RawBuilder, sql } from 'kysely'
import { InvalidRequest } from '../../../lib/errors.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'

/**
 * Maps labels of a model automatically: to the only catalog label with the same AphiaID, or else with the same name.
 * Labels that are already mapped keep their mapping, and a mapping that a person cleared stays cleared.
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
  for (const [id, labelId] of found) await mapLabel(transaction, { modelId, projectId, id, labelId, isDecided: false })
}

/** Prefix of the LSIDs of WoRMS. */
const lsidOfAphia = 'urn:lsid:marinespecies.org:taxname:'

/** Catalog label for each value that exactly one label has. */
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
  modelId: string
  projectId: string
  /** Label of the model. */
  id: string
  /** Label of the catalog; null: none. */
  labelId: string | null
  /** Whether a person chose it. */
  isDecided: boolean
}

/**
 * Maps one label of a model, or removes its mapping. Suggestions that nobody has accepted or rejected follow.
 * @throws InvalidRequest for a label of another model or catalog
 */
export async function mapLabel(transaction: Database, { modelId, projectId, id, labelId, isDecided }: Mapping): Promise<void> {
  if (labelId !== null && !(await isInCatalog(transaction, projectId, labelId)))
    throw new InvalidRequest([{ path: '/labels', message: 'has a label that is not in the catalog of this project' }])
  await lockMappings(transaction, modelId)
  const changed = await transaction
    .updateTable('ai_uploaded_label')
    .set({ label_id: labelId, is_decided: isDecided ? 1 : 0 })
    .where('id', '=', id)
    .where('model_id', '=', modelId)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new InvalidRequest([{ path: '/labels', message: 'has a label that is not of this model' }])
  await followMapping(transaction, sql<boolean>`ai_suggestion.model_label_id = ${id}`)
}

/**
 * Gives the undecided suggestions of a run the present labels of its model, which may have been mapped while they were written. A mapping
 * that another transaction is making is waited for.
 */
export async function followMappings(transaction: Database, runId: string, modelId: string): Promise<void> {
  await lockMappings(transaction, modelId)
  await followMapping(transaction, sql<boolean>`ai_suggestion.run_id = ${runId} and ai_suggestion.model_label_id is not null`)
}

/** Locks the mappings of a model until the transaction ends. */
async function lockMappings(transaction: Database, modelId: string): Promise<void> {
  await transaction
    .updateTable('ai_uploaded_model')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', modelId)
    .execute()
}

async function followMapping(transaction: Database, ofSuggestion: RawBuilder<boolean>): Promise<void> {
  const ofModel = sql`from ai_uploaded_label where ai_uploaded_label.id = ai_suggestion.model_label_id`
  const labelId = sql<string>`(select coalesce(ai_uploaded_label.label_id, ai_uploaded_label.id) ${ofModel})`
  await transaction
    .updateTable('ai_suggestion')
    .set({
      label_id: labelId,
      label_text: sql<string | null>`(select case when ai_uploaded_label.label_id is null then ai_uploaded_label.name end ${ofModel})`,
      alternatives: sql<string>`replace(alternatives, label_id, ${labelId})`
    })
    .where(ofSuggestion)
    .where('state', 'in', ['waiting', 'unsure'])
    .where('label_id', '<>', labelId)
    .execute()
}

/** Redirects mappings to a label that is merged into another one. */
export async function followMerge(transaction: Database, labelId: string, into: string): Promise<void> {
  await transaction.updateTable('ai_uploaded_label').set({ label_id: into }).where('label_id', '=', labelId).execute()
}

async function isInCatalog(db: Database, projectId: string, labelId: string): Promise<boolean> {
  const label = await db.selectFrom('label').select('id').where('id', '=', labelId).where('project_id', '=', projectId).executeTakeFirst()
  return label !== undefined
}
