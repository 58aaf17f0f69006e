import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../../shared/contracts/jobs.ts'
import { type JobContext, JobLost } from './queue.ts'
import { type JobRecords, type JobRow, toJob } from './records.ts'

/** Minimum interval between progress updates, in milliseconds. */
const progressEveryMs = 500
/** Milliseconds to wait for the database write before publishing progress anyway. */
const writtenWithinMs = 200

/** Progress of a job: number of completed steps, and their total if known. */
export interface Progress {
  done: number
  total: number | null
}

/** Abort reason when a person cancels the job. */
export class Cancelled extends Error {}

interface RunningTry {
  row: JobRow
  isLastTry: boolean
  abort: AbortController
  /** Latest progress, updated by the context. */
  reached: Progress
  records: JobRecords
  publish(job: Job): void
}

/** Creates the context passed to a handler. Its signal aborts when the try loses the job. */
export function jobContext({ row, isLastTry, abort, reached, records, publish }: RunningTry): JobContext {
  let publishedAt = 0
  let writing: Promise<void> | null = null

  async function reasonOfLoss(): Promise<Error> {
    const job = await records.get(row.id)
    return job?.state === 'cancelled' ? new Cancelled() : new JobLost('another worker has the job, or the job no longer exists')
  }

  async function write(): Promise<void> {
    for (let written: Progress | null = null; written?.done !== reached.done || written.total !== reached.total; ) {
      written = { ...reached }
      const job = await records.progress(row, written.done, written.total)
      if (!job) return abort.abort(await reasonOfLoss())
    }
  }

  return {
    payload: JSON.parse(row.payload),
    attempt: row.attempts,
    signal: abort.signal,
    lastTry: isLastTry,
    async progress(done: number, total: number | null) {
      abort.signal.throwIfAborted()
      if (Date.now() - publishedAt < progressEveryMs && done !== total) return
      publishedAt = Date.now()
      Object.assign(reached, { done, total })
      writing ??= write().finally(() => {
        writing = null
      })
      // A try that has lost the job publishes nothing. SQLite writes wait for an open transaction, but the event need not.
      const isWritten = await Promise.race([writing.then(() => true), pause(writtenWithinMs, false, { ref: false })])
      const isHeld = isWritten || (await records.isHeld(row))
      abort.signal.throwIfAborted()
      if (isHeld) publish({ ...toJob(row), ...reached })
      await writing
      abort.signal.throwIfAborted()
    },
    async hold(transaction) {
      abort.signal.throwIfAborted()
      if (await records.hold(transaction, row)) return
      abort.abort(await reasonOfLoss())
      throw abort.signal.reason
    }
  }
}
