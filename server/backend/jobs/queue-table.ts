import type { EventBus } from '../events/bus.ts'
import type { Database } from '../storage/database.ts'
import type { JobKinds, Lane } from './kinds.ts'
import { laneOf, lanePlaces, lanes } from './lanes.ts'
import type { JobHandlers, JobQueue } from './queue.ts'
import { jobRecords, releaseRunning, toJob } from './records.ts'
import { jobRunner } from './runner.ts'
import type { JobWatch } from './watch.ts'
import { whenDue } from './when-due.ts'

/** Polling interval in milliseconds. Polls find jobs that an earlier process postponed. Other jobs start without a poll. */
const roundMs = 2_000

export interface TableQueueOptions {
  db: Database
  events: EventBus
  kinds: JobKinds
  /** Called with errors of the queue itself. */
  onFault(error: unknown): void
  watch: JobWatch
}

/** Opens the default queue. Jobs are rows in the database, run by the only process that has the database open. */
// Long: the methods of one queue.
export function tableQueue({ db, events, kinds, onFault, watch }: TableQueueOptions): JobQueue {
  const records = jobRecords(db)
  const runner = jobRunner({
    db,
    records,
    events,
    kinds,
    watch,
    redeliver: async (_transaction, _job, runAfter) => whenDue(runAfter, take)
  })

  async function retryIn(transaction: Database, jobId: string) {
    const row = await records.retry(transaction, jobId)
    return row && toJob(row)
  }

  let handlers: JobHandlers | null = null
  let timer: NodeJS.Timeout | undefined
  let taking: Promise<void> | null = null
  let mustRepeat = false
  /** Whether the end of a try could not be written, so that its job still counts as running. */
  let hasLostTry = false

  /** Starts jobs in free slots. Calls do not overlap: a call made while one is running repeats it once it finishes. */
  function take() {
    if (taking) {
      mustRepeat = true
      return
    }
    mustRepeat = false
    taking = fill()
      .catch(error => onFault(error))
      .finally(() => {
        taking = null
        if (mustRepeat) take()
      })
  }

  const outsideLight = Object.keys(kinds).filter(kind => laneOf(kinds, kind) !== 'light')
  const kindsOf = (lane: Lane) =>
    lane === 'light' ? { notIn: outsideLight } : { in: outsideLight.filter(kind => laneOf(kinds, kind) === lane) }

  async function fill() {
    if (hasLostTry) await releaseRunning(db, runner.ids())
    hasLostTry = false
    for (const lane of lanes) await fillLane(lane)
  }

  async function fillLane(lane: Lane) {
    while (handlers && !runner.stopping && runner.countIn(lane) < lanePlaces[lane]) {
      const given = handlers // a stop meanwhile removes them, and then ends this job too
      const row = await records.claimNext(kindsOf(lane))
      if (!row) return
      void runner
        .run(row, given)
        .catch(error => {
          hasLostTry = true
          onFault(error)
        })
        .finally(take)
    }
  }

  return {
    get: runner.get,
    list: runner.list,
    cancel: runner.cancel,
    enqueue: records.insert,
    wake: take,
    retryIn,
    async retry(jobId) {
      const job = await retryIn(db, jobId)
      if (job) {
        events.publish({ type: 'job', job })
        take()
      }
      return job
    },
    async start(given) {
      await releaseRunning(db, [])
      handlers = given
      timer = setInterval(take, roundMs).unref()
      take()
    },
    async stop() {
      clearInterval(timer)
      handlers = null
      await taking
      await runner.stop()
    }
  }
}
