import { sql } from 'kysely'
import type { SuggestionEdit, SuggestionEditResult } from '../../../shared/contracts/image-suggestions.ts'
import { renewSuggestions, waitAgain } from '../annotations/suggestions.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { FullSight, Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { inCatalog } from './image-suggestions.ts'

/** States in which a suggestion can be rejected, set aside or returned to waiting. Suggestions in other states are left unchanged. */
const decidable = ['waiting', 'unsure', 'rejected'] as const

/** Rejects suggestions, sets them aside or returns them to waiting. Edits are applied in order. */
export async function editSuggestions(
  editProject: EditProject,
  scope: Scope & FullSight,
  edits: readonly SuggestionEdit[]
): Promise<SuggestionEditResult[]> {
  const { projectId, accountId } = scope
  return editProject(scope, async ({ transaction, at, publish }) => {
    const done = new Set<string>()
    let hasChanged = false
    for (const { id, suggestionId, state } of edits) {
      const decided = state === 'waiting' ? { decided_by: null, decided_at: null } : { decided_by: accountId, decided_at: at }
      const before = await transaction
        .selectFrom('ai_suggestion')
        .select(['state', 'annotation_id'])
        .where('id', '=', suggestionId)
        .where('project_id', '=', projectId)
        .where('checked_label_id', 'is', null)
        .where('state', 'in', decidable)
        .executeTakeFirst()
      if (!before) continue
      done.add(id)
      if (before.state === state) continue
      hasChanged = true
      await transaction
        .updateTable('ai_suggestion')
        .set({ state, decision_id: null, made_annotation_id: null, ...decided })
        .where('id', '=', suggestionId)
        .execute()
      await waitAgain(transaction, sql`ai_suggestion.id = ${suggestionId}`)
      if (before.annotation_id !== null) await renewSuggestions(transaction, [before.annotation_id])
    }
    if (hasChanged) publish({ type: 'changed', noun: 'ai', projectId, by: accountId })
    const current = await currentOf(transaction, scope, edits)
    return edits.map(({ id, suggestionId }) => ({ id, isDone: done.has(id), suggestion: current.get(suggestionId) ?? null }))
  })
}

async function currentOf(db: Database, sight: FullSight, edits: readonly SuggestionEdit[]) {
  const wanted = jsonItems(
    db,
    edits.map(({ suggestionId: id }) => ({ id }))
  )
  const rows = await db
    .selectFrom('ai_suggestion')
    .selectAll()
    .where('project_id', '=', sight.projectId)
    .where('checked_label_id', 'is', null)
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Map((await inCatalog(db, sight, rows)).map(suggestion => [suggestion.id, suggestion]))
}
