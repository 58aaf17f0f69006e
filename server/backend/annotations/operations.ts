import { sql } from 'kysely'
import { misfitWords, takes } from '../../../shared/attribute-values.ts'
import type { AnnotationOperation, Attributes, OperationResult } from '../../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../../shared/contracts/attribute-fields.ts'
import { Tangled } from '../../../shared/geometry/crossings.ts'
import { attributeFieldsOf } from '../attribute-fields/repository.ts'
import type { EditProject, ProjectEdit, Transaction } from '../projects/edit-project.ts'
import type { AccountSight } from '../projects/scope.ts'
import { jsonItems } from '../storage/json-items.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { AnnotationCounts } from './counts.ts'
import { namings } from './naming.ts'
import { type NamedSuggestion, type Provenance, provenanceAfter, provenanceOfNew, seenAmong } from './origin.ts'
import { selectAnnotations } from './repository.ts'
import { type Review, reviewAfter, unreviewed } from './review/review-after.ts'
import { closedAmong } from './rounds/blind.ts'
import { type AnnotationRow, type AnnotationState, type StoredState, shapeColumns, storedState, toAnnotation } from './rows.ts'
import { followChange, type Returned, type SuggestionChange, storeChanges } from './suggestion-changes.ts'
import { isAcceptable, judgedLabels, type KnownSuggestion, namedSuggestions, renewSuggestions } from './suggestions.ts'
import { beginWork } from './work-states.ts'

type Operation<K extends AnnotationOperation['kind']> = Extract<AnnotationOperation, { kind: K }>
type Change = Exclude<AnnotationOperation, { kind: 'create' }>

/** Rows that a batch of operations refers to, read once per batch. */
interface Known {
  /** Images by id, including removed ones. */
  media: Map<string, { width: number; height: number; isThere: boolean }>
  /** Current label ids, by the label id in an edit. A merged label is mapped to the label that it was merged into. */
  labels: Map<string, string>
  /** Attribute fields of the project, read only if an edit has attributes. */
  fields: AttributeField[]
  /** Ids of operations that were already applied, because a batch or a part of it was sent again. */
  operations: Set<string>
  /** Suggestions that the edits refer to, by id, as the earlier edits of the batch left them. */
  suggestions: Map<string, KnownSuggestion>
  /** Labels of suggestions that a person rejected or set aside, by the annotation that an edit labels by hand. */
  judged: Map<string, string[]>
}

/** Applies batches of annotation operations, each as one edit of the project. A batch is committed before the promise resolves. */
export function annotationOperations(editProject: EditProject) {
  return (sight: AccountSight, operations: AnnotationOperation[]): Promise<OperationResult[]> =>
    editProject(sight, async edit => {
      const { projectId, accountId: by } = sight
      const onSuggestions = () => edit.publish({ type: 'changed', noun: 'ai', projectId, by })
      const results = await operateIn(edit, sight, operations, { onSuggestions })
      const touched = new Set(results.flatMap(({ outcome, annotation }) => (outcome === 'done' && annotation ? [annotation.mediaId] : [])))
      for (const mediaId of touched) edit.publish({ type: 'changed', noun: 'annotations', projectId, mediaId, by })
      return results
    })
}

/**
 * Applies operations in order. An operation on an outdated revision changes nothing and returns the current annotation. An operation that
 * was applied before does the same, so requests can safely be repeated.
 */
