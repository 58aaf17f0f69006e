import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../../shared/contracts/jobs.ts'
import { type JobContext, JobLost } from './queue.ts'
import { type JobRecords, type JobRow, toJob } from './records.ts'

/** Interval at which progress is written and published, in milliseconds. */
const progressEveryMs = 500
/** Milliseconds to wait for the write before progress is published regardless. */
const writtenWithinMs = 200

/** Progress of a job: completed steps, and a total that may be unknown. */
export interface Progress {
  done: number
  total: number | null
}

/** Abort reason: a person cancelled the job. */
export class Cancelled extends Error {}

interface RunningTry {
  row: JobRow
  isLastTry: boolean
  abort: AbortController
  /** Progress, which the context updates. */
  reached: Progress
  records: JobRecords
  publish(job: Job): void
}

/** Context of the running try for its handler. Its signal aborts when the try loses the job. */
export function jobContext({ row, isLastTry, abort, reached, records, publish }: RunningTry): JobContext {
  let publishedAt = 0
  let writing: Promise<void> | null = null

  async function reasonOfLoss(): Promise<Error> {
    const job = await records.get(row.id)
    return job?.state === 'cancelled' ? new Cancelled() : new JobLost('another worker has the job')
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
      // A try that has lost the job publishes nothing. A write to SQLite waits for an open transaction; the event does not.
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
