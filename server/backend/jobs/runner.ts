import type { Static } from 'typebox'
import type { PageQuery } from '../../../shared/contracts/common.ts'
import type { Job } from '../../../shared/contracts/jobs.ts'
import { timestamp } from '../../lib/clock.ts'
import type { JobOutcome } from '../../lib/job-end.ts'
import type { EventBus } from '../events/bus.ts'
import type { Database } from '../storage/database.ts'
import { Cancelled, jobContext, type Progress } from './job-context.ts'
import type { JobKinds, Lane, ListedKinds } from './kinds.ts'
import { laneOf } from './lanes.ts'
import { HopelessJob, type JobContext, type JobHandlers, JobLost, jobAttempts, retryPauseMs, WaitingJob } from './queue.ts'
import { type JobRecords, type JobRow, toJob } from './records.ts'
import type { JobWatch } from './watch.ts'

export interface JobRunnerOptions {
  db: Database
  records: JobRecords
  events: EventBus
  kinds: JobKinds
  /** Schedules the delivery of a postponed job, in the transaction that postpones it. */
  redeliver(transaction: Database, job: JobRow, runAfter: string): Promise<void>
  watch: JobWatch
}

interface Running {
  lane: Lane
  attempts: number
  abort: AbortController
  ended: Promise<void>
  reached: Progress
}

/** Abort reason when the server stops. */
class Stopping extends Error {}

/** Number of tries that count towards the limit, including this one. */
const triesOf = ({ attempts, attempts_before: before }: JobRow) => attempts - before