export async function operateIn(
  { transaction, at }: Pick<ProjectEdit, 'transaction' | 'at'>,
  sight: AccountSight,
  operations: AnnotationOperation[],
  { isBulk = false, onSuggestions }: { isBulk?: boolean; onSuggestions?: () => void } = {}
): Promise<OperationResult[]> {
  const { projectId, accountId } = sight
  const known = {
    ...(await readKnown(transaction, projectId, operations)),
    suggestions: await namedSuggestions(transaction, sight, operations),
    judged: await judgedLabels(transaction, sight, labelledByHand(operations))
  }
  const closed = await closedAmong(
    transaction,
    sight,
    operations.map(({ annotationId }) => annotationId)
  )
  const counts = new AnnotationCounts()
  const decided: SuggestionChange[] = []
  const context = { transaction, projectId, accountId, at, known, counts, isBulk, decided }
  const outcomes: Outcome[] = []
  const undone = new Map<string, { outcome: Outcome; revision: number }>()
  for (const operation of operations) {
    const { id, annotationId } = operation
    const revision = 'revision' in operation ? operation.revision : 0
    const below = undone.get(annotationId)
    if (known.operations.has(id)) outcomes.push(repeatedly)
    // based on an edit that was not applied: the revision with that number has different content
    else if (below && revision > below.revision) outcomes.push(below.outcome)
    else {
      const outcome = refusalOf(closed.get(annotationId), operation) ?? (await perform(context, operation).catch(refuseTangled))
      if (outcome.outcome === 'done') known.operations.add(id)
      else undone.set(annotationId, { outcome, revision })
      outcomes.push(outcome)
    }
  }
  await counts.save(transaction)
  const hasDecided = await storeChanges(transaction, decided, { accountId, at })
  const hasRenewed = await renewSuggestions(transaction, [...new Set(operations.map(({ annotationId }) => annotationId))])
  if (hasDecided || hasRenewed) onSuggestions?.()
  const newest = await rowsOf(transaction, projectId, operations)
  const edited = operations.filter((_operation, index) => outcomes[index] !== repeatedly && outcomes[index]?.outcome === 'done')
  await beginWork(transaction, [...new Set(edited.flatMap(({ annotationId }) => newest.get(annotationId)?.media_id ?? []))], accountId, at)
  return operations.map(({ id, annotationId }, index): OperationResult => {
    const row = closed.get(annotationId)?.isHidden ? undefined : newest.get(annotationId)
    return { id, ...(outcomes[index] ?? done), annotation: row ? toAnnotation(row) : null }
  })
}

interface Context {
  transaction: Transaction
  projectId: string
  accountId: string
  at: string
  known: Known
  counts: AnnotationCounts
  /** Whether the operations belong to one bulk decision on suggestions. */
  isBulk: boolean
  /** Changes to suggestions, in the order of the operations. */
  decided: SuggestionChange[]
}

function decide({ known, decided }: Context, ...changes: SuggestionChange[]): void {
  for (const change of changes) followChange(known.suggestions, change)
  decided.push(...changes)
}

/**
 * Suggestion from which an operation takes its label; undefined if the operation refers to none for this annotation or image. For an
 * unlabelled annotation, even a suggestion that a later run replaced is valid, because the person has seen it.
 */
function suggestionOf(
  { known }: Context,
  { suggestionId, annotationId }: { suggestionId?: string; annotationId: string },
  { mediaId, labelId, before }: { mediaId: string; labelId: string | null | undefined; before?: { label_id: string | null } }
): NamedSuggestion | undefined {
  const suggestion = suggestionId === undefined ? undefined : known.suggestions.get(suggestionId)
  if (!suggestion || !labelId || suggestion.mediaId !== mediaId) return undefined
  if (suggestion.annotationId === null ? before : suggestion.annotationId !== annotationId) return undefined
  return isAcceptable(suggestion) || before?.label_id === null ? suggestion : undefined
}

/**
 * Suggested label that a person saw on an annotation before labelling it; undefined if the operation gives no new label. It is of a live
 * suggestion, or, for an unlabelled annotation, of a suggestion that was rejected or set aside. Such a suggestion stays as it is. A suggested
 * label that has since been deleted counts as a different label.
 */
function seenLabel({ labels, judged }: Known, operation: Change, { label_id: before }: Pick<AnnotationRow, 'label_id'>) {
  if (operation.kind !== 'revise' || !operation.labelId || operation.labelId === before) return undefined
  const { labelId: given, shownLabelId: shown, annotationId } = operation
  if (shown) return { id: null, labelId: labels.get(shown) ?? shown }
  return before === null ? seenAmong(judged.get(annotationId), given) : undefined
}

