import type { Database } from '../../storage/database.ts'

/**
 * Applies the current mappings of some labels of a model to its undecided suggestions. Alternatives are resolved when they are read.
 * @param changed labels of the model whose mappings may have changed
 */
export async function followMappings(transaction: Database, modelId: string, changed: readonly string[]): Promise<void> {
  if (changed.length === 0) return
  const wanted = new Set(changed)
  for (const mapping of await mappingsOf(transaction, modelId)) if (wanted.has(mapping.id)) await follow(transaction, mapping)
}

/**
 * Applies the current mappings of all labels of a model to its undecided suggestions. Mappings may have changed while suggestions were being
 * written. The lock waits for concurrent changes to mappings.
 */
export async function followAllMappings(transaction: Database, modelId: string): Promise<void> {
  await lockMappings(transaction, modelId)
  for (const mapping of await mappingsOf(transaction, modelId)) await follow(transaction, mapping)
}

/** Locks the mappings of a model until the transaction ends. */
export async function lockMappings(transaction: Database, modelId: string): Promise<void> {
  await transaction
    .updateTable('ai_uploaded_model')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', modelId)
    .execute()
}

/** Label of a model with the label it resolves to: the catalog label, or itself if unmapped. `text` is the name of an unmapped label. */
interface Mapping {
  id: string
  labelId: string
  text: string | null
}

async function mappingsOf(db: Database, modelId: string): Promise<Mapping[]> {
  const rows = await db.selectFrom('ai_uploaded_label').select(['id', 'label_id', 'name']).where('model_id', '=', modelId).execute()
  return rows.map(({ id, label_id: labelId, name }) => ({ id, labelId: labelId ?? id, text: labelId === null ? name : null }))
}

/** Updates the suggestions of one label. The query has no condition on the run, so that the planner uses the index on `model_label_id`. */
async function follow(transaction: Database, { id, labelId, text }: Mapping): Promise<void> {
  await transaction
    .updateTable('ai_suggestion')
    .set({ label_id: labelId, label_text: text })
    .where('model_label_id', '=', id)
    .where('state', 'in', ['waiting', 'unsure'])
    .where('label_id', '<>', labelId)
    .execute()
}
