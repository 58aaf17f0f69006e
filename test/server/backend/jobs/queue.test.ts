import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import type { JobKinds } from '../../../../server/backend/jobs/kinds.ts'
import { HopelessJob, type JobContext, JobLost, WaitingJob } from '../../../../server/backend/jobs/queue.ts'
import type { OpenDatabase } from '../../../../server/backend/storage/database.ts'
import type { Job } from '../../../../shared/contracts/jobs.ts'
import { type DatabaseKind, forEachDatabase } from '../../../support/backend.ts'
import { becomes, endless, queueScene, ranOnce, takeAgain } from '../../../support/job-queues.ts'
import { until } from '../../../support/until.ts'

/** Leaves a job as a process does that was killed during its nth try. */
async function dieDuring({ db }: OpenDatabase, database: DatabaseKind, id: string, attempts: number): Promise<void> {
  await db.updateTable('job').set({ state: 'running', attempts }).where('id', '=', id).execute()
  if (database === 'postgres')
    await sql`
      update pgboss.job set state = 'retry', started_on = now(), retry_count = ${attempts - 1} where data ->> 'jobId' = ${id}`.execute(db)
}

await forEachDatabase(t, async (t, database) => {
  t.test('a job runs after its commit, with its payload, and reports its progress', async t => {
    const { queue, add, heard } = await queueScene(t, database)
    const jobs = await queue()
    const payloads: unknown[] = []
    await jobs.start({
      test: async ({ payload, progress }) => {
        payloads.push(payload)
        await progress(1, 2)
        await progress(2, 2)
      }
    })
    const { id } = await add(jobs, { payload: { mediaId: 'x', large: true } })
    t.match(await becomes(jobs, id, 'done'), { done: 2, total: 2, failure: null, finishedAt: String, subject: 'a.jpg', kind: 'test' })
    t.same(payloads, [{ mediaId: 'x', large: true }])
    t.same([...new Set(heard.map(job => job.state))], ['running', 'done'])
  })

  t.test('a job of a rolled-back transaction never existed', async t => {
    const { queue, storage, project } = await queueScene(t, database)
    const jobs = await queue()
    const undone = storage.db.transaction().execute(async transaction => {
      await jobs.enqueue(transaction, { kind: 'test', projectId: project.id, subject: null, payload: {} })
      throw new Error('something else went wrong')
    })
    await t.rejects(undone)
    t.same(await jobs.list(project.id, {}, 'all'), { items: [], nextCursor: null })
  })

  t.test('two jobs run at a time, and all of many are completed', async t => {
    const { queue, add } = await queueScene(t, database)
    const jobs = await queue()
    let now = 0
    let most = 0
    const both = Promise.withResolvers<void>()
    await jobs.start({
      test: async () => {
        most = Math.max(most, ++now)
        if (now === 2) both.resolve()
        await both.promise // the first waits until a second one runs beside it
        await pause(10)
        now -= 1
      }
    })
    const added = []
    for (let n = 0; n < 8; n++) added.push(await add(jobs))
    for (const { id } of added) await becomes(jobs, id, 'done')
    t.equal(most, 2)
  })

  t.test('a lane with endless jobs does not delay other lanes', async t => {
    const { queue, add } = await queueScene(t, database)
    const jobs = await queue({ heavy: { lane: 'exchange' }, pictures: { lane: 'pictures' } })
    const { handler, began } = endless()
    await jobs.start({ heavy: handler, pictures: async () => {}, test: async () => {} })
    await add(jobs, { kind: 'heavy' })
    await began
    const [waiting, picture, light] = [await add(jobs, { kind: 'heavy' }), await add(jobs, { kind: 'pictures' }), await add(jobs)]
    await becomes(jobs, picture.id, 'done')
    await becomes(jobs, light.id, 'done')
    t.match(await jobs.get(waiting.id), { state: 'waiting' })
  })

  t.test('a stalled worker whose job was taken over writes and reports nothing more', async t => {
    const { queue, add, heard, storage, watched } = await queueScene(t, database)
    // in a lane with a single slot, which the first worker keeps
    const kinds: JobKinds = { test: { lane: 'exchange' } }
    const [stalled, second] = [await queue(kinds), await queue(kinds)]
    const began = Promise.withResolvers<JobContext>()
    const woken = Promise.withResolvers<void>()
    const outcome = Promise.withResolvers<unknown>()
    await stalled.start({
      test: async context => {
        began.resolve(context)
        await woken.promise
        await context.progress(1, 3).catch(outcome.resolve)
        outcome.resolve('went on')
        context.signal.throwIfAborted()
      }
    })
    const { id } = await add(stalled)
    const { hold, signal } = await began.promise

    const taken = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    await takeAgain(storage, database, id)
    await second.start({
      test: async ({ progress }) => {
        await progress(2, 3)
        taken.resolve()
        await finish.promise
      }
    })
    await taken.promise
    const heardBefore = heard.length
    woken.resolve()
    t.type(await outcome.promise, JobLost)
    t.ok(signal.aborted)
    await t.rejects(storage.db.transaction().execute(hold), /another worker has the job/)
    t.match(await second.get(id), { state: 'running', done: 2 })
    t.equal(heard.length, heardBefore)
    finish.resolve()
    t.match(await becomes(second, id, 'done'), { done: 2 })
    t.same(
      heard.slice(heardBefore).map(job => job.state),
      ['done']
    )
    await stalled.stop()
    t.match(watched.filter(([, what]) => what !== 'started').sort(), [
      [id, 'done', 2],
      [id, 'lost', 1]
    ])
  })

  if (database === 'sqlite')
    t.test('a job whose end could not be written runs again', async t => {
      const { queue, add, storage } = await queueScene(t, database)
      const jobs = await queue()
      storage.sqlite?.exec(
        `create trigger full before update on job when new.state = 'done' begin select raise(abort, 'the disk is full'); end`
      )
      let tries = 0
      await jobs.start({
        async test() {
          if (++tries === 2) storage.sqlite?.exec('drop trigger full')
        }
      })
      const { id } = await add(jobs)
      await until(
        () => jobs.get(id),
        job => job?.state === 'done'
      )
      t.equal(tries, 2)
    })

  t.test('a job retried by a person is not run by the worker of its previous try', async t => {
    const { queue, add, storage } = await queueScene(t, database)
    const jobs = await queue()
    const { handler, began } = endless()
    let context: JobContext | undefined
    await jobs.start({
      test: async given => {
        context ??= given
        await handler(given)
      }
    })
    const { id } = await add(jobs)
    await began
    const { attempts } = await storage.db.selectFrom('job').select('attempts').where('id', '=', id).executeTakeFirstOrThrow()
    await storage.db.updateTable('job').set({ state: 'cancelled' }).where('id', '=', id).execute()
    await jobs.retry(id)
    const again = await storage.db.selectFrom('job').select(['attempts', 'attempts_before']).where('id', '=', id).executeTakeFirstOrThrow()
    t.ok(again.attempts >= attempts)
    t.equal(again.attempts_before, attempts)
    await t.rejects(storage.db.transaction().execute(transaction => context!.hold(transaction)))
  })

  t.test('a failed try is repeated after a pause; its failure is gone when it succeeds', async t => {
    const { queue, add, watched } = await queueScene(t, database)
    const jobs = await queue()
    let tries = 0
    await jobs.start({
      test: async () => {
        if (++tries === 1) throw new Error('the disk hiccuped')
      }
    })
    const { id } = await add(jobs)
    t.match(await becomes(jobs, id, 'done'), { failure: null })
    t.equal(tries, 2)
    await jobs.stop()
    t.same(watched, [
      [id, 'started', 1],
      [id, 'postponed', 1],
      [id, 'started', 2],
      [id, 'done', 2]
    ])
  })

  t.test('a job that waits for something else holds no worker, and its tries do not count', async t => {
    const { storage, queue, add, watched } = await queueScene(t, database)
    const jobs = await queue({ test: { lane: 'light', attempts: 1 }, other: { lane: 'light' } })
    let tries = 0
    const held = Promise.withResolvers<void>()
    await jobs.start({
      async test() {
        tries += 1
        if (tries < 3) throw new WaitingJob('GBIF is preparing the download', tries === 1 ? 600_000 : 10)
      },
      other: async () => held.resolve()
    })
    const paused = (least: number) =>
      until(
        async () => watched.filter(([, what]) => what === 'paused').length,
        count => count >= least
      )
    const long = await add(jobs)
    await paused(1) // alone, so that the first try is this job's
    const short = [await add(jobs), await add(jobs)]
    await paused(2)
    await add(jobs, { kind: 'other' })
    await held.promise
    t.same(await storage.db.selectFrom('job').select(['state', 'failure']).where('id', '=', long.id).execute(), [
      { state: 'waiting', failure: null }
    ])
    for (const { id } of short) t.match(await becomes(jobs, id, 'done'), { failure: null })
    t.equal(tries, 4)
    t.equal((await jobs.cancel(long.id))?.state, 'cancelled', 'a waiting job can be cancelled')
  })

  t.test('a postponed job starts when it is due, not at the next poll', async t => {
    const { queue, add } = await queueScene(t, database)
    const jobs = await queue()
    const waits = database === 'postgres' ? 60 : 130 // with a poll after each they would take longer than `until` waits
    let tries = 0
    await jobs.start({
      async test() {
        if (++tries <= waits) throw new WaitingJob('GBIF is preparing the download', 20) // not due yet when its try has ended
      }
    })
    const { id } = await add(jobs)
    const isDone = (job: Job | null) => job?.state === 'done'
    t.ok(isDone(await until(() => jobs.get(id), isDone)))
    t.equal(tries, waits + 1)
  })

  t.test('a job that cannot succeed fails immediately, and can be retried by hand only then', async t => {
    const { queue, add, watched } = await queueScene(t, database)
    const jobs = await queue()
    let hopeless = true
    await jobs.start({
      test: async () => {
        if (hopeless) throw new HopelessJob('a.jpg cannot be read')
      }
    })
    const { id } = await add(jobs)
    t.match(await becomes(jobs, id, 'failed'), { failure: 'a.jpg cannot be read' })
    hopeless = false
    t.match(await jobs.retry(id), { state: 'waiting', failure: null })
    await becomes(jobs, id, 'done')
    t.equal(await jobs.retry(id), null)
    await jobs.stop()
    t.same(
      watched.map(([, what]) => what),
      ['started', 'failed', 'started', 'done']
    )
  })

  t.test('a job of an unknown kind fails with a sentence', async t => {
    const { queue, add, watched } = await queueScene(t, database)
    const jobs = await queue()
    await jobs.start({})
    const { id } = await add(jobs, { kind: 'brew.coffee' })
    t.match(await becomes(jobs, id, 'failed'), { failure: 'This server has no handler for jobs of kind brew.coffee' })
    t.same(watched, [[id, 'failed', 1]])
  })

  t.test('a job is cancelled while it waits or runs, and only then', async t => {
    const { queue, add, watched } = await queueScene(t, database)
    const jobs = await queue()
    const waiting = await add(jobs)
    t.match(await jobs.cancel(waiting.id), { state: 'cancelled', finishedAt: String })
    t.equal(await jobs.cancel(waiting.id), null)
    const { handler, began } = endless()
    await jobs.start({ test: handler })
    const running = await add(jobs)
    await began
    t.match(await jobs.cancel(running.id), { state: 'cancelled' })
    await jobs.stop()
    t.match(await jobs.get(running.id), { state: 'cancelled' }, 'its end does not overwrite the state')
    t.same(watched, [
      [running.id, 'started', 1],
      [running.id, 'cancelled', 1]
    ])
    t.match(await jobs.get(waiting.id), { state: 'cancelled' })
  })

  t.test('a stopping server returns its running job, and the next one runs it', async t => {
    const { queue, add, watched } = await queueScene(t, database)
    const first = await queue()
    const { handler, began } = endless()
    await first.start({ test: handler })
    const { id } = await add(first)
    await began
    await first.stop()
    t.match(await first.get(id).catch(() => null), { state: 'waiting' })
    const second = await queue()
    await second.start({ test: async () => {} })
    t.match(await becomes(second, id, 'done'), { id })
    await second.stop()
    t.same(
      watched.map(([, what]) => what),
      ['started', 'stopped', 'started', 'done']
    )
  })

  t.test('any number of stops during one job uses up none of its deliveries', async t => {
    const { queue, add, storage } = await queueScene(t, database)
    const first = await queue()
    const { handler, began } = endless()
    await first.start({ test: handler })
    const { id } = await add(first)
    await began
    if (database === 'postgres')
      await sql`update pgboss.job set retry_count = retry_limit where data ->> 'jobId' = ${id}`.execute(storage.db)
    await first.stop()
    const second = await queue()
    await second.start({ test: async () => {} })
    t.match(await becomes(second, id, 'done'), { id })
  })

  t.test('a job that was cancelled and retried while it waited runs once', async t => {
    const { queue, add, watched } = await queueScene(t, database)
    const jobs = await queue()
    const { id } = await add(jobs)
    await jobs.cancel(id)
    await jobs.retry(id)
    const began = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    await jobs.start({
      async test() {
        began.resolve()
        await finish.promise
      },
      other: async () => {}
    })
    await began.promise
    const other = await add(jobs, { kind: 'other' }) // behind both deliveries
    await becomes(jobs, other.id, 'done')
    finish.resolve()
    await becomes(jobs, id, 'done')
    ranOnce(t, watched, id)
  })

  t.test('a job that is claimed while the queue stops is released', async t => {
    const { queue, storage, project } = await queueScene(t, database)
    const first = await queue()
    await first.start({ test: async ({ signal }) => void (await pause(60_000, undefined, { signal })) })
    const { id } = await storage.db
      .transaction()
      .execute(transaction => first.enqueue(transaction, { kind: 'test', projectId: project.id, subject: null, payload: {} }))
    first.wake()
    await first.stop()
    t.match(await first.get(id), { state: 'waiting', failure: null })
    const second = await queue()
    await second.start({ test: async () => {} })
    await becomes(second, id, 'done')
  })

  t.test('jobs of a dead process are repeated, but only a few times', async t => {
    const { queue, add, storage } = await queueScene(t, database)
    const first = await queue()
    const fresh = await add(first)
    const poisonous = await add(first)
    await dieDuring(storage, database, fresh.id, 1)
    await dieDuring(storage, database, poisonous.id, 5)
    const second = await queue()
    await second.start({ test: async () => {} })
    await becomes(second, fresh.id, 'done')
    t.match(await becomes(second, poisonous.id, 'failed'), { failure: 'The server was interrupted during every attempt' })
  })

  t.test('the list is newest first, page by page', async t => {
    const { queue, add, project } = await queueScene(t, database)
    const jobs = await queue()
    const ids = []
    for (let n = 0; n < 5; n++) ids.unshift((await add(jobs)).id)
    const first = await jobs.list(project.id, { limit: 3 }, 'all')
    const rest = await jobs.list(project.id, { limit: 3, cursor: first.nextCursor ?? '' }, 'all')
    t.same(
      [...first.items, ...rest.items].map(job => job.id),
      ids
    )
    t.equal(rest.nextCursor, null)
    t.equal((await jobs.list(project.id, {}, ['test'])).items.length, 5)
    t.same(await jobs.list(project.id, {}, ['other']), { items: [], nextCursor: null }, 'other kinds are left out')
  })
})
