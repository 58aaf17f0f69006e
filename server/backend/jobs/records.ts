import { PostgresAdapter, type Selectable } from 'kysely'
import type { Job } from '../../../shared/contracts/jobs.ts'
import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import type { JobKinds, ListedKinds } from './kinds.ts'
import type { JobRequest } from './queue.ts'
import type { JobTable } from './tables.ts'

export type JobRow = Selectable<JobTable>
/** Claim of a try on a job. It is valid until another try claims the job. */
export type Claim = Pick<JobRow, 'id' | 'attempts'>
export type JobRecords = ReturnType<typeof jobRecords>

export type KindFilter = { in: string[] } | { notIn: string[] }

const longestFailure = 1000

const finishedLifetimeMs = 30 * 86_400_000

/** Deletes jobs that finished or were cancelled at least 30 days ago. Failed jobs are kept for people to see, unless their kind limits that. */
export async function forgetFinishedJobs(db: Database, kinds: JobKinds): Promise<void> {
  for (const [kind, { keptMs }] of Object.entries(kinds)) {
    if (keptMs === undefined) continue
    const ended = db.deleteFrom('job').where('kind', '=', kind).where('state', 'in', ['done', 'failed', 'cancelled'])
    await ended.where('finished_at', '<=', timestamp(Date.now() - keptMs)).execute()
  }
  const before = timestamp(Date.now() - finishedLifetimeMs)
  await db.deleteFrom('job').where('state', 'in', ['done', 'cancelled']).where('finished_at', '<=', before).execute()
}

/** Returns running jobs to the queue, except the given ones. Only for a process with exclusive access to the database. */
export async function releaseRunning(db: Database, except: readonly string[]): Promise<void> {
  const others = db.updateTable('job').set({ state: 'waiting', run_after: timestamp() }).where('state', '=', 'running')
  await (except.length > 0 ? others.where('id', 'not in', except) : others).execute()
}

