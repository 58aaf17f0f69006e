import { setTimeout as pause } from 'node:timers/promises'
import { type AnnotationSessionDraft, type AnnotationSessionEdit, sessionLimits } from '../../../../shared/contracts/annotation-sessions.ts'
import { timestamp } from '../../../lib/clock.ts'
import { InvalidRequest, StaleRevision } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { recordActivity } from '../../projects/activity.ts'
import type { EditProject, Transaction } from '../../projects/edit-project.ts'
import type { Scope, Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { keepImages, takeIn } from './images.ts'
import { addMembers, changeMembers } from './members.ts'
import { removePoints } from './points.ts'
import { NameTaken, NoNewImages, RoundEnded, RoundNotRunning, RoundRunning, RoundStarted, RoundsFull } from './refusals.ts'
import { roundRepository } from './repository.ts'
import { type RoundRow, stateAt } from './round-row.ts'

/** Pause in milliseconds that ensures a later timestamp. Timestamps have millisecond precision, and a timer may fire slightly early. */
const clockTickMs = 2

/** Event that makes pages reload all annotations, because different annotations are now hidden. */
export const everythingAgain = ({ projectId }: Sight) => ({ type: 'changed', noun: 'annotations', projectId }) as const

/** Creates, changes, ends and deletes rounds. */
// Long: all edits for one resource.
export function roundEdits(db: Database, editProject: EditProject) {
  const rounds = roundRepository(db)

  return {
    /**
     * Creates a round. A start in the past is moved to the current time, because work cannot become blind in retrospect.
     * @throws InvalidRequest | NameTaken | RoundsFull
     */
    async create(scope: Scope, draft: AnnotationSessionDraft): Promise<string> {
      const { projectId, accountId } = scope
      return editProject(scope, async ({ transaction, at: now, publish }) => {
        publish(everythingAgain(scope))
        const startsAt = later(new Date(draft.startsAt).toISOString(), now)
        const endsAt = endAfter(draft.endsAt, startsAt)
        await requireFreeName(transaction, projectId, draft.name)
        const { total } = await transaction
          .selectFrom('annotation_session')
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow()
        if (total >= sessionLimits.perProject) throw new RoundsFull(sessionLimits.perProject)
        const id = newId()
        const name = draft.name.trim()
        await transaction
          .insertInto('annotation_session')
          .values({
            id,
            project_id: projectId,
            name,
            name_key: name.toLowerCase(),
            description: draft.description?.trim() || null,
            starts_at: startsAt,
            ends_at: endsAt,
            hides_earlier: draft.hidesEarlier ? 1 : 0,
            images: JSON.stringify(draft.images),
            image_count: 0,
            created_by: accountId,
            created_at: now
          })
          .execute()
        await addMembers(transaction, projectId, id, draft.memberIds)
        const count = await keepImages(transaction, scope, { roundId: id, images: draft.images })
        await transaction.updateTable('annotation_session').set({ image_count: count }).where('id', '=', id).execute()
        const detail = { sessionId: id, name, count }
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'annotation-session.planned', detail })
        return id
      })
    },

    /** Changes a round. @throws StaleRevision | RoundStarted | RoundEnded | NameTaken | MemberNotBlind | MemberHasMarks | InvalidRequest */
    async revise(scope: Scope, roundId: string, { revision, ...edit }: AnnotationSessionEdit): Promise<void> {
      await editProject(scope, async ({ transaction, at, publish }) => {
        publish(everythingAgain(scope))
        const before = await rounds.row(roundId, transaction)
        const state = stateAt(before)
        if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
        if (state === 'ended' && (edit.startsAt ?? edit.endsAt ?? edit.memberIds) !== undefined) throw new RoundEnded()
        if (state === 'running' && edit.startsAt !== undefined) throw new RoundStarted()
        const startsAt = edit.startsAt === undefined ? before.starts_at : later(new Date(edit.startsAt).toISOString(), at)
        const movesTime = edit.startsAt !== undefined || edit.endsAt !== undefined
        const endsAt = movesTime ? endAfter(edit.endsAt ?? before.ends_at, later(startsAt, at)) : before.ends_at
        if (edit.name !== undefined) await requireFreeName(transaction, before.project_id, edit.name, roundId)
        const name = edit.name?.trim() ?? before.name
        const { numUpdatedRows } = await transaction
          .updateTable('annotation_session')
          .set({
            name,
            name_key: name.toLowerCase(),
            description: edit.description === undefined ? before.description : edit.description?.trim() || null,
            starts_at: startsAt,
            ends_at: endsAt,
            revision: revision + 1
          })
          .where('id', '=', roundId)
          .where('revision', '=', revision)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new StaleRevision(before.revision, revision)
        if (edit.memberIds) await changeMembers(transaction, before, edit.memberIds, { accountId: scope.accountId, at })
      })
    },

    /**
     * Adds the images that the round would also include if it were planned now. Images that members have annotated since the start of the
     * round are left out.
     * @throws StaleRevision | RoundEnded | NoNewImages
     */
    async takeIn(scope: Scope, roundId: string, revision: number): Promise<void> {
      await editProject(scope, async ({ transaction, publish }) => {
        publish(everythingAgain(scope))
        const before = await rounds.row(roundId, transaction)
        if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
        if (stateAt(before) === 'ended') throw new RoundEnded()
        const count = await takeIn(transaction, scope, before)
        if (count === 0) throw new NoNewImages()
        const { numUpdatedRows } = await transaction
          .updateTable('annotation_session')
          .set({ image_count: before.image_count + count, revision: revision + 1 })
          .where('id', '=', roundId)
          .where('revision', '=', revision)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new StaleRevision(before.revision, revision)
      })
    },

    /** Ends a running round. @throws RoundNotRunning */
    async end(before: RoundRow, accountId: string): Promise<void> {
      await pause(clockTickMs) // an edit that was acknowledged before belongs to the round, even one from this very millisecond
      await db.transaction().execute(async transaction => {
        const now = timestamp()
        const { numUpdatedRows } = await transaction
          .updateTable('annotation_session')
          .set(eb => ({ ends_at: now, revision: eb('revision', '+', 1) }))
          .where('id', '=', before.id)
          .where('starts_at', '<=', now)
          .where('ends_at', '>', now)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new RoundNotRunning()
        const detail = { sessionId: before.id, name: before.name }
        await recordActivity(transaction, {
          projectId: before.project_id,
          actorId: accountId,
          event: 'annotation-session.ended',
          detail
        })
      })
    },

    /** Deletes a round with its copies of sample points. @throws RoundRunning */
    async remove(scope: Scope, before: RoundRow): Promise<void> {
      if (stateAt(before) === 'running') throw new RoundRunning()
      await editProject(scope, async ({ transaction, at, publish }) => {
        publish(everythingAgain(scope))
        await removePoints(transaction, { roundId: before.id }, { accountId: scope.accountId, at })
        await transaction.deleteFrom('annotation_session').where('id', '=', before.id).execute()
      })
    }
  }
}

const later = (a: string, b: string) => (a > b ? a : b)

/** End of a round, RFC 3339. @throws InvalidRequest if it is not after the start */
function endAfter(endsAt: string, startsAt: string): string {
  const end = new Date(endsAt).toISOString()
  if (end <= startsAt) throw new InvalidRequest([{ path: '/endsAt', message: 'must be in the future and after the start' }])
  return end
}

async function requireFreeName(transaction: Transaction, projectId: string, name: string, except = ''): Promise<void> {
  const taken = await transaction
    .selectFrom('annotation_session')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name_key', '=', name.trim().toLowerCase())
    .where('id', '!=', except)
    .executeTakeFirst()
  if (taken) throw new NameTaken(name.trim())
}
