import { sql } from 'kysely'
import type { SuggestionDecision } from '../../../shared/contracts/ai.ts'
import type { AnnotationOperation } from '../../../shared/contracts/annotations.ts'
import { newId } from '../../lib/ids.ts'
import { operateIn } from '../annotations/operations.ts'
import { type Before, columnsBefore, provenanceBefore } from '../annotations/review/bulk-items.ts'
import { rewrite } from '../annotations/review/rewrite.ts'
import { renewSuggestions, waitAgain } from '../annotations/suggestions.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, ProjectEdit, Transaction } from '../projects/edit-project.ts'
import type { AccountSight, FullSight, Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { amongIds, jsonItems } from '../storage/json-items.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import type { DecidedState } from './apply-decision.ts'
import { decisionRow, toDecision } from './decision-row.ts'
import { SuggestionsUndone } from './errors.ts'

const atOnce = 500

/**
 * Undoes a decision. Its suggestions wait again, unless their annotation has been edited or its former label deleted since. Suggestions that the
 * decision put back are decided as before.
 * @throws SuggestionsUndone
 */
export async function undoDecision(
  db: Database,
  editProject: EditProject,
  scope: Scope & FullSight,
  id: string
): Promise<SuggestionDecision> {
  for (let last = '', isLast = false; !isLast; )
    await editProject(scope, async edit => {
      const step = await undoStep(edit, scope, id, last)
      last = step.last
      isLast = step.isLast
      if (isLast) await endUndo(edit, scope, id)
      edit.publish({ type: 'changed', noun: 'ai', projectId: scope.projectId, by: scope.accountId })
    })
  return toDecision(await decisionRow(db, id))
}

/** Records that the undo of a decision is complete. */
export async function endUndo({ transaction, at }: ProjectEdit, { projectId, accountId }: AccountSight, id: string): Promise<void> {
  const { restored } = await transaction
    .updateTable('ai_decision')
    .set({ undone_at: at, undone_by: accountId })
    .where('id', '=', id)
    .returning('restored')
    .executeTakeFirstOrThrow()
  await recordActivity(transaction, { projectId, actorId: accountId, event: 'suggestions.undone', detail: { count: restored } })
}

/**
 * Undoes the next step of a decision within a single project edit.
 * @param after id of the last suggestion of the previous step
 * @throws SuggestionsUndone
 */
// Long: the parts of one step.
export async function undoStep(
  edit: ProjectEdit,
  scope: AccountSight,
  id: string,
  after: string
): Promise<{ last: string; isLast: boolean; seen: number }> {
  const { transaction } = edit
  const decision = await decisionRow(transaction, id)
  if (decision.undone_at !== null) throw new SuggestionsUndone()
  const items = await transaction
    .selectFrom('ai_decision_item')
    .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_decision_item.suggestion_id')
    .leftJoin('annotation', 'annotation.id', 'ai_suggestion.made_annotation_id')
    .select(['ai_decision_item.suggestion_id', 'ai_decision_item.revision as made', 'ai_suggestion.made_annotation_id'])
    .select(['annotation.revision', 'ai_suggestion.annotation_id', 'ai_decision_item.before'])
    .where('ai_decision_item.decision_id', '=', id)
    .where('ai_suggestion.decision_id', '=', id)
    .where('ai_decision_item.suggestion_id', '>', after)
    .orderBy('ai_decision_item.suggestion_id')
    .limit(atOnce)
    .execute()
  const isPutBack = decision.decision === 'wait'
  const same = items.filter(({ made, revision }) => made === null || made === revision)
  const before = isPutBack ? new Map<string, Before>() : await labelsBefore(transaction, scope.projectId, same)
  const unchanged = same.filter(item => isPutBack || item.before === null || before.has(item.suggestion_id))
  const operations = unchanged.flatMap(
    ({ made, made_annotation_id: annotationId, annotation_id: named, before: state }): AnnotationOperation[] => {
      if (made === null || annotationId === null || state !== null) return []
      const edited = { id: newId(), annotationId, revision: made }
      return [named === null ? { ...edited, kind: 'remove' } : { ...edited, kind: 'revise', labelId: null }]
    }
  )
  const results = operations.length > 0 ? await operateIn(edit, scope, operations) : []
  await restoreLabels(edit, scope.accountId, unchanged, before)
  const kept = new Set(results.flatMap(({ outcome }, index) => (outcome === 'done' ? [] : (operations[index]?.annotationId ?? []))))
  const restored = unchanged.filter(({ made_annotation_id: annotationId }) => annotationId === null || !kept.has(annotationId))
  if (isPutBack) await decideAgain(transaction, restored)
  else if (restored.length > 0)
    await transaction
      .updateTable('ai_suggestion')
      .set({
        ...{ state: 'waiting', given_label_id: null, decision_id: null },
        ...{ decided_by: null, decided_at: null, made_annotation_id: null }
      })
      .where(
        'id',
        'in',
        restored.map(({ suggestion_id: suggestionId }) => suggestionId)
      )
      .execute()
  await waitAgain(
    transaction,
    sql`ai_suggestion.id in ${amongIds(
      transaction,
      restored.map(({ suggestion_id: suggestionId }) => suggestionId)
    )}`
  )
  await renewSuggestions(
    transaction,
    restored.flatMap(({ annotation_id: annotationId }) => annotationId ?? [])
  )
  await transaction
    .updateTable('ai_decision')
    .set(({ eb }) => ({ restored: eb('restored', '+', restored.length) }))
    .where('id', '=', id)
    .execute()
  return { last: items.at(-1)?.suggestion_id ?? after, isLast: items.length < atOnce, seen: items.length }
}

/** Restores the decisions on suggestions that were put back. The account that made such a decision may have been deleted. */
async function decideAgain(transaction: Transaction, items: readonly { suggestion_id: string; before: string | null }[]): Promise<void> {
  const before = jsonItems(
    transaction,
    items.map(({ suggestion_id: id, before }) => ({ id, ...(JSON.parse(before ?? '{}') as DecidedState) }))
  )
  await sql`
    update ai_suggestion set state = item.value ->> 'state', decided_at = item.value ->> 'decided_at', decision_id = null,
      decided_by = (select account.id from account where account.id = item.value ->> 'decided_by')
    from ${before} where ai_suggestion.id = item.value ->> 'id'`.execute(transaction)
}

/**
 * Reads the labels and reviews before a decision on a label check, by suggestion id. A merged label is replaced by the label that it was merged
 * into. Items without a label before the decision, or whose label was deleted since, are missing.
 */
async function labelsBefore(
  transaction: Transaction,
  projectId: string,
  items: readonly { suggestion_id: string; before: string | null }[]
): Promise<Map<string, Before>> {
  const states = items.flatMap(({ suggestion_id: id, before }) => (before === null ? [] : [[id, JSON.parse(before) as Before] as const]))
  const current = await currentLabels(
    transaction,
    projectId,
    states.flatMap(([, { labelId }]) => labelId ?? [])
  )
  return new Map(
    states.flatMap(([id, state]) => {
      const labelId = current.get(state.labelId ?? '')
      return labelId === undefined ? [] : [[id, { ...state, labelId }] as const]
    })
  )
}

/** Restores the labels and reviews changed by a decision on a label check. */
async function restoreLabels(
  { transaction, at, publish }: ProjectEdit,
  accountId: string,
  items: readonly { suggestion_id: string; made_annotation_id: string | null }[],
  states: ReadonlyMap<string, Before>
): Promise<void> {
  const before = new Map(
    items.flatMap(({ suggestion_id: suggestionId, made_annotation_id: id }) => {
      const state = states.get(suggestionId)
      return id && state ? [[id, state]] : []
    })
  )
  if (before.size === 0) return
  const rows = await transaction
    .selectFrom('annotation')
    .selectAll()
    .where('id', 'in', [...before.keys()])
    .execute()
  const rewritings = rows.flatMap(row => {
    const was = before.get(row.id)
    return was ? [{ before: row, after: { ...columnsBefore(was), removed_at: row.removed_at }, provenance: provenanceBefore(was) }] : []
  })
  await rewrite(transaction, rewritings, { accountId, at, kind: 'revise' })
  for (const { media_id: mediaId, project_id: projectId } of rows)
    publish({ type: 'changed', noun: 'annotations', projectId, mediaId, by: accountId })
}
