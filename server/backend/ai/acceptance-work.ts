import type { EventBus } from '../events/bus.ts'
import { heldEdits } from '../jobs/held-edits.ts'
import { HopelessJob, type JobHandler, type JobQueue } from '../jobs/queue.ts'
import { reopened } from '../projects/access.ts'
import { type EditProject, type ProjectEdit, projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { acceptanceRow, acceptanceStep, beginAcceptanceUndo, setAcceptanceJob } from './acceptances.ts'
import { decisionRow } from './decision-row.ts'

export const acceptanceJob = 'ai.accept'

interface Starting {
  editProject: EditProject
  jobs: JobQueue
}

/** Applies or undoes the first part of an acceptance at once, and leaves the rest to a job. @returns its id */
export async function startAcceptance(
  { editProject, jobs }: Starting,
  scope: Scope,
  begin: (edit: ProjectEdit) => Promise<{ id: string; isContinued: boolean }>
): Promise<string> {
  const { projectId } = scope
  const id = await editProject(scope, async edit => {
    const { transaction } = edit
    const { id: acceptanceId, isContinued } = await begin(edit)
    if (isContinued) return acceptanceId
    const { isFinished } = await acceptanceStep(edit, scope, acceptanceId)
    if (isFinished) return acceptanceId
    const { state } = await acceptanceRow(transaction, acceptanceId)
    const subject = state === 'undoing' ? 'Undo of a bulk acceptance' : 'Bulk acceptance'
    const job = await jobs.enqueue(transaction, { kind: acceptanceJob, projectId, subject, payload: { projectId, acceptanceId } })
    await setAcceptanceJob(transaction, acceptanceId, job.id)
    return acceptanceId
  })
  jobs.wake()
  return id
}

/** Undoes an acceptance, or stops it and undoes what it accepted. */
export const undoAcceptance = (services: Starting, scope: Scope, id: string): Promise<string> =>
  startAcceptance(services, scope, async edit => ({ id, ...(await beginAcceptanceUndo(edit, scope, id)) }))

/** Continues a bulk acceptance, or its undo, from its last part. */
export function acceptanceWork({ db, events }: { db: Database; events: EventBus }): JobHandler {
  const edits = projectEdits(db, events)
  return async ({ payload, signal, progress, hold }) => {
    const editProject = heldEdits(edits, hold)
    const [projectId, id] = [String(payload.projectId), String(payload.acceptanceId)]
    const row = await acceptanceRow(db, id).catch(() => {
      throw new HopelessJob('The bulk acceptance no longer exists')
    })
    const total = row.expected
    for (;;) {
      const { count, left_out: leftOut, restored, decided_by: decidedBy, undone_by: undoneBy } = await decisionRow(db, id)
      const { state } = await acceptanceRow(db, id)
      await progress(Math.min(total, state === 'accepting' ? count + leftOut : restored), total)
      signal.throwIfAborted()
      const accountId = state === 'undoing' ? undoneBy : decidedBy
      if (accountId === null) throw new HopelessJob('The account of the person who started it was deleted: undo the acceptance')
      const sight = await reopened(db, accountId, projectId)
      if (sight.blind) throw new HopelessJob('The person who started it now takes part in a blind session: another editor can undo it')
      const { isFinished } = await editProject({ projectId }, edit => acceptanceStep(edit, sight, id))
      if (isFinished) break
    }
    await progress(total, total)
  }
}
