import { QueryObserver } from '@tanstack/react-query'
import t from 'tap'
import { refusal } from '../../../web/api/api-error.ts'
import { createQueryClient, retryDelayMs, shouldRetry } from '../../../web/api/query-client.ts'
import { until } from '../../support/until.ts'

t.test('server data is fresh for 5 minutes, kept for 30, and not fetched again on window focus', async t => {
  t.match(createQueryClient().getDefaultOptions().queries, { staleTime: 5 * 60_000, gcTime: 30 * 60_000, refetchOnWindowFocus: false })
})

t.test('queries are retried 3 times, with a pause that doubles up to 30 seconds', async t => {
  t.strictSame(
    [0, 1, 2, 3].map(failures => shouldRetry(failures, new Error('x'))),
    [true, true, true, false]
  )
  t.strictSame([0, 1, 2, 4, 5, 20].map(retryDelayMs), [1000, 2000, 4000, 16_000, 30_000, 30_000])
  t.equal(shouldRetry(0, refusal(500, '', null)), true)
  t.equal(shouldRetry(0, refusal(401, '', null)), false, 'a session that has ended is not retried')
  t.equal(shouldRetry(0, refusal(405, '', null)), false, 'nor is a call that the backend does not support')
})

t.test('a mutation is never retried', async t => {
  const client = createQueryClient()
  let tries = 0
  const mutation = client.getMutationCache().build(client, {
    mutationFn: async () => {
      tries++
      throw new Error('refused')
    }
  })
  await t.rejects(mutation.execute(undefined), { message: 'refused' })
  t.equal(tries, 1)
  client.clear()
})

t.test('a query that is invalidated during its first fetch is fetched again', async t => {
  for (const isShown of [true, false]) {
    const client = createQueryClient()
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let fetches = 0
    const query = { queryKey: ['tokens'], queryFn: () => answers[fetches++]!.promise }
    const observer = new QueryObserver(client, query)
    const stop = isShown ? observer.subscribe(() => {}) : () => {}
    const first = client.fetchQuery(query)
    const renewed = client.invalidateQueries({ queryKey: ['tokens'] })
    answers[0]!.resolve('before the change')
    t.equal(await first, 'before the change', 'the first answer is kept meanwhile')
    await renewed
    const second = isShown
      ? until(
          () => fetches,
          count => count === 2
        )
      : client.fetchQuery(query)
    answers[1]!.resolve('after the change')
    await second
    t.equal(
      await until(
        () => client.getQueryData(['tokens']),
        data => data === 'after the change'
      ),
      'after the change'
    )
    t.equal(fetches, 2)
    t.equal(client.getQueryState(['tokens'])?.isInvalidated, false)
    stop()
    client.clear()
  }
})

t.test('an invalidation during a later fetch replaces that fetch, and causes no third', async t => {
  const client = createQueryClient()
  let fetches = 0
  const query = { queryKey: ['tokens'], queryFn: async () => ++fetches }
  const stop = new QueryObserver(client, query).subscribe(() => {})
  await until(
    () => client.getQueryData(['tokens']),
    data => data === 1
  )
  void client.invalidateQueries({ queryKey: ['tokens'] })
  await client.invalidateQueries({ queryKey: ['tokens'] })
  t.equal(client.getQueryData(['tokens']), 3)
  await new Promise(resolve => setTimeout(resolve, 20))
  t.equal(fetches, 3)
  stop()
  client.clear()
})

t.test('an invalidation without a refetch leaves a query stale after its first fetch', async t => {
  const client = createQueryClient()
  let fetches = 0
  const query = { queryKey: ['tokens'], queryFn: async () => ++fetches }
  const stop = new QueryObserver(client, query).subscribe(() => {})
  void client.invalidateQueries({ queryKey: ['tokens'], refetchType: 'none' })
  await until(
    () => client.getQueryState(['tokens'])?.isInvalidated,
    isInvalidated => isInvalidated === true
  )
  t.equal(client.getQueryData(['tokens']), 1)
  t.equal(fetches, 1)
  stop()
  client.clear()
})

t.test('data that are set during a fetch are fetched again, as its answer may be older', async t => {
  const client = createQueryClient()
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let fetches = 0
  const query = { queryKey: ['image'], queryFn: () => answers[fetches++]!.promise }
  const stop = new QueryObserver(client, query).subscribe(() => {})
  client.setQueryData(['image'], 'revision 2')
  answers[0]!.resolve('revision 1')
  await until(
    () => fetches,
    count => count === 2
  )
  answers[1]!.resolve('revision 2, read')
  t.equal(
    await until(
      () => client.getQueryData(['image']),
      data => data !== 'revision 1'
    ),
    'revision 2, read'
  )
  client.setQueryData(['image'], 'revision 3')
  t.equal(client.getQueryState(['image'])?.fetchStatus, 'idle', 'without a fetch under way, no fetch begins')
  stop()
  client.clear()
})