/** Runs claimed jobs, publishes their progress and records their outcome. Shared by all queue implementations. */
// Long: the parts of one runner, which share the running jobs.
export function jobRunner({ db, records, events, kinds, redeliver, watch }: JobRunnerOptions) {
  const running = new Map<string, Running>()
  let stopping = false

  const publish = (job: Job) => events.publish({ type: 'job', job })

  const mostTries = ({ kind }: JobRow) => kinds[kind]?.attempts ?? jobAttempts

  function outcomeOf(row: JobRow, error: unknown, { reason }: AbortSignal): Exclude<JobOutcome, 'done'> {
    if (reason instanceof Cancelled) return 'cancelled'
    if (reason instanceof Stopping) return 'stopped'
    if (reason instanceof JobLost || error instanceof JobLost) return 'lost'
    if (error instanceof WaitingJob) return 'paused'
    return error instanceof HopelessJob || triesOf(row) >= mostTries(row) ? 'failed' : 'postponed'
  }

  async function settle(row: JobRow, work: Promise<void>, signal: AbortSignal): Promise<void> {
    const begunAt = performance.now()
    const report = (outcome: JobOutcome, error?: unknown) =>
      watch.ended({ ...row, attempts: triesOf(row) }, { outcome, durationMs: Math.round(performance.now() - begunAt) }, error)
    /** @param job null when another try holds the job, or a person cancelled it */
    const end = (outcome: JobOutcome, job: Job | null, error?: unknown) => {
      if (job) publish(job)
      report(job ? outcome : signal.reason instanceof Cancelled ? 'cancelled' : 'lost', error)
    }
    try {
      await work
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error)
      const outcome = outcomeOf(row, error, signal)
      if (outcome === 'failed') return end(outcome, await records.fail(row, sentence), error)
      if (outcome === 'postponed') return end(outcome, await postpone(row, sentence), error)
      if (error instanceof WaitingJob && outcome === 'paused') return end(outcome, await runLater(row, error.pauseMs, records.pause))
      report(outcome, error)
      if (outcome === 'stopped') await release(row)
      return
    }
    end('done', await records.finish(row))
  }

  async function postpone(row: JobRow, sentence: string): Promise<Job | null> {
    const pauseMs = (kinds[row.kind]?.pauseMs ?? retryPauseMs)(triesOf(row))
    return runLater(row, pauseMs, (transaction, claim, runAfter) => records.postpone(transaction, claim, sentence, runAfter))
  }

  /** Returns a job to the queue, which delivers the job after a pause. @returns null when the try has lost the job */
  async function runLater(row: JobRow, pauseMs: number, giveBack: JobRecords['pause']): Promise<Job | null> {
    const runAfter = timestamp(Date.now() + pauseMs)
    return db.transaction().execute(async transaction => {
      const job = await giveBack(transaction, row, runAfter)
      if (job) await redeliver(transaction, row, runAfter)
      return job
    })
  }

  /** Returns a job to the queue when the server stops. Its new delivery uses up no repetition of the old one. */
  async function release(row: JobRow): Promise<void> {
    await runLater(row, 0, records.release)
  }

  async function failUntried(row: JobRow, sentence: string): Promise<void> {
    watch.ended({ ...row, attempts: triesOf(row) }, { outcome: 'failed', durationMs: 0 }, new Error(sentence))
    const job = await records.fail(row, sentence)
    if (job) publish(job)
  }

  const contextOf = (row: JobRow, abort: AbortController, reached: Progress): JobContext =>
    jobContext({ row, isLastTry: triesOf(row) >= mostTries(row), abort, reached, records, publish })

  /** Returns the job with the in-memory progress of this process, which may be ahead of the stored progress. */
  const withProgress = (job: Job): Job => (job.state === 'running' ? { ...job, ...running.get(job.id)?.reached } : job)

  return {
    /** Ids of the jobs that this process runs. */
    ids: () => [...running.keys()],
    countIn: (lane: Lane) => [...running.values()].filter(job => job.lane === lane).length,
    get stopping() {
      return stopping
    },

    release,

    /** Waits until the running try of a job has ended. @returns false, at once, when this process does not run the job or has to end the try */
    async endOf(jobId: string): Promise<boolean> {
      const known = running.get(jobId)
      if (!known || known.abort.signal.aborted) return false
      await known.ended
      return true
    },

    /** Runs a job and resolves when it has ended, whatever the outcome. Errors of the job are recorded, not thrown. */
    async run(row: JobRow, handlers: JobHandlers): Promise<void> {
      const handler = handlers[row.kind]
      if (!handler) return failUntried(row, `This server has no handler for jobs of kind ${row.kind}`)
      if (triesOf(row) > mostTries(row)) return failUntried(row, 'The server was interrupted during every attempt')
      const abort = new AbortController()
      const reached = { done: row.done, total: row.total }
      publish(toJob(row))
      watch.started({ ...row, attempts: triesOf(row) })
      const ended = settle(row, handler(contextOf(row, abort, reached)), abort.signal)
      running.set(row.id, { lane: laneOf(kinds, row.kind), attempts: row.attempts, abort, ended, reached })
      try {
        await ended
      } finally {
        if (running.get(row.id)?.attempts === row.attempts) running.delete(row.id)
      }
    },

    async get(jobId: string): Promise<Job | null> {
      const job = await records.get(jobId)
      return job && withProgress(job)
    },

    async list(projectId: string, page: Static<typeof PageQuery>, kinds: ListedKinds) {
      const { items, nextCursor } = await records.list(projectId, page, kinds)
      return { items: items.map(withProgress), nextCursor }
    },

    /**
     * Cancels a job, immediately if it is running in this process. In another process, the job ends at its next progress report.
     * @returns null when the job is neither waiting nor running
     */
    async cancel(jobId: string): Promise<Job | null> {
      running.get(jobId)?.abort.abort(new Cancelled()) // first, because the job may block the database
      const job = await records.cancel(jobId)
      if (job) publish(job)
      return job
    },

    async stop() {
      stopping = true
      const ends = [...running.values()].map(job => {
        job.abort.abort(new Stopping())
        return job.ended
      })
      await Promise.allSettled(ends)
    }
  }
}
