import type { Static } from 'typebox'
import type { PageQuery } from '../../../shared/contracts/common.ts'
import type { Job } from '../../../shared/contracts/jobs.ts'
import { timestamp } from '../../lib/clock.ts'
import type { JobOutcome } from '../../lib/job-end.ts'
import type { EventBus } from '../events/bus.ts'
import type { Database } from '../storage/database.ts'
import { HopelessJob, type JobHandlers, jobAttempts, retryPauseMs } from './queue.ts'
import { type JobRecords, type JobRow, toJob } from './records.ts'
import type { JobWatch } from './watch.ts'

/** How often progress is written and told, in milliseconds. */
const progressEveryMs = 500

export interface JobRunnerOptions {
  db: Database
  records: JobRecords
  events: EventBus
  /** Brings a postponed job back at its time, in the same transaction that postpones it. */
  redeliver(transaction: Database, jobId: string, runAfter: string): Promise<void>
  watch: JobWatch
}

/** How far a job is. */
interface Reached {
  done: number
  total: number | null
}

class Stopping extends Error {}
class Cancelled extends Error {}

function outcomeOf(row: JobRow, error: unknown, { reason }: AbortSignal): Exclude<JobOutcome, 'done'> {
  if (reason instanceof Cancelled) return 'cancelled'
  if (reason instanceof Stopping) return 'stopped'
  return error instanceof HopelessJob || row.attempts >= jobAttempts ? 'failed' : 'postponed'
}

/** Runs claimed jobs, tells how far they are and writes down how they end: the same for every engine that delivers them. */
export function jobRunner({ db, records, events, redeliver, watch }: JobRunnerOptions) {
  const running = new Map<string, { abort: AbortController; ended: Promise<void>; reached: Reached }>()
  let stopping = false

  const tell = (job: Job | null) => job && events.publish({ type: 'job', job })

  async function settle(row: JobRow, work: Promise<void>, signal: AbortSignal): Promise<void> {
    const begunAt = performance.now()
    const report = (outcome: JobOutcome, error?: unknown) =>
      watch.ended(row, { outcome, durationMs: Math.round(performance.now() - begunAt) }, error)
    try {
      await work
      tell(await records.finish(row.id))
      report('done')
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error)
      const outcome = outcomeOf(row, error, signal)
      report(outcome, error)
      if (outcome === 'cancelled') return
      if (outcome === 'stopped') return records.release(row.id)
      if (outcome === 'failed') return void tell(await records.fail(row.id, sentence))
      const runAfter = timestamp(Date.now() + retryPauseMs(row.attempts))
      const postponed = await db.transaction().execute(async transaction => {
        const job = await records.postpone(transaction, row.id, sentence, runAfter)
        if (job) await redeliver(transaction, row.id, runAfter)
        return job
      })
      tell(postponed)
    }
  }

  async function failUntried(row: JobRow, sentence: string): Promise<void> {
    watch.ended(row, { outcome: 'failed', durationMs: 0 }, new Error(sentence))
    tell(await records.fail(row.id, sentence))
  }

  function contextOf(row: JobRow, abort: AbortController, reached: Reached) {
    let toldAt = 0
    let writing: Promise<void> | null = null

    /** Told at once and written when the database can: SQLite writes nothing else while a transaction goes on. */
    async function write(): Promise<void> {
      for (let written: Reached | null = null; written?.done !== reached.done || written.total !== reached.total; ) {
        written = { ...reached }
        const job = await records.progress(row.id, written.done, written.total)
        if (!job) return abort.abort(new Cancelled())
      }
    }

    return {
      payload: JSON.parse(row.payload),
      signal: abort.signal,
      lastTry: row.attempts >= jobAttempts,
      async progress(done: number, total: number | null) {
        abort.signal.throwIfAborted()
        if (Date.now() - toldAt < progressEveryMs && done !== total) return
        toldAt = Date.now()
        Object.assign(reached, { done, total })
        tell({ ...toJob(row), ...reached })
        writing ??= write().finally(() => {
          writing = null
        })
        await writing
        abort.signal.throwIfAborted()
      }
    }
  }

  /** What was written of how far a job is may be older than what is known here. */
  const withProgress = (job: Job): Job => (job.state === 'running' ? { ...job, ...running.get(job.id)?.reached } : job)

  return {
    get count() {
      return running.size
    },
    get stopping() {
      return stopping
    },

    /** Settles when the job has ended, whichever way; never throws because of the job. */
    async run(row: JobRow, handlers: JobHandlers): Promise<void> {
      const handler = handlers[row.kind]
      if (!handler) return failUntried(row, `This server does not know the work ${row.kind}`)
      if (row.attempts > jobAttempts) return failUntried(row, 'The server was interrupted each time it tried this')
      const abort = new AbortController()
      const reached = { done: row.done, total: row.total }
      tell(toJob(row))
      watch.started(row)
      const ended = settle(row, handler(contextOf(row, abort, reached)), abort.signal)
      running.set(row.id, { abort, ended, reached })
      try {
        await ended
      } finally {
        running.delete(row.id)
      }
    },

    async get(jobId: string): Promise<Job | null> {
      const job = await records.get(jobId)
      return job && withProgress(job)
    },

    async list(projectId: string, page: Static<typeof PageQuery>, kinds?: readonly string[]) {
      const { items, nextCursor } = await records.list(projectId, page, kinds)
      return { items: items.map(withProgress), nextCursor }
    },

    /** Stops the job at once if it runs in this process; another one notices at its next progress. */
    async cancel(jobId: string): Promise<Job | null> {
      running.get(jobId)?.abort.abort(new Cancelled()) // first: the database may be waiting for what the job does
      const job = await records.cancel(jobId)
      tell(job)
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
