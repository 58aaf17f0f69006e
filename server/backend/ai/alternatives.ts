import { sql } from 'kysely'
import type { Suggestion } from '../../../shared/contracts/ai.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

/** Alternative label of a suggestion as it is stored. */
export interface StoredAlternative {
  /** Label of the catalog, or of an uploaded model while it is not mapped. */
  labelId: string
  /** Label of the uploaded model. Other models have none, nor have suggestions of version 0.2.0. */
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

/** Label that a label of an uploaded model stands for, by its id. A label without a mapping stands for itself. */
export type Mappings = ReadonlyMap<string, string>

/** Present mappings of the labels of uploaded models among the alternatives of suggestions. */
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

/** Alternatives of a suggestion with the present mappings. The first one is the suggested label itself. */
export function alternativesOf(row: Row, mappings: Mappings): Suggestion['alternatives'] {
  return parsed(row).map((each, place) => {
    const ofModel = place === 0 && row.model_label_id !== null ? row.label_id : mappings.get(modelLabelOf(each))
    return { labelId: ofModel ?? each.labelId, probability: each.probability }
  })
}

const parsed = ({ alternatives }: Row) => JSON.parse(alternatives) as StoredAlternative[]

/** Label of the model of an alternative. One of version 0.2.0 without a mapping has it as its label. */
const modelLabelOf = ({ modelLabelId, labelId }: StoredAlternative): string => modelLabelId ?? labelId
