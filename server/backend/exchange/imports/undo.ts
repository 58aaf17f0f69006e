import { type Selectable, sql } from 'kysely'
import type { ImportResult } from '../../../../shared/contracts/exchange.ts'
import { timestamp } from '../../../lib/clock.ts'
import { isImported } from '../../annotations/imported.ts'
import { relabelRows } from '../../annotations/relabel.ts'
import { rewrite } from '../../annotations/review/rewrite.ts'
import type { EventBus } from '../../events/bus.ts'
import { heldEdits } from '../../jobs/held-edits.ts'
import type { JobHandler } from '../../jobs/queue.ts'
import { recordActivity } from '../../projects/activity.ts'
import { lockProject, projectEdits, type Transaction } from '../../projects/edit-project.ts'
import type { FullSight } from '../../projects/scope.ts'
import type { AnyTransaction, Database } from '../../storage/database.ts'
import { removeAddedLabels, unusedAddedLabels } from '../../taxonomy/import/undo.ts'
import type { ImportSessionTable } from '../tables.ts'
import { forImport } from './for-import.ts'
import { forgetFacts, takeBackFacts } from './written-facts.ts'

export const undoJob = 'exchange.undo'

const batchSize = 500

type Session = Selectable<ImportSessionTable>
type Undone = NonNullable<ImportResult['undone']>

/**
 * Removes the unchanged annotations of an import in several transactions. The points of one sample are removed together. Labels that will be deleted
 * are cleared from the removed annotations in the same way. The last transaction removes empty samples, unused labels, and the coverage of
 * images without an annotation that stays. It also
 * restores the facts of images, and marks the import as undone. A second run of an interrupted job skips annotations that are already removed.
 */
export function undoImport({ db, events }: { db: Database; events: EventBus }): JobHandler {
  return async ({ payload, signal, progress, hold }) => {
    const id = String(payload.importId)
    const accountId = String(payload.accountId)
    const session = await db.selectFrom('import_session').selectAll().where('id', '=', id).executeTakeFirst()
    if (session?.state !== 'undoing' || session.result === null) return
    const sight = forImport(session.project_id)
    const { annotationCount: total } = JSON.parse(session.result) as ImportResult
    const change = { accountId, at: timestamp() }
    const editProject = heldEdits(projectEdits(db, events), hold)
    let done = 0
    for (let position = session.first_annotation_id; position !== null; ) {
      await progress(Math.min(done, total), total)
      signal.throwIfAborted()
      const from = position
      const step = await editProject(sight, ({ transaction }) => removeSome(transaction, session, from, change))
      done += step.seen
      position = step.next
    }
    // the last transaction would take minutes to do this for a million annotations
    for (const labelId of await unusedAddedLabels(db, sight.projectId, session.applied_at ?? ''))
      for (let isMore = true; isMore; ) {
        signal.throwIfAborted()
        isMore = await editProject(sight, ({ transaction, at }) => unlabelSome(transaction, session, labelId, { accountId, at }))
      }
    const undone = await db.transaction().execute(async transaction => {
      await hold(transaction)
      return finish(transaction, sight, id, accountId)
    })
    for (const noun of ['annotations', 'media'] as const)
      events.publish({ type: 'changed', noun, projectId: sight.projectId, by: accountId })
    if (undone?.removedLabelCount) events.publish({ type: 'changed', noun: 'labels', projectId: sight.projectId })
    await forgetFacts(db, id)
    await progress(total, total)
  }
}

interface Change {
  accountId: string
  /** RFC 3339. */
  at: string
}

/** Removes a batch of annotations. @returns the number of annotations handled, and the id at which the next step begins; null after the last step */
async function removeSome(transaction: Transaction, session: Session, from: string, change: Change) {
  const rows = await unchanged(transaction, session)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(batchSize + 1)
    .execute()
  const some = rows.slice(0, batchSize)
  const next = rows[batchSize]?.id ?? null
  const points = await samplesOf(transaction, some)
  const touched = await touchedSamples(transaction, points)
  const removed = some.filter(({ id }) => !touched.has(points.get(id) ?? ''))
  const samples = [...new Set(points.values())].filter(id => !touched.has(id))
  if (next && samples.length > 0) removed.push(...(await restOfSamples(transaction, session, samples, next)))
  await rewrite(
    transaction,
    removed.map(before => ({ before, after: { ...before, removed_at: change.at } })),
    { ...change, kind: 'remove' }
  )
  return { seen: some.length, next }
}

/** Clears a label from a batch of removed annotations of the import, before the label is deleted. @returns whether more annotations may have it */
async function unlabelSome(transaction: Transaction, session: Session, labelId: string, change: Change): Promise<boolean> {
  const rows = await annotationsOf(transaction, session)
    .selectAll()
    .where('label_id', '=', labelId)
    .where('removed_at', 'is not', null)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  if (rows.length > 0) await relabelRows(transaction, rows, { into: null, ...change })
  return rows.length === batchSize
}

/**
 * Selects annotations of the import that nobody has changed. A sample point among these annotations stays if another point of its sample was changed.
 */
