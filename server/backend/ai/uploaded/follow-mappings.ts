import type { Database } from '../../storage/database.ts'

/**
 * Gives the undecided suggestions of a model the present mappings of its labels. Their alternatives are resolved when they are read.
 * @param changed labels of the model whose mappings may have changed
 */
export async function followMappings(transaction: Database, modelId: string, changed: readonly string[]): Promise<void> {
  if (changed.length === 0) return
  const wanted = new Set(changed)
  for (const mapping of await mappingsOf(transaction, modelId)) if (wanted.has(mapping.id)) await follow(transaction, mapping)
}

/**
 * Gives the undecided suggestions of a model the present mappings of all its labels, which may have been mapped while the suggestions were
 * written. A mapping that another transaction is making is waited for.
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

/** Label of a model, with the label that it stands for. `text` is the name of one without a mapping. */
interface Mapping {
  id: string
  labelId: string
  text: string | null
}

async function mappingsOf(db: Database, modelId: string): Promise<Mapping[]> {
  const rows = await db.selectFrom('ai_uploaded_label').select(['id', 'label_id', 'name']).where('model_id', '=', modelId).execute()
  return rows.map(({ id, label_id: labelId, name }) => ({ id, labelId: labelId ?? id, text: labelId === null ? name : null }))
}

/** The condition on the run is left out, so that only the index of the labels of models fits. */
async function follow(transaction: Database, { id, labelId, text }: Mapping): Promise<void> {
  await transaction
    .updateTable('ai_suggestion')
    .set({ label_id: labelId, label_text: text })
    .where('model_label_id', '=', id)
    .where('state', 'in', ['waiting', 'unsure'])
    .where('label_id', '<>', labelId)
    .execute()
}
