import { sql } from 'kysely'
import type { SuggestionDecision, SuggestionDecisionDraft } from '../../../shared/contracts/ai.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { isNewest } from '../annotations/suggestions.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { applyDecision } from './apply-decision.ts'
import { type DecisionRow, decisionRow, toDecision } from './decision-row.ts'
import { isOnImage } from './on-image.ts'
import type { OpenRun } from './open-run.ts'

/**
 * Applies a decision to the given suggestions of a run in a single edit. Accepting uses the same operation as labelling by hand.
 * @throws InvalidRequest when the label is not in the catalog @throws LabelNotMapped when the model label is not mapped
 */
export async function decideSuggestions(
  db: Database,
  editProject: EditProject,
  run: OpenRun,
  draft: SuggestionDecisionDraft
): Promise<SuggestionDecision> {
  const { projectId, accountId, runId } = run
  const id = newId()
  await editProject(run, async edit => {
    const { transaction, at, publish } = edit
    const labelId = draft.decision === 'relabel' ? await currentLabel(transaction, projectId, draft.labelId) : null
    const decision: DecisionRow = {
      id,
      project_id: projectId,
      run_id: runId,
      decision: draft.decision,
      label_id: labelId,
      is_bulk: draft.suggestionIds.length > 1 ? 1 : 0,
      least: null,
      count: 0,
      left_out: 0,
      restored: 0,
      decided_by: accountId,
      decided_at: at,
      undone_by: null,
      undone_at: null
    }
    await transaction.insertInto('ai_decision').values(decision).execute()
    const wanted = jsonItems(
      transaction,
      draft.suggestionIds.map(suggestionId => ({ id: suggestionId }))
    )
    const rows = await transaction
      .selectFrom('ai_suggestion')
      .selectAll()
      .where('run_id', '=', runId)
      .where('state', 'in', draft.decision === 'wait' ? ['rejected', 'unsure'] : ['waiting', 'unsure'])
      .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
      .where(isOnImage) // a suggestion on an image in the bin waits until the image is restored
      .$if(draft.decision === 'wait', query => query.where(({ eb, or }) => or([eb('checked_label_id', 'is not', null), isNewest])))
      .execute()
    const count = await applyDecision(edit, run, decision, rows)
    await transaction
      .updateTable('ai_decision')
      .set({ count, left_out: draft.suggestionIds.length - count })
      .where('id', '=', id)
      .execute()
    if (count > 0) {
      const detail = { decision: draft.decision, count }
      await recordActivity(transaction, { projectId, actorId: accountId, event: 'suggestions.decided', detail })
    }
    publish({ type: 'changed', noun: 'ai', projectId, by: accountId })
  })
  return toDecision(await decisionRow(db, id))
}

/** Returns a label of the project, or the label that it was merged into. @throws InvalidRequest */
async function currentLabel(transaction: Database, projectId: string, labelId: string): Promise<string> {
  const current = (await currentLabels(transaction, projectId, [labelId])).get(labelId)
  if (current === undefined) throw new InvalidRequest([{ path: '/labelId', message: 'is not in the catalog of this project' }])
  return current
}
