import t from 'tap'
import { refusal } from '../../../web/api/api-error.ts'
import { createQueryClient, retryDelayMs, shouldRetry } from '../../../web/api/query-client.ts'

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
