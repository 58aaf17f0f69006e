import { type RawBuilder, sql } from 'kysely'
import type { SuggestionState } from '../../../shared/contracts/ai.ts'
import type { AnnotationOperation } from '../../../shared/contracts/annotations.ts'
import type { AccountSight, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { amongIds, jsonItems } from '../storage/json-items.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import type { NamedSuggestion } from './origin.ts'

/** Suggestion that an operation refers to, with its image. */
export interface KnownSuggestion extends NamedSuggestion {
  mediaId: string
  annotationId: string | null
  state: SuggestionState
  /** Annotation created or labelled by the decision. */
  madeAnnotationId: string | null
  geometryHash: string
  /** Annotations made from other suggestions of the same new shape, by id, and whether each is in use. */
  rivals: Map<string, boolean>
}

/** States of suggestions that can be accepted. */
export const openStates: readonly SuggestionState[] = ['waiting', 'unsure', 'rejected']
/** States of suggestions from which an annotation got its label. */
export const takenStates: readonly SuggestionState[] = ['accepted', 'relabelled']

/** Whether a suggestion can be accepted: it is undecided or rejected, and no later run replaced it. */
export const isOpen = ({ state }: Pick<KnownSuggestion, 'state'>): boolean => openStates.includes(state)

/** Whether an operation may accept a suggestion. A new shape that already became an annotation would be a duplicate. */
export const isAcceptable = (suggestion: KnownSuggestion): boolean => isOpen(suggestion) && ![...suggestion.rivals.values()].includes(true)

/** Suggestions that operations refer to, by id. A merged label is replaced by the label that it was merged into. Blind members get no suggestions. */
export async function namedSuggestions(
  transaction: Database,
  { projectId, blind }: AccountSight,
  operations: readonly AnnotationOperation[]
): Promise<Map<string, KnownSuggestion>> {
  const ids = operations.flatMap(operation =>
    'suggestionId' in operation && operation.suggestionId ? [{ id: operation.suggestionId }] : []
  )
  if (blind || ids.length === 0) return new Map()
  const wanted = sql<string>`(select item.value ->> 'id' from ${jsonItems(transaction, ids)})`
  const rows = await transaction
    .selectFrom('ai_suggestion')
    .select(['id', 'label_id', 'media_id', 'annotation_id', 'geometry_hash', 'state', 'made_annotation_id'])
    .where('project_id', '=', projectId)
    .where('id', 'in', wanted)
    .execute()
  const rivals = await rivalsOf(transaction, wanted)
  const current = await currentLabels(
    transaction,
    projectId,
    rows.map(row => row.label_id)
  )
  return new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        labelId: current.get(row.label_id) ?? row.label_id,
        mediaId: row.media_id,
        annotationId: row.annotation_id,
        state: row.state,
        madeAnnotationId: row.made_annotation_id,
        geometryHash: row.geometry_hash,
        rivals: rivals.get(row.id) ?? new Map()
      }
    ])
  )
}

/** Finds the annotations made from other suggestions of the same new shapes, and whether each is in use, by the id of the suggestion. */
async function rivalsOf(transaction: Database, suggestionIds: RawBuilder<string>): Promise<Map<string, Map<string, boolean>>> {
  const { rows } = await sql<{ suggestion_id: string; annotation_id: string; in_use: number }>`
    select ai_suggestion.id as suggestion_id, annotation.id as annotation_id,
      case when other.state in ('accepted', 'relabelled') and annotation.removed_at is null then 1 else 0 end as in_use
    from ai_suggestion
      join ai_suggestion as other on other.media_id = ai_suggestion.media_id and other.geometry_hash = ai_suggestion.geometry_hash
      join annotation on annotation.id = other.made_annotation_id
    where ai_suggestion.id in ${suggestionIds} and ai_suggestion.annotation_id is null and other.annotation_id is null
      and other.id <> ai_suggestion.id`.execute(transaction)
  const rivals = new Map<string, Map<string, boolean>>()
  for (const { suggestion_id: id, annotation_id: annotationId, in_use: inUse } of rows)
    rivals.set(id, (rivals.get(id) ?? new Map()).set(annotationId, inUse === 1))
  return rivals
}

/**
 * Labels of suggestions that a person rejected or set aside, by the id of their annotation, newest first. A merged label is replaced by the label
 * that it was merged into. Blind members get no suggestions.
 */
export async function judgedLabels(
  transaction: Database,
  { projectId, blind }: Sight,
  ids: readonly string[]
): Promise<Map<string, string[]>> {
  if (blind || ids.length === 0) return new Map()
  const rows = await transaction
    .selectFrom('ai_suggestion')
    .select(['annotation_id', 'label_id'])
    .where('project_id', '=', projectId)
    .where('annotation_id', 'in', amongIds(transaction, ids))
    .where('state', 'in', ['rejected', 'unsure'])
    .orderBy('id', 'desc')
    .execute()
  const current = await currentLabels(
    transaction,
    projectId,
    rows.map(row => row.label_id)
  )
  const judged = new Map<string, string[]>()
  for (const { annotation_id: id, label_id: given } of rows) {
    if (id !== null) judged.set(id, [...(judged.get(id) ?? []), current.get(given) ?? given])
  }
  return judged
}

