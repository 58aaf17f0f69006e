import { type Selectable, sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { StoredAlternative } from '../alternatives.ts'
import type { AiSuggestionTable } from '../tables.ts'

const rowsAtOnce = 500
/** Largest number of labels for which SQL looks for the suggestions that have them. */
const fewLabels = 10

/** Labels that the labels of a model stand for, by their ids. `text` is the name of one without a mapping. */
type Mappings = Map<string, { labelId: string; text: string | null }>
type Row = Pick<Selectable<AiSuggestionTable>, 'id' | 'label_id' | 'label_text' | 'model_label_id' | 'alternatives' | 'probability'>

/**
 * Gives the undecided suggestions of a model the present mappings of its labels, also among their alternatives.
 * @param changed labels of the model whose mappings may have changed
 */
export async function followMappings(transaction: Database, modelId: string, changed: readonly string[]): Promise<void> {
  if (changed.length === 0) return
  const runs = await transaction.selectFrom('ai_run').select('id').where('uploaded_model_id', '=', modelId).execute()
  if (runs.length === 0) return
  const mappings = await mappingsOf(transaction, modelId)
  for (const { id } of runs) await followInRun(transaction, id, mappings, changed.length > fewLabels ? [] : changed)
}

/**
 * Gives the undecided suggestions of a run the present labels of its model, which may have been mapped while they were written. A mapping
 * that another transaction is making is waited for.
 */
export async function followAllMappings(transaction: Database, runId: string, modelId: string): Promise<void> {
  await lockMappings(transaction, modelId)
  await followInRun(transaction, runId, await mappingsOf(transaction, modelId), [])
}

/** Locks the mappings of a model until the transaction ends. */
export async function lockMappings(transaction: Database, modelId: string): Promise<void> {
  await transaction
    .updateTable('ai_uploaded_model')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', modelId)
    .execute()
}

async function mappingsOf(db: Database, modelId: string): Promise<Mappings> {
  const rows = await db.selectFrom('ai_uploaded_label').select(['id', 'label_id', 'name']).where('model_id', '=', modelId).execute()
  return new Map(rows.map(({ id, label_id: labelId, name }) => [id, { labelId: labelId ?? id, text: labelId === null ? name : null }]))
}

/** @param having labels of the model, of which a suggestion must have one; empty: all suggestions */
async function followInRun(transaction: Database, runId: string, mappings: Mappings, having: readonly string[]): Promise<void> {
  for (const state of ['waiting', 'unsure'] as const)
    for (let last: Row | undefined; ; ) {
      const after: Row | undefined = last
      const rows: Row[] = await transaction
        .selectFrom('ai_suggestion')
        .select(['id', 'label_id', 'label_text', 'model_label_id', 'alternatives', 'probability'])
        .where('run_id', '=', runId)
        .where('state', '=', state)
        .$if(having.length > 0, query =>
          query.where(({ or, eb }) => or(having.flatMap(id => [eb('model_label_id', '=', id), eb('alternatives', 'like', `%${id}%`)])))
        )
        .$if(after !== undefined, query => query.where(sql<boolean>`(probability, id) > (${after?.probability}, ${after?.id})`))
        .orderBy('probability')
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute()
      await write(
        transaction,
        rows.flatMap(row => changeOf(row, mappings) ?? [])
      )
      if (rows.length < rowsAtOnce) break
      last = rows.at(-1)
    }
}

interface Change {
  id: string
  labelId: string
  labelText: string | null
  /** JSON. */
  alternatives: string
}

/** New labels of a suggestion; null when they are the present ones. */
function changeOf(row: Row, mappings: Mappings): Change | null {
  const { id, model_label_id: own, alternatives: before } = row
  const mapping = own === null ? undefined : mappings.get(own)
  if (!mapping) return null
  const given = JSON.parse(before) as StoredAlternative[]
  const alternatives = JSON.stringify(
    given.map((each, place): StoredAlternative => {
      // Those of version 0.2.0 lack the label of the model. The first is that of the suggestion, and one without a mapping is its own.
      const modelLabelId = each.modelLabelId ?? (place === 0 && own !== null ? own : each.labelId)
      const labelId = mappings.get(modelLabelId)?.labelId
      return labelId === undefined ? each : { labelId, modelLabelId, probability: each.probability }
    })
  )
  const { labelId, text: labelText } = mapping
  return labelId === row.label_id && labelText === row.label_text && alternatives === before
    ? null
    : { id, labelId, labelText, alternatives }
}

async function write(transaction: Database, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update ai_suggestion
    set label_id = item.value ->> 'labelId', label_text = item.value ->> 'labelText', alternatives = item.value ->> 'alternatives'
    from ${jsonItems(transaction, changes)}
    where ai_suggestion.id = item.value ->> 'id' and ai_suggestion.state in ('waiting', 'unsure')`.execute(transaction)
}
