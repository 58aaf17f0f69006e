import { sql } from 'kysely'
import type { Suggestion } from '../../../shared/contracts/ai.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

/** Alternative label of a suggestion, as stored in the database. */
export interface StoredAlternative {
  /** Catalog label, or the label of an uploaded model while it is unmapped. */
  labelId: string
  /** Label of the uploaded model. Absent for other models and in suggestions written by version 0.2.0. */
  modelLabelId?: string
  probability: number
}

interface Row {
  label_id: string
  /** Label of the uploaded model; null for other models. */
  model_label_id: string | null
  /** JSON list of StoredAlternative. */
  alternatives: string
}

/** Catalog label by the id of the uploaded model's label. An unmapped label maps to itself. */
export type Mappings = ReadonlyMap<string, string>

/** Reads the current mappings of all uploaded-model labels among the alternatives of suggestions. */
export async function mappingsAmong(db: Database, rows: readonly Row[]): Promise<Mappings> {
  const ids = new Set(rows.flatMap(row => (row.model_label_id === null ? [] : parsed(row).map(modelLabelOf))))
  if (ids.size === 0) return new Map()
  const wanted = jsonItems(
    db,
    Array.from(ids, id => ({ id }))
  )
  const labels = await db
    .selectFrom('ai_uploaded_label')
    .select(['id', 'label_id'])
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Map(labels.map(({ id, label_id: labelId }) => [id, labelId ?? id]))
}

/** Returns the alternatives of a suggestion with the current mappings. The first alternative is the suggested label itself. */
export function alternativesOf(row: Row, mappings: Mappings): Suggestion['alternatives'] {
  return parsed(row).map((each, place) => {
    const ofModel = place === 0 && row.model_label_id !== null ? row.label_id : mappings.get(modelLabelOf(each))
    return { labelId: ofModel ?? each.labelId, probability: each.probability }
  })
}

/**
 * Replaces merged labels of alternatives, and adds up the probabilities of those that now share a label. Labels that are not in the catalog stay.
 * @param current current label by label id
 */
export function mergedAlternatives(
  alternatives: Suggestion['alternatives'],
  current: ReadonlyMap<string, string>
): Suggestion['alternatives'] {
  const sums = new Map<string, number>()
  for (const { labelId: given, probability } of alternatives) {
    const labelId = current.get(given) ?? given
    sums.set(labelId, Math.min(1, (sums.get(labelId) ?? 0) + probability))
  }
  return Array.from(sums, ([labelId, probability]) => ({ labelId, probability }))
}

const parsed = ({ alternatives }: Row) => JSON.parse(alternatives) as StoredAlternative[]

/** Uploaded-model label of an alternative. Version 0.2.0 stored an unmapped label in `labelId`. */
const modelLabelOf = ({ modelLabelId, labelId }: StoredAlternative): string => modelLabelId ?? labelId
