import { sql } from 'kysely'
import type { SuggestionState } from '../../../shared/contracts/ai.ts'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import type { StoredAlternative } from './alternatives.ts'
import { geometryHash } from './geometry.ts'
import type { Prediction } from './learning/classifier.ts'

interface OnImage {
  id: string
  projectId: string
  mediaId: string
  model: ModelOfRun
}

/** Model of a run with the labels of its classes. */
export interface ModelOfRun {
  /** Column of `ai_run` with the id of the model. */
  column: 'model_version_id' | 'uploaded_model_id'
  id: string
  /** Label id of each class, followed by the ids of the broader labels that predictions can have. */
  classes: readonly string[]
  /** Labels of an uploaded model, by class. `labelId` is the catalog label that each is mapped to; null if unmapped. */
  modelLabels?: readonly { id: string; name: string; labelId: string | null }[]
}

const rowsAtOnce = 100

/** Returns the bin of a probability, 0 to 99. The small offset corrects products such as 0.29 · 100, which fall just below their bin. */
export const binOf = (probability: number): number => Math.min(99, Math.floor(probability * 100 + 1e-9))

const mostAlternatives = 5

/** Returns the suggested label and its alternatives, by place: a broader label first, then the classes. */
export function suggestedOf({ best, broader }: Pick<Prediction, 'best' | 'broader'>): Prediction['best'] {
  if (!broader) return best
  return [broader, ...best.filter(({ place }) => place !== broader.place)].slice(0, mostAlternatives)
}

const decided: readonly SuggestionState[] = ['accepted', 'relabelled', 'rejected', 'unsure']

/**
 * Writes the suggestions of a run for one image, replacing earlier ones. It skips shapes whose suggestion by the same model was rejected.
 * It also skips new shapes that were already decided on, because their annotations would be duplicates.
 * @returns number of suggestions written
 */
// Long: the columns of one suggestion.
export async function writeSuggestions(
  transaction: Database,
  { id: runId, projectId, mediaId, model: { column, id: modelId, classes, modelLabels } }: OnImage,
  shapes: readonly { id: string | null; shape: string }[],
  predictions: readonly Prediction[]
): Promise<number> {
  await transaction.deleteFrom('ai_suggestion').where('run_id', '=', runId).where('media_id', '=', mediaId).execute()
  const before = await transaction
    .selectFrom('ai_suggestion')
    .innerJoin('ai_run', 'ai_run.id', 'ai_suggestion.run_id')
    .select(['ai_suggestion.geometry_hash', 'ai_suggestion.state'])
    .where('ai_suggestion.media_id', '=', mediaId)
    .where('ai_suggestion.state', 'in', decided)
    .where(`ai_run.${column}`, '=', modelId)
    .execute()
  const isDecided = new Set(before.map(({ geometry_hash: hash }) => hash))
  const isRejected = new Set(before.filter(({ state }) => state === 'rejected').map(({ geometry_hash: hash }) => hash))
  const unlabelled = await unlabelledOn(transaction, mediaId)
  const rows = shapes.flatMap(({ id: annotationId, shape }, index) => {
    const prediction = predictions[index]
    const best = prediction ? suggestedOf(prediction) : []
    const [first] = best
    const labelId = first && classes[first.place]
    const hash = geometryHash(shape)
    if (annotationId !== null && unlabelled.get(annotationId) !== hash) return [] // labelled, moved or removed during the prediction
    if (!prediction || !first || !labelId || (annotationId === null ? isDecided : isRejected).has(hash)) return []
    const modelLabel = modelLabels?.[first.place]
    const alternatives = best.flatMap(({ place, p }) => {
      const id = classes[place]
      return id ? [{ labelId: id, modelLabelId: modelLabels?.[place]?.id, probability: rounded(p) } satisfies StoredAlternative] : []
    })
    return {
      id: newId(),
      run_id: runId,
      project_id: projectId,
      media_id: mediaId,
      annotation_id: annotationId,
      geometry_hash: hash,
      shape,
      label_id: labelId,
      label_text: modelLabel?.labelId === null ? modelLabel.name : null,
      model_label_id: modelLabel?.id ?? null,
      probability: rounded(first.p),
      bin: binOf(rounded(first.p)),
      margin: rounded((prediction.best[0]?.p ?? 0) - (prediction.best[1]?.p ?? 0)),
      entropy: rounded(prediction.entropy),
      alternatives: JSON.stringify(alternatives),
      is_unlike: prediction.isUnknown ? (1 as const) : (0 as const),
      state: 'waiting' as const
    }
  })
  await supersede(transaction, { runId, mediaId }, rows)
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await transaction
      .insertInto('ai_suggestion')
      .values(rows.slice(from, from + rowsAtOnce).map(row => ({ ...row, ...undecided, ...unchecked })))
      .execute()
  return rows.length
}

/** Reads the hash of the shape of each unlabelled annotation on an image, by its id. */
async function unlabelledOn(transaction: Database, mediaId: string): Promise<Map<string, string>> {
  const rows = await transaction
    .selectFrom('annotation')
    .select(['id', 'shape'])
    .where('media_id', '=', mediaId)
    .where('label_id', 'is', null)
    .where('removed_at', 'is', null)
    .where('shape', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, shape }) => [id, geometryHash(shape ?? '')]))
}

/**
 * Marks waiting suggestions of earlier runs for the same annotations or shapes as `gone`, so that only the latest waits, also for a shape that was
 * moved. Label doubts are kept.
 */
async function supersede(
  transaction: Database,
  { runId, mediaId }: { runId: string; mediaId: string },
  rows: readonly { annotation_id: string | null; geometry_hash: string }[]
): Promise<void> {
  const wanted = jsonItems(
    transaction,
    rows.map(({ annotation_id: id, geometry_hash: hash }) => ({ id, hash }))
  )
  await transaction
    .updateTable('ai_suggestion')
    .set({ state: 'gone' })
    .where('media_id', '=', mediaId)
    .where('state', '=', 'waiting')
    .where('run_id', '<>', runId)
    .where('checked_label_id', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('geometry_hash', 'in', sql<string>`(select item.value ->> 'hash' from ${wanted})`),
        eb('annotation_id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted} where item.value ->> 'id' is not null)`)
      ])
    )
    .execute()
}

/** Column values of an undecided suggestion. */
export const undecided = { given_label_id: null, decision_id: null, decided_by: null, decided_at: null, made_annotation_id: null }
const unchecked = { checked_label_id: null, suspicion: null, near: null }

export const rounded = (value: number) => Math.round(value * 1e5) / 1e5
