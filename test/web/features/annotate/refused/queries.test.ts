import { QueryClient } from '@tanstack/react-query'
import t from 'tap'
import { currentVersionOf } from '../../../../../web/features/annotate/refused/queries.ts'
import { fakeFetch } from '../../../../support/fake-fetch.ts'

t.test('an annotation is gone only when the server, not a proxy, answers that it is not there', async t => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  t.teardown(() => client.clear())
  const current = () => client.fetchQuery(currentVersionOf('a', 1))
  fakeFetch(t, () => ({ status: 404, json: { code: 'NOT_FOUND', detail: 'The annotation was not found' } }))
  t.equal(await current(), null)
  for (const answer of [
    { status: 404, json: {} },
    { status: 404, text: '<h1>Not Found</h1>' },
    { status: 502, json: {} }
  ]) {
    fakeFetch(t, () => answer)
    await t.rejects(current(), { name: 'ApiError', status: answer.status })
  }
})
