import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import type { NamedSuggestion } from './origin.ts'
import { isOpen, type KnownSuggestion, openStates, takenStates, waitAgain } from './suggestions.ts'

/** Decided suggestion, with the label that the person gave and the annotation that has it. */
interface Settled {
  suggestion: NamedSuggestion
  labelId: string
  annotationId: string
}

/** Suggestion of a new shape whose annotation was removed or restored. */
export interface Returned {
  suggestionId: string
  annotationId: string
  state: 'waiting' | 'rejected' | 'accepted' | 'relabelled'
  /** Label of the annotation. */
  labelId: string | null
}

/** Change to a suggestion by an operation. */
export type SuggestionChange = Settled | Returned

const stateSettled = ({ suggestion, labelId }: Settled) => (suggestion.labelId === labelId ? 'accepted' : 'relabelled')
const isTaken = ({ state }: Pick<KnownSuggestion, 'state'>): boolean => takenStates.includes(state)

/** Applies a change to the suggestions that a batch refers to, so that its later operations find the new state. */
export function followChange(known: Map<string, KnownSuggestion>, change: SuggestionChange): void {
  const { annotationId } = change
  const before = known.get('suggestion' in change ? change.suggestion.id : change.suggestionId)
  followRivals(known, change, before)
  if (!before) return
  if ('suggestion' in change) known.set(before.id, { ...before, state: stateSettled(change), madeAnnotationId: annotationId })
  else if (before.annotationId === null && isReturned(before, change))
    known.set(before.id, { ...before, state: change.state, madeAnnotationId: annotationId })
}

/** Updates whether the annotation of a change is in use, for the other suggestions of the same new shape. */
function followRivals(known: Map<string, KnownSuggestion>, change: SuggestionChange, before: KnownSuggestion | undefined): void {
  const { annotationId } = change
  const inUse = 'suggestion' in change || isTaken(change)
  for (const { id, annotationId: labelled, mediaId, geometryHash, rivals } of known.values()) {
    const isSameShape =
      labelled === null && before?.annotationId === null && before.mediaId === mediaId && before.geometryHash === geometryHash
    if (id !== before?.id && (isSameShape || rivals.has(annotationId))) rivals.set(annotationId, inUse)
  }
}

/** Whether a change applies in the current state of its suggestion. The queries that return suggestions have the same conditions. */
const isReturned = (before: KnownSuggestion, change: Returned): boolean =>
  isTaken(change) ? isOpen(before) : isTaken(before) && before.madeAnnotationId === change.annotationId

/**
 * Stores changes to suggestions, in the order of the operations. Successive decisions are stored together.
 * @returns whether any suggestion changed
 */
export async function storeChanges(
  transaction: Database,
  changes: readonly SuggestionChange[],
  by: { accountId: string | null; at: string }
): Promise<boolean> {
  let hasChanged = false
  let settled = new Map<string, Settled>()
  for (const change of changes) {
    if ('suggestion' in change) settled.set(change.suggestion.id, change)
    else {
      hasChanged = (await settleSuggestions(transaction, settled, by)) || hasChanged
      settled = new Map()
      hasChanged = (await returnSuggestion(transaction, change, by)) || hasChanged
    }
  }
  return (await settleSuggestions(transaction, settled, by)) || hasChanged
}

/**
 * Marks suggestions as accepted, or as relabelled if the person gave another label. The suggestions are detached from any earlier bulk decision.
 * @returns whether there were any
 */
async function settleSuggestions(
  transaction: Database,
  settled: ReadonlyMap<string, Settled>,
  { accountId, at }: { accountId: string | null; at: string }
): Promise<boolean> {
  if (settled.size === 0) return false
  const items = jsonItems(
    transaction,
    [...settled.values()].map(each => {
      const state = stateSettled(each)
      return { id: each.suggestion.id, state, given: state === 'accepted' ? null : each.labelId, made: each.annotationId }
    })
  )
  await sql`
    update ai_suggestion set state = settled.state, given_label_id = settled.given, made_annotation_id = settled.made,
      decided_by = ${accountId}, decided_at = ${at}, decision_id = null
    from (
      select item.value ->> 'id' as id, item.value ->> 'state' as state, item.value ->> 'given' as given, item.value ->> 'made' as made from ${items}
    ) as settled
    where ai_suggestion.id = settled.id`.execute(transaction)
  return true
}

/**
 * Updates the suggestion of a new shape whose annotation was removed or restored. Removing the annotation rejects its suggestion, and undoing
 * the acceptance makes the suggestion pending again. Restoring the annotation restores the decision.
 * @returns whether the suggestion changed
 */
async function returnSuggestion(
  transaction: Database,
  change: Returned,
  { accountId, at }: { accountId: string | null; at: string }
): Promise<boolean> {
  const { suggestionId, annotationId, state, labelId } = change
  const query = transaction.updateTable('ai_suggestion').where('id', '=', suggestionId).where('annotation_id', 'is', null)
  const { numUpdatedRows } = isTaken(change)
    ? await query
        .set({ state, given_label_id: state === 'relabelled' ? labelId : null, made_annotation_id: annotationId })
        .set({ decided_by: accountId, decided_at: at, decision_id: null })
        .where('state', 'in', openStates)
        .executeTakeFirst()
    : await query
        .set({ state, given_label_id: null, decision_id: null })
        .set(state === 'waiting' ? { decided_by: null, decided_at: null } : { decided_by: accountId, decided_at: at })
        .where('state', 'in', takenStates)
        .where('made_annotation_id', '=', annotationId)
        .executeTakeFirst()
  if (numUpdatedRows > 0n) await waitAgain(transaction, sql`ai_suggestion.id = ${suggestionId}`)
  return numUpdatedRows > 0n
}
