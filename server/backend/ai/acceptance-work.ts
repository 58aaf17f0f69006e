import type { EventBus } from '../events/bus.ts'
import { heldEdits } from '../jobs/held-edits.ts'
import { jobSubject } from '../jobs/job-subject.ts'
import { HopelessJob, type JobHandler, type JobQueue } from '../jobs/queue.ts'
import { reopened } from '../projects/access.ts'
import { type EditProject, type ProjectEdit, projectEdits } from '../projects/edit-project.ts'
import { everything, type FullSight, type Scope, type Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { acceptanceRow, acceptanceStep, beginAcceptanceUndo, setAcceptanceJob } from './acceptances.ts'
import { decisionRow } from './decision-row.ts'

export const acceptanceJob = 'ai.accept'

interface Starting {
  editProject: EditProject
  jobs: JobQueue
}

/** Applies or undoes the first step of an acceptance immediately and queues a job for the rest. @returns id of the acceptance */
export async function startAcceptance(
  { editProject, jobs }: Starting,
  scope: Scope & FullSight,
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

/** Undoes an acceptance. If its job is still running, that job stops accepting and carries out the undo. */
export const undoAcceptance = (services: Starting, scope: Scope & FullSight, id: string): Promise<string> =>
  startAcceptance(services, scope, async edit => ({ id, ...(await beginAcceptanceUndo(edit, scope, id)) }))

/** Handles the job that completes a bulk acceptance or its undo, step by step. */
export function acceptanceWork({ db, events }: { db: Database; events: EventBus }): JobHandler {
  const edits = projectEdits(db, events)
  return async ({ payload, signal, progress, hold }) => {
    const editProject = heldEdits(edits, hold)
    const id = String(payload.acceptanceId)
    const sight = everything(String(payload.projectId), 'each step is limited to what the person who began it may see')
    const row = await jobSubject(acceptanceRow(db, id), 'The bulk acceptance no longer exists')
    const total = row.expected
    for (let isLast = false; !isLast; ) {
      signal.throwIfAborted()
      const { done, isFinished } = await editProject(sight, edit => nextPart(edit, sight, id))
      await progress(Math.min(done, total), total)
      isLast = isFinished
    }
    await progress(total, total)
  }
}

/**
 * Applies or undoes the next step on behalf of the person who started it. That person is looked up under the lock, because an undo may
 * begin at any time.
 */
async function nextPart(edit: ProjectEdit, { projectId }: Sight, id: string): Promise<{ done: number; isFinished: boolean }> {
  const { transaction } = edit
  const { state } = await acceptanceRow(transaction, id)
  const decision = await decisionRow(transaction, id)
  const accountId = state === 'undoing' ? decision.undone_by : decision.decided_by
  if (accountId === null) throw new HopelessJob('The account of the person who started this was deleted: undo the acceptance')
  const sight = await reopened(transaction, accountId, projectId)
  if (sight.blind) throw new HopelessJob('The person who started this is now in a blind session: another editor can undo the acceptance')
  const { isFinished, seen } = await acceptanceStep(edit, sight, id)
  return { done: seen + (state === 'undoing' ? decision.restored : decision.count + decision.left_out), isFinished }
}