/** Ids of the annotations that operations label without referring to a suggestion. */
const labelledByHand = (operations: readonly AnnotationOperation[]): string[] =>
  operations.flatMap(operation => {
    const isByHand = operation.kind === 'revise' && operation.labelId && !operation.suggestionId && !operation.shownLabelId
    return isByHand ? [operation.annotationId] : []
  })

/** Whether a suggested new shape was accepted, relabelled, or replaced by a later run. Another annotation from it would be a duplicate. */
function isTaken({ known }: Context, suggestionId: string | undefined): boolean {
  const suggestion = suggestionId === undefined ? undefined : known.suggestions.get(suggestionId)
  return suggestion !== undefined && !isAcceptable(suggestion) && suggestion.annotationId === null
}

type Outcome = Pick<OperationResult, 'outcome' | 'message'>
const done: Outcome = { outcome: 'done', message: null }
/** Outcome of an operation that was applied before. */
const repeatedly: Outcome = { ...done }
const stale: Outcome = { outcome: 'stale', message: 'Another member changed this annotation in the meantime' }
const refused = (message: string): Outcome => ({ outcome: 'refused', message })

/**
 * Refusal for a blind member; null if the operation is allowed. Hidden annotations are reported as missing. Visible annotations by others
 * cannot be changed until the round ends.
 */
function refusalOf(closed: { isHidden: boolean } | undefined, { kind }: AnnotationOperation): Outcome | null {
  if (!closed) return null
  if (kind === 'create') return refused('Another annotation already has this id')
  if (closed.isHidden) return refused('The annotation is not in this project')
  return refused('During a blind session, you cannot change annotations by others: wait until it ends, or add your own')
}

/**
 * Turns the error for a self-intersecting shape into a refusal. The error is thrown before anything is written, because the area is
 * computed first.
 */
function refuseTangled(error: unknown): Outcome {
  if (error instanceof Tangled) return refused(error.message)
  throw error
}

async function perform(context: Context, operation: AnnotationOperation): Promise<Outcome> {
  const named = 'labelId' in operation && operation.labelId ? operation : null
  const labelId = named?.labelId && context.known.labels.get(named.labelId)
  if (named && !labelId) return refused('The label is no longer in the catalog of this project')
  const redirected = named && labelId ? { ...named, labelId } : operation
  return redirected.kind === 'create' ? create(context, redirected) : change(context, redirected)
}

