import { sql } from 'kysely'
import type { AnnotationOperation } from '../../../shared/contracts/annotations.ts'
import type { AccountSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import type { NamedSuggestion } from './origin.ts'

/** Suggestion that an operation refers to, with its image. */
export interface KnownSuggestion extends NamedSuggestion {
  mediaId: string
  annotationId: string | null
  /** Whether the suggestion can be accepted: it is undecided or rejected, and no later run replaced it. */
  isOpen: boolean
}

const openStates = new Set(['waiting', 'unsure', 'rejected'])

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
  const rows = await transaction
    .selectFrom('ai_suggestion')
    .select(['id', 'label_id', 'media_id', 'annotation_id', 'state'])
    .where('project_id', '=', projectId)
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${jsonItems(transaction, ids)})`)
    .execute()
  const current = await currentLabels(
    transaction,
    projectId,
    rows.map(row => row.label_id)
  )
  return new Map(
    rows.map(({ id, label_id: given, media_id: mediaId, annotation_id: annotationId, state }) => [
      id,
      { id, labelId: current.get(given) ?? given, mediaId, annotationId, isOpen: openStates.has(state) }
    ])
  )
}

/** Marks suggestions as accepted, or as relabelled if the person gave another label. The suggestions are detached from any earlier bulk decision. */
export async function settleSuggestions(
  transaction: Database,
  settled: readonly { suggestion: NamedSuggestion; labelId: string; annotationId: string }[],
  { accountId, at }: { accountId: string; at: string }
): Promise<void> {
  if (settled.length === 0) return
  const items = jsonItems(
    transaction,
    settled.map(({ suggestion, labelId, annotationId }) => ({
      id: suggestion.id,
      state: suggestion.labelId === labelId ? 'accepted' : 'relabelled',
      given: suggestion.labelId === labelId ? null : labelId,
      made: annotationId
    }))
  )
  await sql`
    update ai_suggestion set state = settled.state, given_label_id = settled.given, made_annotation_id = settled.made,
      decided_by = ${accountId}, decided_at = ${at}, decision_id = null
    from (
      select item.value ->> 'id' as id, item.value ->> 'state' as state, item.value ->> 'given' as given, item.value ->> 'made' as made from ${items}
    ) as settled
    where ai_suggestion.id = settled.id`.execute(transaction)
}

/** Suggestion of a new shape whose annotation was removed or restored. */
export interface Returned {
  suggestionId: string
  annotationId: string
  state: 'waiting' | 'rejected' | 'accepted' | 'relabelled'
  /** Label of the annotation. */
  labelId: string | null
}

/**
 * Updates suggestions of new shapes whose annotation was removed or restored. Removing the annotation rejects its suggestion, and undoing
 * the acceptance makes the suggestion pending again. Restoring the annotation restores the decision.
 * @returns whether any suggestion changed
 */
export async function returnSuggestions(
  transaction: Database,
  returned: readonly Returned[],
  { accountId, at }: { accountId: string; at: string }
): Promise<boolean> {
  let hasChanged = false
  for (const { suggestionId, annotationId, state, labelId } of returned) {
    const isTaken = state === 'accepted' || state === 'relabelled'
    const query = transaction.updateTable('ai_suggestion').where('id', '=', suggestionId).where('annotation_id', 'is', null)
    const { numUpdatedRows } = isTaken
      ? await query
          .set({ state, given_label_id: state === 'relabelled' ? labelId : null, made_annotation_id: annotationId })
          .set({ decided_by: accountId, decided_at: at, decision_id: null })
          .where('state', 'in', ['waiting', 'unsure', 'rejected'])
          .executeTakeFirst()
      : await query
          .set({ state, given_label_id: null, decision_id: null })
          .set(state === 'waiting' ? { decided_by: null, decided_at: null } : { decided_by: accountId, decided_at: at })
          .where('state', 'in', ['accepted', 'relabelled'])
          .where('made_annotation_id', '=', annotationId)
          .executeTakeFirst()
    hasChanged ||= numUpdatedRows > 0n
  }
  return hasChanged
}

const isUnlabelled = sql<boolean>`exists (
  select 1 from annotation
  where annotation.id = ai_suggestion.annotation_id and annotation.label_id is null and annotation.removed_at is null)`
/** SQL condition on `ai_suggestion`: no later run suggests a label for the same annotation. */
export const isNewest = sql<boolean>`not exists (
  select 1 from ai_suggestion as later where later.annotation_id = ai_suggestion.annotation_id
    and later.checked_label_id is null and later.id > ai_suggestion.id)`

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
  return ended.numUpdatedRows > 0n || again.numUpdatedRows > 0n
}
