import { sql } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { EventBus } from '../events/bus.ts'
import type { Database } from '../storage/database.ts'
import type { JobKinds, Lane } from './kinds.ts'
import { laneOf, lanePlaces, lanes } from './lanes.ts'
import { type JobHandlers, type JobQueue, jobAttempts } from './queue.ts'
import { type JobRow, jobRecords, toJob } from './records.ts'
import { jobRunner } from './runner.ts'
import type { JobWatch } from './watch.ts'
import { whenDue } from './when-due.ts'

/** Returns the queue name of a lane. The light lane keeps the name of the single queue of version 0.1.0. */
const queueOf = (lane: Lane) => (lane === 'light' ? 'isobath' : `isobath-${lane}`)
/** Seconds without a heartbeat after which a worker is considered dead and its job is redelivered. */
const heartbeatSeconds = 20
/** Seconds after which pg-boss redelivers a job, even if it still runs. The longest time that pg-boss allows, because the heartbeat finds dead workers. */
const expireInSeconds = 24 * 3600

/** Seconds after which pg-boss deletes a waiting delivery: ten years. A ship may switch its server off for months. */
const retentionSeconds = 10 * 365 * 24 * 3600

/** Content of a delivery. */
interface Delivery {
  jobId: string
  /** Number of tries before this delivery. Deliveries of earlier versions lack it. */
  attempts?: number
}

export interface PgBossQueueOptions {
  db: Database
  databaseUrl: string
  events: EventBus
  kinds: JobKinds
  /** Called with errors of the queue itself. */
  onFault(error: unknown): void
  watch: JobWatch
}

/**
 * Opens the scale-out queue: pg-boss delivers jobs to any number of processes, with LISTEN/NOTIFY and polling. Only the job id and the
 * number of tries are queued. As with the table queue, the job itself is a row in the `job` table.
 */
// Long: the methods of one queue.
export async function pgBossQueue({ db, databaseUrl, events, kinds, onFault, watch }: PgBossQueueOptions): Promise<JobQueue> {
  const records = jobRecords(db)
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'isobath jobs',
    max: 4,
    schedule: false,
    useListenNotify: true,
    monitorIntervalSeconds: heartbeatSeconds,
    superviseIntervalSeconds: heartbeatSeconds
  })
  boss.on('error', error => onFault(error))
  await boss.start()
  for (const lane of lanes) {
    const options = {
      notify: true,
      heartbeatSeconds,
      expireInSeconds,
      retryLimit: jobAttempts,
      retryDelay: 0,
      retentionSeconds,
      deleteAfterSeconds: 24 * 3600
    }
    await boss.createQueue(queueOf(lane), options)
    await boss.updateQueue(queueOf(lane), { expireInSeconds, retentionSeconds }) // an earlier version may have created the queue
  }

  const deliver = async (
    transaction: Database,
    { id: jobId, kind, attempts }: Pick<JobRow, 'id' | 'kind' | 'attempts'>,
    startAfter?: string
  ) => {
    await boss.send(queueOf(laneOf(kinds, kind)), { jobId, attempts } satisfies Delivery, {
      db: fromKysely(transaction),
      ...(startAfter && { startAfter: new Date(startAfter) })
    })
  }
  /** Delivers waiting jobs again whose delivery was lost. pg-boss used to delete deliveries after 14 days. */
  async function redeliverLost(): Promise<void> {
    const lost = await db
      .selectFrom('job')
      .selectAll()
      .where('state', '=', 'waiting')
      .where(
        sql<boolean>`not exists (
          select 1 from pgboss.job as delivery
          where delivery.data ->> 'jobId' = job.id and delivery.state in ('created', 'retry', 'active'))`
      )
      .execute()
    for (const row of lost) await deliver(db, row, row.run_after)
  }

  async function retryIn(transaction: Database, jobId: string) {
    const row = await records.retry(transaction, jobId)
    if (row) await deliver(transaction, row)
    return row && toJob(row)
  }
  const runner = jobRunner({
    ...{ db, records, events, kinds, watch },
    async redeliver(transaction, job, runAfter) {
      await deliver(transaction, job, runAfter)
      whenDue(runAfter, wake)
    }
  })

  const workers: string[] = []

  async function work(handlers: JobHandlers, { data, retryCount }: { data: Delivery; retryCount: number }) {
    if (retryCount > 0 && (await runner.endOf(data.jobId))) return
    const row = await records.claim(data, retryCount)
    if (!row) return
    if (runner.stopping) await runner.release(row)
    else await runner.run(row, handlers)
  }

  /** Wakes the workers of this process. pg-boss pauses a worker after each job, and waiting for NOTIFY would take longer. */
  function wake() {
    for (const worker of workers) boss.notifyWorker(worker)
  }

  return {
    get: runner.get,
    list: runner.list,
    cancel: runner.cancel,
    async enqueue(transaction, request) {
      const job = await records.insert(transaction, request)
      await deliver(transaction, { ...job, attempts: 0 })
      return job
    },
    wake,
    retryIn,
    async retry(jobId) {
      const job = await db.transaction().execute(transaction => retryIn(transaction, jobId))
      if (job) events.publish({ type: 'job', job })
      return job
    },
    async start(handlers) {
      await redeliverLost()
      const options = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, includeMetadata: true } as const
      for (const lane of lanes)
        for (let place = 0; place < lanePlaces[lane]; place++) {
          const worker = await boss.work(queueOf(lane), options, async ([delivery]: JobWithMetadata<Delivery>[]) => {
            if (delivery) await work(handlers, delivery)
            wake()
          })
          workers.push(worker)
        }
    },
    async stop() {
      await Promise.all(lanes.map(lane => boss.offWork(queueOf(lane), { wait: false })))
      await runner.stop()
      await boss.stop({ graceful: true, timeout: 5_000 })
    }
  }
}