async function create(context: Context, operation: Operation<'create'>): Promise<Outcome> {
  const { transaction, projectId, accountId, at, known, counts } = context
  const { annotationId, mediaId, shape, labelId, confidence = null, attributes = {} } = operation
  const image = known.media.get(mediaId)
  if (!image?.isThere) return refused('The image is no longer in this project')
  const misfit = misfitAmong(known.fields, attributes, [])
  if (misfit) return refused(misfit)
  const suggestion = suggestionOf(context, operation, { mediaId, labelId })
  if (isTaken(context, operation.suggestionId)) return refused('The suggestion was decided or replaced in the meantime')
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('annotation')
    .values({
      id: annotationId,
      project_id: projectId,
      media_id: mediaId,
      ...shapeColumns(shape, image),
      label_id: labelId,
      confidence,
      attributes: JSON.stringify(attributes),
      ...unreviewed,
      source: 'human',
      annotator: null,
      ...provenanceOfNew(labelId, { suggestion, isBulk: context.isBulk }),
      created_by: accountId,
      created_at: at,
      modified_by: accountId,
      modified_at: at,
      revision: 1,
      operation_id: operation.id,
      operation_kind: 'create',
      removed_at: null
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return refused('Another annotation already has this id')
  counts.add(mediaId, labelId, 1)
  if (suggestion && labelId) decide(context, { suggestion, labelId, annotationId })
  return done
}

async function change(context: Context, operation: Change): Promise<Outcome> {
  const { transaction, projectId, accountId, at, known, counts } = context
  const before = await transaction
    .selectFrom('annotation')
    .selectAll()
    .where('id', '=', operation.annotationId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!before) return refused('The annotation is not in this project')
  if (before.revision !== operation.revision) return stale
  if (operation.kind === 'revise' && before.removed_at !== null) return stale
  const misfit = operation.kind === 'revise' && operation.attributes && (await newMisfit(context, operation.attributes, before))
  if (misfit) return refused(misfit)
  const image = known.media.get(before.media_id)
  if (!image) throw new Error('an annotation has no image')
  const changed = columnsOf(operation, { ...before, image }, accountId, at)
  const labelId = operation.kind === 'revise' ? operation.labelId : undefined
  const isRenamed = labelId !== undefined && labelId !== before.label_id
  const naming = isRenamed ? (await namings(transaction, [{ before, labelId }], { accountId, at })).get(before.id) : undefined

  const suggestion =
    operation.kind === 'revise' ? suggestionOf(context, operation, { mediaId: before.media_id, labelId, before }) : undefined
  if (suggestion && labelId) decide(context, { suggestion, labelId, annotationId: before.id })
  const how = { suggestion: suggestion ?? seenLabel(known, operation, before), isBulk: context.isBulk }
  const isUndo = operation.kind === 'revise' && operation.isUndo === true && !operation.suggestionId && !operation.shownLabelId
  const returning = isUndo && isRenamed && labelId !== null ? await provenanceOf(transaction, before, labelId) : null
  const provenance = returning ?? provenanceAfter(before, { ...before, ...changed, ...naming }, how)

  await transaction
    .insertInto('annotation_version')
    .values({
      annotation_id: before.id,
      revision: before.revision,
      operation_id: before.operation_id,
      operation_kind: before.operation_kind,
      account_id: before.modified_by,
      at: before.modified_at,
      state: storedState(before)
    })
    .execute()
  await transaction
    .updateTable('annotation')
    .set({
      ...changed,
      ...naming,
      ...provenance,
      revision: before.revision + 1,
      modified_by: accountId,
      modified_at: at,
      operation_id: operation.id,
      operation_kind: operation.kind
    })
    .where('id', '=', before.id)
    .execute()
  const after = { ...before, ...changed }
  decide(context, ...returnedBy(operation, before))
  if (before.removed_at === null) counts.add(before.media_id, before.label_id, -1)
  if (after.removed_at === null) counts.add(after.media_id, after.label_id, 1)
  return done
}

/**
 * Reads the provenance of the newest earlier revision with a given label. An undo that returns to the label restores this provenance. Null
 * if there is no such revision, or if it was stored without provenance. A merged label counts as the label that it was merged into.
 */
async function provenanceOf(
  transaction: Transaction,
  { id: annotationId, project_id: projectId }: Pick<AnnotationRow, 'id' | 'project_id'>,
  labelId: string
): Promise<Provenance | null> {
  const versions = await transaction
    .selectFrom('annotation_version')
    .select('state')
    .where('annotation_id', '=', annotationId)
    .orderBy('revision', 'desc')
    .execute()
  const states = versions.map(({ state }) => JSON.parse(state) as StoredState)
  const current = await currentLabels(
    transaction,
    projectId,
    states.flatMap(state => state.labelId ?? [])
  )
  const stored = states.find(state => state.labelId !== null && (current.get(state.labelId) ?? state.labelId) === labelId)
  return stored?.origin === undefined ? null : { origin: stored.origin, suggestion_id: stored.suggestionId ?? null }
}

/** New state of the suggestion that an annotation was made from, if an operation removes or restores the annotation. */
function returnedBy(operation: Change, before: Pick<AnnotationRow, 'id' | 'origin' | 'label_id' | 'suggestion_id'>): Returned[] {
  const { id: annotationId, origin, label_id: labelId, suggestion_id: suggestionId } = before
  if (suggestionId === null || operation.kind === 'revise') return []
  const taken = origin === 'human_seen' ? 'relabelled' : 'accepted'
  const left = operation.kind === 'remove' && operation.suggestionId === suggestionId ? 'waiting' : 'rejected'
  return [{ suggestionId, annotationId, state: operation.kind === 'restore' ? taken : left, labelId }]
}

/**
 * Describes the first new attribute value that is not valid for its field; null if all are valid. Values from the annotation's history are
 * accepted, so that a correction can be undone.
 */
async function newMisfit(
  { transaction, known }: Context,
  attributes: Attributes,
  before: { id: string; attributes: string }
): Promise<string | null> {
  const now: Attributes = JSON.parse(before.attributes)
  if (!misfitAmong(known.fields, attributes, [now])) return null
  const versions = await transaction.selectFrom('annotation_version').select('state').where('annotation_id', '=', before.id).execute()
  const earlier = versions.map(({ state }) => (JSON.parse(state) as AnnotationState).attributes)
  return misfitAmong(known.fields, attributes, [now, ...earlier])
}

/**
 * Describes the first value that is not valid for its field; null if all are valid. Existing values are accepted, because they may come
 * from a file or predate the field. Values without a field are accepted too.
 */
function misfitAmong(fields: readonly AttributeField[], attributes: Attributes, stood: readonly Attributes[]): string | null {
  for (const field of fields) {
    const value = Object.hasOwn(attributes, field.name) ? attributes[field.name] : undefined
    if (value === undefined || takes(field, value) || stood.some(before => before[field.name] === value)) continue
    return misfitWords(field, value)
  }
  return null
}

/** Columns that an operation changes. */
function columnsOf(
  operation: Change,
  before: Review & { label_id: string | null; image: { width: number; height: number } },
  accountId: string,
  at: string
) {
  if (operation.kind === 'remove') return { removed_at: at }
  if (operation.kind === 'restore') return { removed_at: null }
  const { shape, labelId, confidence, attributes } = operation
  return {
    ...(shape !== undefined && shapeColumns(shape, before.image)),
    ...(labelId !== undefined && { label_id: labelId }),
    ...(confidence !== undefined && { confidence }),
    ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }),
    ...reviewAfter(before, operation, { accountId, at })
  }
}

