// Deliveries of jobs by pg-boss. The queue in a table of SQLite has none.
import { sql } from 'kysely'
import t from 'tap'
import { becomes, queueScene, ranOnce, takeAgain } from '../../../support/job-queues.ts'
import { databasesAtHand } from '../../../support/postgres.ts'
import { until } from '../../../support/until.ts'

const skip = databasesAtHand.includes('postgres') ? false : 'no PostgreSQL'

t.test('a delivery that is repeated while its job runs starts no second try', { skip }, async t => {
  const { queue, add, storage, watched } = await queueScene(t, 'postgres')
  await sql`update pgboss.queue set expire_seconds = 14400`.execute(storage.db)
  const jobs = await queue()
  const began = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  await jobs.start({
    async test() {
      began.resolve()
      await finish.promise
    }
  })
  const { id } = await add(jobs)
  await began.promise
  const delivery = async () => {
    const query = sql<{ state: string; repeated: number; seconds: number }>`
      select state, retry_count as repeated, expire_seconds as seconds from pgboss.job where data ->> 'jobId' = ${id}`
    return (await query.execute(storage.db)).rows
  }
  t.match(await delivery(), [{ state: 'active', repeated: 0, seconds: 86_400 }], 'a queue of an earlier version is changed')
  await takeAgain(storage, 'postgres', id)
  await until(delivery, rows => rows.some(({ state, repeated }) => state === 'active' && repeated === 1))
  const other = await add(jobs, { kind: 'other' })
  finish.resolve()
  await becomes(jobs, id, 'done')
  await becomes(jobs, other.id, 'failed')
  ranOnce(t, watched, id)
})

t.test('a job waits for years, and one whose delivery was lost is delivered at the next start', { skip }, async t => {
  const { queue, add, storage, watched } = await queueScene(t, 'postgres')
  await sql`update pgboss.queue set retention_seconds = 1209600`.execute(storage.db)
  const first = await queue()
  const { id } = await add(first)
  const query = sql<{ years: number }>`
      select extract(year from age(keep_until, now()))::integer as years from pgboss.job where data ->> 'jobId' = ${id}`
  t.match((await query.execute(storage.db)).rows, [{ years: 9 }], 'also in a queue of an earlier version')
  await first.stop()
  await sql`delete from pgboss.job where data ->> 'jobId' = ${id}`.execute(storage.db)
  const second = await queue()
  await second.start({ test: async () => {} })
  await becomes(second, id, 'done')
  ranOnce(t, watched, id)
})

t.test('two servers that deliver a lost job at once run it once', { skip }, async t => {
  const { queue, add, storage, watched } = await queueScene(t, 'postgres')
  const first = await queue()
  const { id } = await add(first)
  await first.stop()
  await sql`delete from pgboss.job where data ->> 'jobId' = ${id}`.execute(storage.db)
  const servers = [await queue(), await queue()]
  await Promise.all(servers.map(server => server.start({ test: async () => {} })))
  await becomes(servers[0]!, id, 'done')
  const other = await add(servers[1]!, { kind: 'other' })
  await becomes(servers[1]!, other.id, 'failed')
  ranOnce(t, watched, id)
})
