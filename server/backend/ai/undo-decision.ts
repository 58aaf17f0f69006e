import type { SuggestionDecision } from '../../../shared/contracts/ai.ts'
import type { AnnotationOperation } from '../../../shared/contracts/annotations.ts'
import { newId } from '../../lib/ids.ts'
import { operateIn } from '../annotations/operations.ts'
import { type Before, columnsBefore } from '../annotations/review/bulk-items.ts'
import { rewrite } from '../annotations/review/rewrite.ts'
import { renewSuggestions } from '../annotations/suggestions.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, ProjectEdit } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { decisionRow, toDecision } from './decision-row.ts'
import { SuggestionsUndone } from './errors.ts'

const atOnce = 500

/** Brings back the suggestions of a decision, except for those whose annotation was edited since. @throws SuggestionsUndone */
// Long: one loop of edits.
export async function undoDecision(db: Database, editProject: EditProject, scope: Scope, id: string): Promise<SuggestionDecision> {
  const { projectId, accountId } = scope
  for (let last = '', isLast = false; !isLast; ) {
    await editProject(scope, async edit => {
      const { transaction, at, publish } = edit
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
        .where('ai_decision_item.suggestion_id', '>', last)
        .orderBy('ai_decision_item.suggestion_id')
        .limit(atOnce)
        .execute()
      isLast = items.length < atOnce
      last = items.at(-1)?.suggestion_id ?? last
      const unchanged = items.filter(({ made, revision }) => made === null || made === revision)
      const operations = unchanged.flatMap(
        ({ made, made_annotation_id: annotationId, annotation_id: named, before }): AnnotationOperation[] => {
          if (made === null || annotationId === null || before !== null) return []
          const edited = { id: newId(), annotationId, revision: made }
          return [named === null ? { ...edited, kind: 'remove' } : { ...edited, kind: 'revise', labelId: null }]
        }
      )
      const results = operations.length > 0 ? await operateIn(edit, scope, operations) : []
      await restoreLabels(edit, accountId, unchanged)
      const kept = new Set(results.flatMap(({ outcome }, index) => (outcome === 'done' ? [] : (operations[index]?.annotationId ?? []))))
      const restored = unchanged.filter(({ made_annotation_id: annotationId }) => annotationId === null || !kept.has(annotationId))
      if (restored.length > 0)
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
      await renewSuggestions(
        transaction,
        restored.flatMap(({ annotation_id: annotationId }) => annotationId ?? [])
      )
      const after = await transaction
        .updateTable('ai_decision')
        .set(({ eb }) => ({
          restored: eb('restored', '+', restored.length),
          ...(isLast && { undone_at: at, undone_by: accountId })
        }))
        .where('id', '=', id)
        .returning('restored')
        .executeTakeFirstOrThrow()
      if (isLast) {
        const detail = { count: after.restored }
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'suggestions.undone', detail })
      }
      publish({ type: 'changed', noun: 'ai', projectId, by: accountId })
    })
  }
  return toDecision(await decisionRow(db, id))
}

/** Restores labels that a decision on a check changed, with their reviews. */
async function restoreLabels(
  { transaction, at, publish }: ProjectEdit,
  accountId: string,
  items: readonly { made_annotation_id: string | null; before: string | null }[]
): Promise<void> {
  const before = new Map(
    items.flatMap(({ made_annotation_id: id, before: state }) => (id && state ? [[id, JSON.parse(state) as Before]] : []))
  )
  if (before.size === 0) return
  const rows = await transaction
    .selectFrom('annotation')
    .selectAll()
    .where('id', 'in', [...before.keys()])
    .execute()
  const rewritings = rows.flatMap(row => {
    const was = before.get(row.id)
    return was ? [{ before: row, after: { ...columnsBefore(was), removed_at: row.removed_at } }] : []
  })
  await rewrite(transaction, rewritings, { accountId, at, kind: 'revise' })
  for (const { media_id: mediaId, project_id: projectId } of rows)
    publish({ type: 'changed', noun: 'annotations', projectId, mediaId, by: accountId })
}
