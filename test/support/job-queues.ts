import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Test } from 'tap'
import { localEventBus } from '../../server/backend/events/bus.ts'
import type { JobKinds } from '../../server/backend/jobs/kinds.ts'
import type { JobHandler, JobQueue, JobRequest } from '../../server/backend/jobs/queue.ts'
import { pgBossQueue } from '../../server/backend/jobs/queue-pgboss.ts'
import { tableQueue } from '../../server/backend/jobs/queue-table.ts'
import type { JobWatch } from '../../server/backend/jobs/watch.ts'
import type { OpenDatabase } from '../../server/backend/storage/database.ts'
import type { ServerEvent } from '../../shared/contracts/events.ts'
import type { Job } from '../../shared/contracts/jobs.ts'
import { type DatabaseKind, testBackend } from './backend.ts'

/** A project, and functions that start job queues over one database as server processes do. */
export async function queueScene(t: Test, database: DatabaseKind) {
  const { storage, config, signUp } = await testBackend(t, { database })
  const owner = await signUp()
  const project = await owner.makeProject()
  const events = localEventBus()
  const heard: Job[] = []
  const watched: [id: string, what: string, attempt: number][] = []
  events.subscribe((event: ServerEvent) => event.type === 'job' && heard.push(event.job))

  /** Starts a queue as a server process would. */
  async function queue(kinds: JobKinds = {}): Promise<JobQueue> {
    const { databaseUrl } = config
    const faults: unknown[] = []
    const watch: JobWatch = {
      started: ({ id, attempts }) => watched.push([id, 'started', attempts]),
      ended: ({ id, attempts }, { outcome }) => watched.push([id, outcome, attempts])
    }
    const options = { db: storage.db, events, kinds, onFault: (error: unknown) => faults.push(error), watch }
    const made = databaseUrl ? await pgBossQueue({ ...options, databaseUrl }) : tableQueue(options)
    t.teardown(() => made.stop())
    return made
  }

  /** Adds a job as a change of data does: in its transaction, then waking the workers. */
  async function add(jobs: JobQueue, request: Partial<JobRequest> = {}): Promise<Job> {
    const whole = { kind: 'test', projectId: project.id, subject: 'a.jpg', payload: { n: 1 }, ...request }
    const job = await storage.db.transaction().execute(transaction => jobs.enqueue(transaction, whole))
    jobs.wake()
    return job
  }

  return { storage, project, queue, add, heard, watched }
}

/** Checks that a job had a single try, which ended well. */
export function ranOnce(t: Test, watched: readonly (readonly [id: string, what: string, attempt: number])[], id: string): void {
  t.same(
    watched.filter(([job]) => job === id),
    [
      [id, 'started', 1],
      [id, 'done', 1]
    ]
  )
}

export async function becomes(jobs: JobQueue, id: string, state: Job['state']): Promise<Job> {
  for (;;) {
    const job = await jobs.get(id)
    if (job?.state === state) return job
    await pause(20)
  }
}

/** A handler that works until it is stopped, and signals when it has begun. */
export function endless(): { handler: JobHandler; began: Promise<unknown> } {
  const events = new EventTarget()
  const began = once(events, 'began')
  const handler: JobHandler = async ({ signal, progress }) => {
    events.dispatchEvent(new Event('began'))
    for (let done = 0; ; done++) {
      await pause(20, undefined, { signal })
      await progress(done, null)
    }
  }
  return { handler, began }
}

/** Reassigns a running job to the next worker that starts, as each engine does when the first has been silent for a while. */
export async function takeAgain({ db }: OpenDatabase, database: DatabaseKind, id: string): Promise<void> {
  if (database === 'postgres')
    await sql`update pgboss.job set state = 'retry', start_after = now() where data ->> 'jobId' = ${id}`.execute(db)
}
