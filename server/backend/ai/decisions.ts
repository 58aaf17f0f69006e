import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { type SuggestionDecision, type SuggestionDecisionDraft, suggestionsAtOnce } from '../../../shared/contracts/ai.ts'
import type { AnnotationOperation } from '../../../shared/contracts/annotations.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { operateIn } from '../annotations/operations.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, ProjectEdit } from '../projects/edit-project.ts'
import type { AccountSight, Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import type { Tables } from '../storage/tables.ts'
import { SuggestionsChanged, SuggestionsUndone, TooManySuggestions } from './errors.ts'
import type { AiDecisionTable, AiSuggestionTable } from './tables.ts'

type SuggestionRow = Selectable<AiSuggestionTable>
type DecisionRow = Selectable<AiDecisionTable>

const atOnce = 500

/** Decisions on suggestions. Accepting names the annotation by the same operation as a person who names it. */
// Long: decisions and their undo, which share their queries.
export function suggestionDecisions(db: Database, editProject: EditProject) {
  /** @throws NotFound */
  async function row(id: string, from: Database = db): Promise<DecisionRow> {
    const found = await from.selectFrom('ai_decision').selectAll().where('id', '=', id).executeTakeFirst()
    if (!found) throw new NotFound('The decision')
    return found
  }

  /** Waiting or set-aside suggestions of a decision, at most 500. */
  async function nextOf(transaction: Database, runId: string, draft: SuggestionDecisionDraft): Promise<SuggestionRow[]> {
    const query = transaction.selectFrom('ai_suggestion').selectAll().where('run_id', '=', runId)
    if ('suggestionIds' in draft) {
      const wanted = jsonItems(
        transaction,
        draft.suggestionIds.map(id => ({ id }))
      )
      return query
        .where('state', 'in', ['waiting', 'unsure'])
        .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
        .execute()
    }
    return matching(query, draft).orderBy('id').limit(atOnce).execute()
  }

  async function apply(edit: ProjectEdit, sight: AccountSight, decision: DecisionRow, rows: readonly SuggestionRow[]): Promise<number> {
    const { transaction, at } = edit
    if (rows.length === 0) return 0
    const isNaming = decision.decision === 'accept' || decision.decision === 'relabel'
    const named = isNaming ? await nameAll(edit, sight, decision, rows) : new Map<string, number>()
    const decided = isNaming ? rows.filter(({ id }) => named.has(id)) : rows
    if (!isNaming)
      await transaction
        .updateTable('ai_suggestion')
        .set({ state: decision.decision === 'reject' ? 'rejected' : 'unsure', decided_by: sight.accountId, decided_at: at })
        .where(
          'id',
          'in',
          rows.map(({ id }) => id)
        )
        .execute()
    else if (decided.length < rows.length)
      await transaction
        .updateTable('ai_suggestion')
        .set({ state: 'gone' })
        .where(
          'id',
          'in',
          rows.flatMap(({ id }) => (named.has(id) ? [] : [id]))
        )
        .execute()
    if (decided.length === 0) return 0
    await transaction
      .updateTable('ai_suggestion')
      .set({ decision_id: decision.id })
      .where(
        'id',
        'in',
        decided.map(({ id }) => id)
      )
      .execute()
    await transaction
      .insertInto('ai_decision_item')
      .values(decided.map(({ id }) => ({ decision_id: decision.id, suggestion_id: id, revision: named.get(id) ?? null })))
      .execute()
    return decided.length
  }

  return {
    row,

    /**
     * Decides suggestions of a run: named ones in one edit, those from a threshold on in edits of 500.
     * @throws SuggestionsChanged @throws TooManySuggestions
     * @throws InvalidRequest when the label is not in the catalog
     */
    async decide(scope: Scope, runId: string, draft: SuggestionDecisionDraft): Promise<SuggestionDecision> {
      const { projectId, accountId } = scope
      const isBulk = !('suggestionIds' in draft) || draft.suggestionIds.length > 1
      const id = newId()
      for (let isFirst = true, isLast = false; !isLast; isFirst = false) {
        await editProject(scope, async edit => {
          const { transaction, at, publish } = edit
          if (isFirst) {
            if (draft.decision === 'relabel') await requireLabel(transaction, projectId, draft.labelId)
            if (!('suggestionIds' in draft)) await requireCount(transaction, runId, draft)
            await transaction
              .insertInto('ai_decision')
              .values({
                id,
                project_id: projectId,
                run_id: runId,
                decision: draft.decision,
                label_id: 'labelId' in draft ? (draft.labelId ?? null) : null,
                is_bulk: isBulk ? 1 : 0,
                least: 'least' in draft ? draft.least : null,
                count: 0,
                left_out: 'suggestionIds' in draft ? draft.suggestionIds.length : 0,
                restored: 0,
                decided_by: accountId,
                decided_at: at,
                undone_by: null,
                undone_at: null
              })
              .execute()
          }
          const rows = await nextOf(transaction, runId, draft)
          isLast = 'suggestionIds' in draft || rows.length < atOnce
          const count = await apply(edit, scope, await row(id, transaction), rows)
          const leftOut = 'suggestionIds' in draft ? -count : rows.length - count
          const after = await transaction
            .updateTable('ai_decision')
            .set(({ eb }) => ({ count: eb('count', '+', count), left_out: eb('left_out', '+', leftOut) }))
            .where('id', '=', id)
            .returning(['count'])
            .executeTakeFirstOrThrow()
          if (isLast && after.count > 0) {
            const detail = { decision: draft.decision, count: after.count }
            await recordActivity(transaction, { projectId, actorId: accountId, event: 'suggestions.decided', detail })
          }
          publish({ type: 'changed', noun: 'ai', projectId, by: accountId })
        })
      }
      return toDecision(await row(id))
    },

    /** Brings back the suggestions of a decision, except for those whose annotation was edited since. @throws SuggestionsUndone */
    async undo(scope: Scope, id: string): Promise<SuggestionDecision> {
      const { projectId, accountId } = scope
      for (let last = '', isLast = false; !isLast; ) {
        await editProject(scope, async edit => {
          const { transaction, at, publish } = edit
          const decision = await row(id, transaction)
          if (decision.undone_at !== null) throw new SuggestionsUndone()
          const items = await transaction
            .selectFrom('ai_decision_item')
            .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_decision_item.suggestion_id')
            .leftJoin('annotation', 'annotation.id', 'ai_suggestion.made_annotation_id')
            .select(['ai_decision_item.suggestion_id', 'ai_decision_item.revision as made', 'ai_suggestion.made_annotation_id'])
            .select('annotation.revision')
            .where('ai_decision_item.decision_id', '=', id)
            .where('ai_suggestion.decision_id', '=', id)
            .where('ai_decision_item.suggestion_id', '>', last)
            .orderBy('ai_decision_item.suggestion_id')
            .limit(atOnce)
            .execute()
          isLast = items.length < atOnce
          last = items.at(-1)?.suggestion_id ?? last
          const unchanged = items.filter(({ made, revision }) => made === null || made === revision)
          const operations = unchanged.flatMap(({ made, made_annotation_id: annotationId }): AnnotationOperation[] =>
            made === null || annotationId === null ? [] : [{ id: newId(), kind: 'revise', annotationId, revision: made, labelId: null }]
          )
          const results = operations.length > 0 ? await operateIn(edit, scope, operations) : []
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
      return toDecision(await row(id))
    }
  }
}

type ByThreshold = Exclude<SuggestionDecisionDraft, { suggestionIds: string[] }>

/** Waiting suggestions from a threshold on. Those on something unlike all labels are never accepted by threshold. */
const matching = <Result>(
  query: SelectQueryBuilder<Tables, 'ai_suggestion', Result>,
  { least, labelId }: ByThreshold
): SelectQueryBuilder<Tables, 'ai_suggestion', Result> =>
  query
    .where('state', '=', 'waiting')
    .where('is_unlike', '=', 0)
    .where('bin', '>=', Math.round(least * 100))
    .$if(labelId !== undefined, some => some.where('label_id', '=', labelId as string))

/** @throws SuggestionsChanged @throws TooManySuggestions */
async function requireCount(transaction: Database, runId: string, draft: ByThreshold): Promise<void> {
  const query = transaction.selectFrom('ai_suggestion').where('run_id', '=', runId)
  const { count } = await matching(query, draft)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) !== draft.expected) throw new SuggestionsChanged()
  if (Number(count) > suggestionsAtOnce) throw new TooManySuggestions()
}

async function requireLabel(transaction: Database, projectId: string, labelId: string): Promise<void> {
  const label = await transaction
    .selectFrom('label')
    .select('id')
    .where('id', '=', labelId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!label) throw new InvalidRequest([{ path: '/labelId', message: 'is not in the catalog of this project' }])
}

/** Names the annotations of suggestions. @returns the new revision of each named annotation, by suggestion */
async function nameAll(
  edit: ProjectEdit,
  sight: AccountSight,
  { decision, label_id: labelId, is_bulk: isBulk }: DecisionRow,
  rows: readonly SuggestionRow[]
): Promise<Map<string, number>> {
  const { transaction } = edit
  const wanted = jsonItems(
    transaction,
    rows.map(({ annotation_id: id }) => ({ id }))
  )
  const annotations = await transaction
    .selectFrom('annotation')
    .select(['id', 'revision'])
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .where('project_id', '=', sight.projectId)
    .where('label_id', 'is', null)
    .where('removed_at', 'is', null)
    .execute()
  const revisions = new Map(annotations.map(({ id, revision }) => [id, revision]))
  const operations = rows.flatMap((suggestion): (AnnotationOperation & { suggestionId: string })[] => {
    const { id: suggestionId, annotation_id: annotationId } = suggestion
    const revision = annotationId === null ? undefined : revisions.get(annotationId)
    if (annotationId === null || revision === undefined) return []
    const given = decision === 'relabel' && labelId !== null ? labelId : suggestion.label_id
    return [{ id: newId(), kind: 'revise', annotationId, revision, labelId: given, suggestionId }]
  })
  const results = await operateIn(edit, sight, operations, { isBulk: isBulk === 1 })
  const touched = new Set<string>()
  const named = new Map<string, number>()
  for (const [index, { outcome, annotation }] of results.entries()) {
    const suggestionId = operations[index]?.suggestionId
    if (outcome !== 'done' || !annotation || !suggestionId) continue
    named.set(suggestionId, annotation.revision)
    touched.add(annotation.mediaId)
  }
  for (const mediaId of touched)
    edit.publish({ type: 'changed', noun: 'annotations', projectId: sight.projectId, mediaId, by: sight.accountId })
  return named
}

export const toDecision = (row: DecisionRow): SuggestionDecision => ({
  id: row.id,
  decision: row.decision,
  count: row.count,
  leftOut: row.left_out,
  restored: row.restored,
  undoneAt: row.undone_at
})
