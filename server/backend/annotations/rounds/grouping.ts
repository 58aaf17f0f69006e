import type { Job } from '../../../../shared/contracts/jobs.ts'
import { annotationCodes } from '../../../../shared/error-codes/annotations.ts'
import { usualMatchLimits } from '../../../../shared/limits.ts'
import { timestamp } from '../../../lib/clock.ts'
import { codedError } from '../../../lib/coded-error.ts'
import type { EventBus } from '../../events/bus.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Upkeep } from '../../module.ts'
import { projectEdits, type Transaction } from '../../projects/edit-project.ts'
import { everything } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { agreementJob } from './compute.ts'

const MatchingNow = codedError(annotationCodes.MATCHING_NOW)

const minuteMs = 60_000

interface Grouping {
  db: Database
  jobs: JobQueue
  events: EventBus
}

interface GroupingRequest {
  /** JSON of MatchLimits. If absent, the limits of the last run are used, or else the usual limits. */
  limits?: string
  /** Account that requested the job; null if the end of the round triggered it. */
  accountId: string | null
}

/** Enqueues the job that matches the annotations of a round. The caller must call `jobs.wake` after the commit. */
export async function enqueueGrouping(
  transaction: Transaction,
  jobs: JobQueue,
  round: { id: string; name: string; project_id: string },
  { limits, accountId }: GroupingRequest
): Promise<Job> {
  const job = await jobs.enqueue(transaction, {
    kind: agreementJob,
    projectId: round.project_id,
    subject: `Agreement in “${round.name}”`,
    payload: { sessionId: round.id }
  })
  const request = { ...(limits !== undefined && { limits }), asked_by: accountId, job_id: job.id }
  await transaction
    .insertInto('annotation_session_agreement')
    .values({ session_id: round.id, result: null, disputed_at: null, limits: JSON.stringify(usualMatchLimits), ...request })
    .onConflict(conflict => conflict.column('session_id').doUpdateSet(request))
    .execute()
  return job
}

/** Refuses a second matching job for a round, because concurrent jobs would overwrite each other's groups. @throws MatchingNow */
export async function requireIdle(transaction: Transaction, roundId: string): Promise<void> {
  const active = await transaction
    .selectFrom('annotation_session_agreement as agreement')
    .innerJoin('job', 'job.id', 'agreement.job_id')
    .select('job.id')
    .where('agreement.session_id', '=', roundId)
    .where('job.state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (active) throw new MatchingNow()
}

/** Enqueues a matching job for each round that has ended. If a job for an ended round fails or is cancelled, the next one must be started by hand. */
export async function groupEndedRounds({ db, jobs, events }: Grouping): Promise<void> {
  const now = timestamp()
  const waiting = () =>
    db
      .selectFrom('annotation_session')
      .leftJoin('annotation_session_agreement as agreement', 'agreement.session_id', 'annotation_session.id')
      .leftJoin('job', 'job.id', 'agreement.job_id')
      .select(['annotation_session.id', 'annotation_session.name', 'annotation_session.project_id'])
      .where('annotation_session.ends_at', '<=', now)
      .where('annotation_session.grouped_at', 'is', null)
      .where(eb =>
        eb.or([
          eb('job.state', 'is', null),
          eb('job.state', '=', 'done'),
          eb.and([eb('job.state', 'in', ['failed', 'cancelled']), eb('job.created_at', '<', eb.ref('annotation_session.ends_at'))])
        ])
      )
  const editProject = projectEdits(db, events)
  for (const round of await waiting().execute()) {
    const sight = everything(round.project_id, 'the job is only enqueued, and nothing is read on behalf of a viewer')
    const isEnqueued = await editProject(sight, async ({ transaction, publish }) => {
      const { rows } = await transaction.executeQuery(waiting().where('annotation_session.id', '=', round.id))
      if (rows.length === 0) return false
      publish({ type: 'job', job: await enqueueGrouping(transaction, jobs, round, { accountId: null }) })
      return true
    })
    if (isEnqueued) jobs.wake()
  }
}

/** Checks for ended rounds when the server starts and every minute. */
export const roundEnds: Upkeep = {
  everyMs: minuteMs,
  afterMs: 0,
  failure: 'ended blind sessions could not be listed; retrying in a minute',
  run: groupEndedRounds
}