async function readKnown(
  transaction: Transaction,
  projectId: string,
  operations: AnnotationOperation[]
): Promise<Omit<Known, 'suggestions' | 'judged'>> {
  const ids = operations.map(operation => ({
    operation: operation.id,
    annotation: operation.annotationId,
    media: 'mediaId' in operation ? operation.mediaId : null,
    label: 'labelId' in operation ? operation.labelId : null,
    shown: 'shownLabelId' in operation ? operation.shownLabelId : null
  }))
  const wanted = jsonItems(transaction, ids)
  const among = (name: 'operation' | 'annotation' | 'media') => sql<string>`(select item.value ->> ${sql.lit(name)} from ${wanted})`
  const media = await transaction
    .selectFrom('media')
    .select(['id', 'width', 'height', 'removed_at'])
    .where('project_id', '=', projectId)
    .where(eb =>
      eb.or([
        eb('id', 'in', among('media')),
        eb('id', 'in', sql<string>`(select media_id from annotation where id in ${among('annotation')})`)
      ])
    )
    .execute()
  const newest = await transaction.selectFrom('annotation').select('operation_id').where('operation_id', 'in', among('operation')).execute()
  const older = await transaction
    .selectFrom('annotation_version')
    .select('operation_id')
    .where('operation_id', 'in', among('operation'))
    .execute()
  const hasAttributes = operations.some(operation => 'attributes' in operation)
  return {
    fields: hasAttributes ? await attributeFieldsOf(transaction, projectId) : [],
    media: new Map(media.map(({ id, width, height, removed_at }) => [id, { width, height, isThere: removed_at === null }])),
    labels: await currentLabels(
      transaction,
      projectId,
      ids.flatMap(({ label, shown }) => [label ?? [], shown ?? []].flat())
    ),
    operations: new Set([...newest, ...older].flatMap(({ operation_id: id }) => id ?? []))
  }
}

async function rowsOf(transaction: Transaction, projectId: string, operations: AnnotationOperation[]): Promise<Map<string, AnnotationRow>> {
  const wanted = jsonItems(
    transaction,
    operations.map(({ annotationId }) => ({ id: annotationId }))
  )
  const rows = await selectAnnotations(transaction)
    .where('annotation.project_id', '=', projectId)
    .where('annotation.id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