/** Repository for the state, progress and outcome of jobs, shared by all queue implementations. */
// Long: the queries of one resource.
export function jobRecords(db: Database) {
  return {
    async insert(transaction: Database, request: JobRequest): Promise<Job> {
      const now = timestamp()
      const row = await transaction
        .insertInto('job')
        .values({
          id: newId(),
          kind: request.kind,
          project_id: request.projectId,
          subject: request.subject,
          payload: JSON.stringify(request.payload),
          state: 'waiting',
          done: 0,
          total: null,
          failure: null,
          attempts: 0,
          run_after: now,
          created_at: now,
          finished_at: null
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toJob(row)
    },

    async get(jobId: string): Promise<Job | null> {
      const row = await db.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirst()
      return row ? toJob(row) : null
    },

    /** Lists the jobs of a project, newest first. */
    async list(projectId: string, { limit = 50, cursor }: { limit?: number; cursor?: string }, kinds: ListedKinds) {
      const rows = await db
        .selectFrom('job')
        .selectAll()
        .where('project_id', '=', projectId)
        .$if(cursor !== undefined, query => query.where('id', '<', cursor as string))
        .$if(kinds !== 'all', query => query.where('kind', 'in', kinds as readonly string[]))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const items = rows.slice(0, limit).map(toJob)
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    },

    /** Claims the longest-waiting due job of the given kinds. @returns null when none is due */
    async claimNext(kinds: KindFilter): Promise<JobRow | null> {
      const row = await db
        .updateTable('job')
        .set(eb => ({ state: 'running', attempts: eb('attempts', '+', 1) }))
        .where('id', '=', query =>
          query
            .selectFrom('job as next')
            .select('next.id')
            .where('next.state', '=', 'waiting')
            .where('next.run_after', '<=', timestamp())
            .where('next.kind', 'in' in kinds ? 'in' : 'not in', 'in' in kinds ? kinds.in : kinds.notIn)
            .orderBy('next.run_after')
            .orderBy('next.id')
            .limit(1)
        )
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    /**
     * Claims a delivered job. A repeated delivery claims it even if a dead process still holds it.
     * @param attempts number of tries before the delivery was sent; any number if undefined
     * @param retryCount number of times that the delivery was repeated; each may have been one try
     * @returns null when it was cancelled, has finished or belongs to another delivery
     */
    async claim({ jobId, attempts }: { jobId: string; attempts?: number }, retryCount: number): Promise<JobRow | null> {
      const row = await db
        .updateTable('job')
        .set(eb => ({ state: 'running', attempts: eb('attempts', '+', 1) }))
        .where('id', '=', jobId)
        .where('state', 'in', retryCount > 0 ? ['waiting', 'running'] : ['waiting'])
        .$if(attempts !== undefined, query => query.where(eb => eb.between('attempts', attempts ?? 0, (attempts ?? 0) + retryCount)))
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    /** Returns a job to the queue when the server stops. The try does not count. */
    async release(transaction: Database, claim: Claim, runAfter: string): Promise<Job | null> {
      const back = { state: 'waiting', run_after: runAfter } as const
      return changed(held(transaction, claim).set(eb => ({ ...back, attempts_before: eb('attempts_before', '+', 1) })))
    },

    /** Locks a job for a try until the transaction ends. @returns false when the try has lost the job */
    async hold(transaction: Database, { id, attempts }: Claim): Promise<boolean> {
      const row = await transaction
        .selectFrom('job')
        .select('id')
        .where('id', '=', id)
        .where('state', '=', 'running')
        .where('attempts', '=', attempts)
        .$if(db.getExecutor().adapter instanceof PostgresAdapter, query => query.forUpdate())
        .executeTakeFirst()
      return row !== undefined
    },

    // Updates with a claim return null when the try has lost the job.

    /** Returns whether a try still holds its job. It takes no lock. */
    async isHeld({ id, attempts }: Claim): Promise<boolean> {
      const row = await db.selectFrom('job').select(['state', 'attempts']).where('id', '=', id).executeTakeFirst()
      return row?.state === 'running' && row.attempts === attempts
    },

    async progress(claim: Claim, done: number, total: number | null): Promise<Job | null> {
      return changed(held(db, claim).set({ done, total }))
    },

    async finish(claim: Claim): Promise<Job | null> {
      return changed(held(db, claim).set({ state: 'done', finished_at: timestamp(), failure: null }))
    },

    async fail(claim: Claim, failure: string): Promise<Job | null> {
      return changed(held(db, claim).set({ state: 'failed', finished_at: timestamp(), failure: failure.slice(0, longestFailure) }))
    },

    /** Returns a job to the queue after a failed try. */
    async postpone(transaction: Database, claim: Claim, failure: string, runAfter: string): Promise<Job | null> {
      return changed(held(transaction, claim).set({ state: 'waiting', run_after: runAfter, failure: failure.slice(0, longestFailure) }))
    },

    /** Returns a job to the queue to continue later. None of its tries so far counts. */
    async pause(transaction: Database, claim: Claim, runAfter: string): Promise<Job | null> {
      const later = { state: 'waiting', run_after: runAfter, failure: null } as const
      return changed(held(transaction, claim).set(eb => ({ ...later, attempts_before: eb.ref('attempts') })))
    },

    async cancel(jobId: string): Promise<Job | null> {
      const end = { state: 'cancelled', finished_at: timestamp() } as const
      return changed(db.updateTable('job').set(end).where('id', '=', jobId).where('state', 'in', ['waiting', 'running']))
    },

    async retry(transaction: Database, jobId: string): Promise<JobRow | null> {
      const again = { state: 'waiting', done: 0, failure: null, finished_at: null, run_after: timestamp() } as const
      const update = transaction.updateTable('job').set(eb => ({ ...again, attempts_before: eb.ref('attempts') }))
      const retried = update.where('id', '=', jobId).where('state', 'in', ['failed', 'cancelled'])
      return (await retried.returningAll().executeTakeFirst()) ?? null
    }
  }
}

/** Update query restricted to a job that the try still holds. */
const held = (db: Database, { id, attempts }: Claim) =>
  db.updateTable('job').where('id', '=', id).where('state', '=', 'running').where('attempts', '=', attempts)

async function changed(update: { returningAll(): { executeTakeFirst(): Promise<JobRow | undefined> } }): Promise<Job | null> {
  const row = await update.returningAll().executeTakeFirst()
  return row ? toJob(row) : null
}

export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    projectId: row.project_id,
    subject: row.subject,
    state: row.state,
    done: row.done,
    total: row.total,
    failure: row.state === 'failed' ? row.failure : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at
  }
}
