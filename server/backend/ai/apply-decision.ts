import { type Selectable, sql } from 'kysely'
import type { AnnotationOperation } from '../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { newId } from '../../lib/ids.ts'
import { operateIn } from '../annotations/operations.ts'
import { beforeOf } from '../annotations/review/bulk-items.ts'
import { renewSuggestions, waitAgain } from '../annotations/suggestions.ts'
import type { ProjectEdit } from '../projects/edit-project.ts'
import type { AccountSight } from '../projects/scope.ts'
import { amongIds, jsonItems } from '../storage/json-items.ts'
import type { DecisionRow } from './decision-row.ts'
import { LabelNotMapped } from './errors.ts'
import { geometryHash } from './geometry.ts'
import type { AiSuggestionTable } from './tables.ts'

export type SuggestionRow = Selectable<AiSuggestionTable>

/**
 * Applies a decision to suggestions within a single project edit.
 * @returns number of decided suggestions
 * @throws LabelNotMapped when an accepted model label is not mapped to the catalog
 */
// Long: one decision and its items.
export async function applyDecision(
  edit: ProjectEdit,
  sight: AccountSight,
  decision: DecisionRow,
  rows: readonly SuggestionRow[]
): Promise<number> {
  const { transaction, at } = edit
  if (rows.length === 0) return 0
  if (decision.decision === 'accept' && rows.some(row => row.label_text !== null)) throw new LabelNotMapped()
  const isNaming = decision.decision === 'accept' || decision.decision === 'relabel'
  const named = isNaming ? await nameAll(edit, sight, decision, rows) : new Map<string, Named>()
  const decided = isNaming ? rows.filter(({ id }) => named.has(id)) : rows
  if (!isNaming)
    await transaction
      .updateTable('ai_suggestion')
      .set(stateAfter(decision, sight, at))
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
      decided.map(row => ({
        decision_id: decision.id,
        suggestion_id: row.id,
        revision: named.get(row.id)?.revision ?? null,
        before: decision.decision === 'wait' ? decidedState(row) : (named.get(row.id)?.before ?? null)
      }))
    )
    .execute()
  if (decision.decision === 'wait') {
    await waitAgain(
      transaction,
      sql`ai_suggestion.id in ${amongIds(
        transaction,
        rows.map(({ id }) => id)
      )}`
    )
    await renewSuggestions(
      transaction,
      rows.flatMap(({ annotation_id: id }) => id ?? [])
    )
  }
  return decided.length
}

/** Decision on a suggestion before it was put back. */
export type DecidedState = Pick<SuggestionRow, 'state' | 'decided_by' | 'decided_at'>

const decidedState = ({ state, decided_by, decided_at }: SuggestionRow) =>
  JSON.stringify({ state, decided_by, decided_at } satisfies DecidedState)

/** Columns of suggestions after a decision that assigns no label. */
function stateAfter({ decision }: DecisionRow, { accountId }: AccountSight, at: string) {
  if (decision === 'wait') return { state: 'waiting', decided_by: null, decided_at: null } as const
  return { state: decision === 'reject' ? 'rejected' : 'unsure', decided_by: accountId, decided_at: at } as const
}

/** Annotation labelled by a decision. */
interface Named {
  revision: number
  /** JSON of the state that an undo restores; null if the annotation had no label. */
  before: string | null
}

/**
 * Labels the annotations of suggestions, creating those that do not exist yet. It skips suggestions whose annotation has been relabelled, moved or
 * removed since.
 * @returns the labelled annotations, by suggestion id
 */
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
    if (!row?.shape || row.label_id !== suggestion.checked_label_id) return []
    if (geometryHash(row.shape) !== suggestion.geometry_hash) return [] // it is elsewhere than the crop that was judged
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
