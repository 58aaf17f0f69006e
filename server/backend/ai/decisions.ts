import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { type SuggestionDecision, type SuggestionDecisionDraft, suggestionsAtOnce } from '../../../shared/contracts/ai.ts'
import type { AnnotationOperation } from '../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { operateIn } from '../annotations/operations.ts'
import { beforeOf } from '../annotations/review/bulk-items.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, ProjectEdit } from '../projects/edit-project.ts'
import type { AccountSight, Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import type { Tables } from '../storage/tables.ts'
import { type DecisionRow, decisionRow, toDecision } from './decision-row.ts'
import { SuggestionsChanged, SuggestionsUndone, TooManySuggestions } from './errors.ts'
import { isOnImage } from './on-image.ts'
import type { AiSuggestionTable } from './tables.ts'

type SuggestionRow = Selectable<AiSuggestionTable>

const atOnce = 500

/** Decisions on suggestions. Accepting names the annotation by the same operation as a person who names it. */
// Long: the steps of one decision.
export function suggestionDecisions(db: Database, editProject: EditProject) {
  /** Waiting or set-aside suggestions of a decision, at most `most` and 500. Of a threshold, the surest come first. */
  async function nextOf(transaction: Database, runId: string, draft: SuggestionDecisionDraft, most: number): Promise<SuggestionRow[]> {
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
    return matching(query, draft).orderBy('probability', 'desc').orderBy('id', 'desc').limit(Math.min(atOnce, most)).execute()
  }

  async function apply(edit: ProjectEdit, sight: AccountSight, decision: DecisionRow, rows: readonly SuggestionRow[]): Promise<number> {
    const { transaction, at } = edit
    if (rows.length === 0) return 0
    const isNaming = decision.decision === 'accept' || decision.decision === 'relabel'
    const named = isNaming ? await nameAll(edit, sight, decision, rows) : new Map<string, Named>()
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
      .values(
        decided.map(({ id }) => ({
          decision_id: decision.id,
          suggestion_id: id,
          revision: named.get(id)?.revision ?? null,
          before: named.get(id)?.before ?? null
        }))
      )
      .execute()
    return decided.length
  }

  return {
    /**
     * Decides suggestions of a run: named ones in one edit, those from a threshold on in edits of 500.
     * @throws SuggestionsChanged @throws TooManySuggestions @throws SuggestionsUndone when it is undone meanwhile
     * @throws InvalidRequest when the label is not in the catalog
     */
    async decide(scope: Scope, runId: string, draft: SuggestionDecisionDraft): Promise<SuggestionDecision> {
      const { projectId, accountId } = scope
      const isBulk = !('suggestionIds' in draft) || draft.suggestionIds.length > 1
      const id = newId()
      let left = 'suggestionIds' in draft ? draft.suggestionIds.length : draft.expected // what a run adds meanwhile is no part of it
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
          const decision = await decisionRow(transaction, id)
          if (decision.undone_at !== null) throw new SuggestionsUndone()
          const rows = await nextOf(transaction, runId, draft, left)
          left -= rows.length
          isLast = 'suggestionIds' in draft || rows.length < atOnce || left === 0
          const count = await apply(edit, scope, decision, rows)
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
      return toDecision(await decisionRow(db, id))
    }
  }
}

type ByThreshold = Exclude<SuggestionDecisionDraft, { suggestionIds: string[] }>

/** Waiting suggestions from a threshold on, as the page counts them. Those on something unlike all labels, and doubts of labels, are never accepted by threshold. */
const matching = <Result>(
  query: SelectQueryBuilder<Tables, 'ai_suggestion', Result>,
  { least, labelId }: ByThreshold
): SelectQueryBuilder<Tables, 'ai_suggestion', Result> =>
  query
    .where('state', '=', 'waiting')
    .where('is_unlike', '=', 0)
    .where('checked_label_id', 'is', null)
    .where('bin', '>=', Math.ceil(least * 100 - 1e-9))
    .where(isOnImage)
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

/** Annotation that a decision named. */
interface Named {
  revision: number
  /** JSON of the state that an undo restores; null for an annotation that had no label. */
  before: string | null
}

/** Names the annotations of suggestions. One whose label changed since is left out. @returns the named annotations, by suggestion */
async function nameAll(
  edit: ProjectEdit,
  sight: AccountSight,
  { decision, label_id: labelId, is_bulk: isBulk }: DecisionRow,
  rows: readonly SuggestionRow[]
): Promise<Map<string, Named>> {
  const { transaction } = edit
  const wanted = jsonItems(
    transaction,
    rows.map(({ annotation_id: id }) => ({ id }))
  )
  const annotations = await transaction
    .selectFrom('annotation')
    .selectAll()
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .where('project_id', '=', sight.projectId)
    .where('removed_at', 'is', null)
    .execute()
  const known = new Map(annotations.map(row => [row.id, row]))
  const operations = rows.flatMap((suggestion): (AnnotationOperation & { suggestionId: string })[] => {
    const { id: suggestionId, annotation_id: annotationId } = suggestion
    const given = decision === 'relabel' && labelId !== null ? labelId : suggestion.label_id
    if (annotationId === null) {
      const { media_id: mediaId, shape } = suggestion
      const created = { annotationId: newId(), mediaId, shape: JSON.parse(shape) as Shape, labelId: given }
      return [{ id: newId(), kind: 'create', ...created, suggestionId }]
    }
    const row = known.get(annotationId)
    if (row?.label_id !== suggestion.checked_label_id) return []
    return [{ id: newId(), kind: 'revise', annotationId, revision: row.revision, labelId: given, suggestionId }]
  })
  const results = await operateIn(edit, sight, operations, { isBulk: isBulk === 1 })
  const touched = new Set<string>()
  const named = new Map<string, Named>()
  for (const [index, { outcome, annotation }] of results.entries()) {
    const suggestionId = operations[index]?.suggestionId
    if (outcome !== 'done' || !annotation || !suggestionId) continue
    const before = known.get(annotation.id)
    named.set(suggestionId, { revision: annotation.revision, before: before?.label_id ? JSON.stringify(beforeOf(before)) : null })
    touched.add(annotation.mediaId)
  }
  for (const mediaId of touched)
    edit.publish({ type: 'changed', noun: 'annotations', projectId: sight.projectId, mediaId, by: sight.accountId })
  return named
}