const unchanged = (transaction: Transaction, session: Session) =>
  annotationsOf(transaction, session).selectAll().where('removed_at', 'is', null).where('revision', '=', 1)

/** Reads the sample id of each annotation that is a sample point, by annotation id. */
async function samplesOf(transaction: Transaction, some: { id: string }[]): Promise<Map<string, string>> {
  if (some.length === 0) return new Map()
  const ids = some.map(({ id }) => id)
  const points = await transaction
    .selectFrom('sample_point')
    .select(['annotation_id', 'sample_id'])
    .where('annotation_id', 'in', ids)
    .execute()
  return new Map(points.map(point => [point.annotation_id, point.sample_id]))
}

/**
 * Reads which samples have a point that was changed, or that has a copy in a round. Percent cover needs all points of an image, so all points of such
 * a sample stay. The samples are given by id. With a condition on each annotation, a database without recent statistics may compare all points for
 * each annotation.
 */
async function touchedSamples(transaction: Transaction, points: Map<string, string>): Promise<Set<string>> {
  if (points.size === 0) return new Set()
  const touched = await transaction
    .selectFrom('sample_point')
    .innerJoin('annotation', 'annotation.id', 'sample_point.annotation_id')
    .select('sample_point.sample_id')
    .distinct()
    .where('sample_point.sample_id', 'in', [...new Set(points.values())])
    .where('annotation.removed_at', 'is', null)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('annotation.revision', '>', 1),
        exists(selectFrom('annotation_session_point as copy').select('copy.point_id').whereRef('copy.point_id', '=', 'annotation.id'))
      ])
    )
    .execute()
  return new Set(touched.map(({ sample_id: id }) => id))
}

/** Selects the points of the samples, starting at `next`. A sample is removed in one step, so that no edit can interfere. */
const restOfSamples = (transaction: Transaction, session: Session, samples: string[], next: string) =>
  unchanged(transaction, session)
    .where('id', '>=', next)
    .where('id', 'in', transaction.selectFrom('sample_point').select('annotation_id').where('sample_id', 'in', samples))
    .execute()

/** Selects all annotations of the import, in any state. */
const annotationsOf = (transaction: Transaction, session: Session) =>
  transaction.selectFrom('annotation').where('project_id', '=', session.project_id).where(isOfSession(session))

const isOfSession = ({ first_annotation_id: firstId, last_annotation_id: lastId, applied_at: at }: Session) =>
  isImported({ firstId, lastId, at })

/** Undoes everything but the annotations, and stores the outcome. @returns null when the import is already undone */
async function finish(begun: AnyTransaction, sight: FullSight, id: string, accountId: string): Promise<Undone | null> {
  const session = await begun
    .updateTable('import_session')
    .set(eb => ({ state: 'undone', revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'undoing')
    .returningAll()
    .executeTakeFirst()
  if (!session || session.result === null) return null
  const { projectId } = sight
  const { file_name: fileName } = session
  const { transaction, at } = await lockProject(begun, sight)
  await sql`
    delete from sample where project_id = ${projectId} and created_at = ${session.applied_at} and not exists (
      select 1 from sample_point join annotation on annotation.id = sample_point.annotation_id
      where sample_point.sample_id = sample.id and annotation.removed_at is null)`.execute(transaction)
  await sql`
    delete from media_coverage where source_id = ${id} and not exists (
      select 1 from annotation where annotation.media_id = media_coverage.media_id and annotation.project_id = ${projectId}
        and annotation.removed_at is null and ${isOfSession(session)})`.execute(transaction)
  const result: ImportResult = JSON.parse(session.result)
  const keptCount = await countLeft(transaction, session)
  const removedCount = result.annotationCount - keptCount
  const labels = await removeAddedLabels({ transaction, projectId, accountId, at }, session.applied_at ?? '', isUse(session))
  const restoredImageCount = await takeBackFacts(transaction, { id, appliedAt: session.applied_at ?? '' })
  const undone: Undone = {
    removedCount,
    keptCount,
    removedLabelCount: labels.count,
    keptLabelCount: labels.kept.length,
    restoredImageCount,
    keptImageCount: Math.max(0, (result.filledImageCount ?? 0) - restoredImageCount) // for an import by an older version: all of them
  }
  await transaction
    .updateTable('import_session')
    .set({ result: JSON.stringify({ ...result, undone } satisfies ImportResult) })
    .where('id', '=', id)
    .execute()
  await recordActivity(transaction, {
    projectId,
    actorId: accountId,
    event: 'annotations.import.undone',
    detail: { count: removedCount, labelCount: labels.count, imageCount: restoredImageCount, fileName }
  })
  return undone
}

/** Counts the annotations of the import that are still there. */
async function countLeft(transaction: Transaction, session: Session): Promise<number> {
  const { count } = await annotationsOf(transaction, session)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** SQL condition that is true for annotations that keep a label in use. Only the removed annotations of the import do not. */
const isUse = (session: Session) =>
  sql<boolean>`(annotation.removed_at is null or not coalesce(${isOfSession(session)}, ${sql.lit(false)}))`
