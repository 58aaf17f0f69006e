import { type Selectable, sql } from 'kysely'
import type { ImportResult } from '../../../../shared/contracts/exchange.ts'
import { timestamp } from '../../../lib/clock.ts'
import { rewrite } from '../../annotations/review/rewrite.ts'
import type { EventBus } from '../../events/bus.ts'
import { heldEdits } from '../../jobs/held-edits.ts'
import type { JobHandler } from '../../jobs/queue.ts'
import { recordActivity } from '../../projects/activity.ts'
import { lockProject, projectEdits, type Transaction } from '../../projects/edit-project.ts'
import type { FullSight } from '../../projects/scope.ts'
import type { AnyTransaction, Database } from '../../storage/database.ts'
import type { ImportSessionTable } from '../tables.ts'
import { forImport } from './for-import.ts'

export const undoJob = 'exchange.undo'

const batchSize = 500

type Session = Selectable<ImportSessionTable>

/**
 * Removes the unchanged annotations of an import in several transactions. The points of one sample are removed together. The last transaction removes
 * empty samples and the coverage, and marks the import as undone. A second run of an interrupted job skips annotations that are already removed.
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
    await db.transaction().execute(async transaction => {
      await hold(transaction)
      await finish(transaction, sight, id, change)
    })
    events.publish({ type: 'changed', noun: 'annotations', projectId: sight.projectId, by: accountId })
    await progress(total, total)
  }
}

interface Change {
  accountId: string
  /** RFC 3339. */
  at: string
}

/** Removes a batch of annotations. @returns the number removed, and the id at which the next step begins; null after the last step */
async function removeSome(transaction: Transaction, session: Session, from: string, change: Change) {
  const rows = await unchanged(transaction, session)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(batchSize + 1)
    .execute()
  const some = rows.slice(0, batchSize)
  const next = rows[batchSize]?.id ?? null
  if (next) some.push(...(await restOfSamples(transaction, session, some, next)))
  await rewrite(
    transaction,
    some.map(before => ({ before, after: { ...before, removed_at: change.at } })),
    { ...change, kind: 'remove' }
  )
  return { seen: some.length, next }
}

/** Selects annotations of the import that can be removed: neither they nor any point of their sample has changed since. */
const unchanged = (transaction: Transaction, session: Session) =>
  annotationsOf(transaction, session).selectAll().where('removed_at', 'is', null).where('revision', '=', 1).where(pointsBesideAreUntouched)

/** Selects points from `next` on that share a sample with a point of `some`. A sample is removed in one step, so that no edit can interfere. */
const restOfSamples = (transaction: Transaction, session: Session, some: { id: string }[], next: string) =>
  unchanged(transaction, session)
    .where('id', '>=', next)
    .where(
      'id',
      'in',
      transaction
        .selectFrom('sample_point as rest')
        .select('rest.annotation_id')
        .where(
          'rest.sample_id',
          'in',
          transaction
            .selectFrom('sample_point')
            .select('sample_id')
            .where(
              'annotation_id',
              'in',
              some.map(({ id }) => id)
            )
        )
    )
    .execute()

/** Selects all annotations of the import, in any state. */
const annotationsOf = (transaction: Transaction, session: Session) =>
  transaction
    .selectFrom('annotation')
    .where('project_id', '=', session.project_id)
    .where('id', '>=', session.first_annotation_id)
    .where('id', '<=', session.last_annotation_id)
    .where(wasImportedAt(session.applied_at))

/**
 * SQL condition that is true when the import applied at this time created the annotation. The first revision of an annotation is its own row, or the
 * oldest row in its history.
 */
const wasImportedAt = (at: string | null) => sql<boolean>`(
  (annotation.revision = 1 and annotation.operation_kind = 'import' and annotation.modified_at = ${at})
  or exists (
    select 1 from annotation_version as first
    where first.annotation_id = annotation.id and first.revision = 1 and first.operation_kind = 'import' and first.at = ${at}))`

/**
 * SQL condition that is true when no point of the same sample was edited. Percent cover needs all points of an image. If a person has labelled a
 * point, or its copy in a round, all of them stay.
 */
const pointsBesideAreUntouched = sql<boolean>`not exists (
  select 1 from sample_point as own
  join sample_point as beside on beside.sample_id = own.sample_id
  join annotation as changed on changed.id = beside.annotation_id
  where own.annotation_id = annotation.id and changed.removed_at is null and (
    changed.revision > 1 or exists (select 1 from annotation_session_point as copy where copy.point_id = changed.id)))`

async function finish(begun: AnyTransaction, sight: FullSight, id: string, change: Change): Promise<void> {
  const session = await begun
    .updateTable('import_session')
    .set(eb => ({ state: 'undone', revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'undoing')
    .returningAll()
    .executeTakeFirst()
  if (!session || session.result === null) return
  const { projectId } = sight
  const { file_name: fileName } = session
  const { transaction } = await lockProject(begun, sight)
  await sql`
    delete from sample where project_id = ${projectId} and created_at = ${session.applied_at} and not exists (
      select 1 from sample_point join annotation on annotation.id = sample_point.annotation_id
      where sample_point.sample_id = sample.id and annotation.removed_at is null)`.execute(transaction)
  await transaction.deleteFrom('media_coverage').where('source_id', '=', id).execute()
  const result: ImportResult = JSON.parse(session.result)
  const { keptCount } = await annotationsOf(transaction, session)
    .select(({ fn }) => fn.countAll<number>().as('keptCount'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const removedCount = result.annotationCount - keptCount
  await transaction
    .updateTable('import_session')
    .set({ result: JSON.stringify({ ...result, undone: { removedCount, keptCount } } satisfies ImportResult) })
    .where('id', '=', id)
    .execute()
  await recordActivity(transaction, {
    projectId,
    actorId: change.accountId,
    event: 'annotations.import.undone',
    detail: { count: removedCount, fileName }
  })
}