/**
 * Gives undecided suggestions the labels that their model's labels are mapped to now. A mapping changes undecided suggestions only, so those that
 * become undecided again may have an earlier label.
 */
async function followMapping(transaction: Database, suggestions: RawBuilder<boolean>): Promise<void> {
  await sql`
    update ai_suggestion set label_id = coalesce(mapped.label_id, mapped.id), label_text = case when mapped.label_id is null then mapped.name end
    from ai_uploaded_label as mapped
    where mapped.id = ai_suggestion.model_label_id and ${suggestions} and ai_suggestion.state in ('waiting', 'unsure')
      and ai_suggestion.label_id <> coalesce(mapped.label_id, mapped.id)`.execute(transaction)
}

const isUnlabelled = sql<boolean>`exists (
  select 1 from annotation
  where annotation.id = ai_suggestion.annotation_id and annotation.label_id is null and annotation.removed_at is null)`
/**
 * SQL condition on `ai_suggestion`: no later run suggests a label for the same annotation, or the same new shape. A run may suggest a new shape
 * several times, with different labels. Rejected suggestions of new shapes replace no others.
 */
export const isNewest = sql<boolean>`(not exists (
  select 1 from ai_suggestion as later where later.annotation_id = ai_suggestion.annotation_id
    and later.checked_label_id is null and later.id > ai_suggestion.id)
  and (ai_suggestion.annotation_id is not null or not exists (
    select 1 from ai_suggestion as later where later.media_id = ai_suggestion.media_id and later.geometry_hash = ai_suggestion.geometry_hash
      and later.annotation_id is null and later.id > ai_suggestion.id and later.run_id <> ai_suggestion.run_id
      and later.state not in ('rejected', 'gone'))))`

/**
 * Ends those suggestions of new shapes that wait again although a later run suggests the same shape. The others get the labels of today's mappings.
 * Other suggestions of the same shape by the same run, which an acceptance ended, wait again too.
 * @param suggestions SQL condition on `ai_suggestion`
 */
export async function waitAgain(transaction: Database, suggestions: RawBuilder<boolean>): Promise<void> {
  await transaction
    .updateTable('ai_suggestion')
    .set({ state: 'gone' })
    .where(suggestions)
    .where('state', '=', 'waiting')
    .where('annotation_id', 'is', null)
    .where(({ not }) => not(isNewest))
    .execute()
  const sameShape = (of: RawBuilder<boolean>) => sql<string>`(
    select rival.id from ai_suggestion
      join ai_suggestion as rival on rival.media_id = ai_suggestion.media_id and rival.geometry_hash = ai_suggestion.geometry_hash
    where ${suggestions} and ai_suggestion.state = 'waiting' and ai_suggestion.annotation_id is null and rival.annotation_id is null and ${of})`
  await transaction
    .updateTable('ai_suggestion')
    .set({ state: 'gone' })
    .where('id', 'in', sameShape(sql`rival.state = 'waiting' and rival.run_id <> ai_suggestion.run_id and rival.id < ai_suggestion.id`))
    .execute()
  await transaction
    .updateTable('ai_suggestion')
    .set({ state: 'waiting', given_label_id: null, decision_id: null, decided_by: null, decided_at: null, made_annotation_id: null })
    .where('id', 'in', sameShape(sql`rival.state = 'gone' and rival.run_id = ai_suggestion.run_id`))
    .where(isNewest)
    .execute()
  await followMapping(transaction, suggestions)
}

/**
 * Withdraws suggestions for annotations that were labelled or removed. When the label or the removal is undone, the newest suggestion of the
 * annotation becomes pending again. Suggestions that question an existing label stay unchanged.
 * @returns whether any suggestion changed
 */
export async function renewSuggestions(transaction: Database, annotationIds: readonly string[]): Promise<boolean> {
  if (annotationIds.length === 0) return false
  const wanted = jsonItems(
    transaction,
    annotationIds.map(id => ({ id }))
  )
  const concerned = transaction
    .updateTable('ai_suggestion')
    .set({ given_label_id: null, decision_id: null, decided_by: null, decided_at: null, made_annotation_id: null })
    .where('checked_label_id', 'is', null)
    .where('annotation_id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
  const ended = await concerned
    .set({ state: 'gone' })
    .where(({ and, eb, not, or }) =>
      or([
        and([eb('state', 'in', ['waiting', 'unsure']), not(isUnlabelled)]),
        and([eb('state', 'in', ['accepted', 'relabelled']), isUnlabelled, not(isNewest)])
      ])
    )
    .executeTakeFirst()
  const again = await concerned
    .set({ state: 'waiting' })
    .where('state', 'in', ['gone', 'accepted', 'relabelled'])
    .where(isUnlabelled)
    .where(isNewest)
    .executeTakeFirst()
  await followMapping(transaction, sql`ai_suggestion.annotation_id in (select item.value ->> 'id' from ${wanted})`)
  return ended.numUpdatedRows > 0n || again.numUpdatedRows > 0n
}
