import { sql } from 'kysely'
import type { AnnotationOperation } from '../../../shared/contracts/annotations.ts'
import type { AccountSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import type { NamedSuggestion } from './origin.ts'

/** Suggestion that an operation names, with the image that it is on. */
export interface KnownSuggestion extends NamedSuggestion {
  mediaId: string
  annotationId: string | null
}

/**
 * Suggestions that operations name, by id, each with its label or the one that it was merged into. A blind member cannot name one, and accepted ones belong
 * to their decision.
 */
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
    .select(['id', 'label_id', 'media_id', 'annotation_id'])
    .where('project_id', '=', projectId)
    .where('state', 'in', ['waiting', 'unsure', 'rejected'])
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${jsonItems(transaction, ids)})`)
    .execute()
  const current = await currentLabels(
    transaction,
    projectId,
    rows.map(row => row.label_id)
  )
  return new Map(
    rows.map(({ id, label_id: given, media_id: mediaId, annotation_id: annotationId }) => [
      id,
      { id, labelId: current.get(given) ?? given, mediaId, annotationId }
    ])
  )
}

/** Records that a person gave an annotation the label of a suggestion, or another one. An earlier decision no longer has the suggestion. */
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
