import { InfiniteQueryObserver } from '@tanstack/react-query'
import t from 'tap'
import { provideCredentials } from '../../../../web/api/credentials.ts'
import { createQueryClient } from '../../../../web/api/query-client.ts'
import { decideRecords, recordsOf } from '../../../../web/features/outside/queries.ts'
import { fakeFetch } from '../../../support/fake-fetch.ts'

t.test('a list read while decisions are sent shows their records as decided', async t => {
  provideCredentials({ authorization: async () => null, isOpen: () => true, signIns: () => 0, refused: () => {} })
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const states = new Map([
    ['1', 'waiting'],
    ['2', 'waiting'],
    ['3', 'waiting']
  ])
  let decisions = 0
  fakeFetch(t, async ({ method, body }) => {
    if (method === 'GET') return { json: { items: [...states].map(([id, state]) => ({ id, state })), nextCursor: null, total: 3 } }
    const { ids, decision } = JSON.parse(String(body)) as { ids: string[]; decision: string }
    await answers[decisions++]!.promise
    for (const id of ids) states.set(id, decision === 'accept' ? 'accepted' : 'rejected')
    return { json: { id: '9', decision, count: ids.length, leftOut: 0 } }
  })
  const client = createQueryClient()
  const list = recordsOf('7', {})
  const shown = () => client.getQueryData(list.queryKey)?.pages.flatMap(page => page.items.map(({ state }) => state))
  const read = () => client.fetchInfiniteQuery({ ...list, staleTime: 0 })
  const decide = (id: string, decision: 'accept' | 'reject') =>
    client
      .getMutationCache()
      .build(client, decideRecords())
      .execute({ ids: [id], decision })
  await read()
  const first = decide('1', 'accept')
  const second = decide('2', 'reject')
  await read()
  t.same(shown(), ['accepted', 'rejected', 'waiting'])
  answers[0]!.resolve()
  await first
  await read()
  t.same(shown(), ['accepted', 'rejected', 'waiting'], 'the second one is still on its way')
  answers[1]!.resolve()
  await second
  await read()
  t.same(shown(), ['accepted', 'rejected', 'waiting'], 'the server has both')
  client.clear()
})

t.test('after a refused decision, and one that left a record out, the list has the states of the server', async t => {
  provideCredentials({ authorization: async () => null, isOpen: () => true, signIns: () => 0, refused: () => {} })
  fakeFetch(t, ({ method, body }) => {
    if (method === 'GET') return { json: { items: ['1', '2'].map(id => ({ id, state: 'waiting' })), nextCursor: null, total: 2 } }
    const { ids } = JSON.parse(String(body)) as { ids: string[] }
    if (ids[0] === '1') return { status: 409, json: { status: 409, code: 'DECISION_STALE', detail: 'Someone else has decided' } }
    return { json: { id: '9', decision: 'accept', count: 0, leftOut: 1 } }
  })
  const client = createQueryClient()
  const list = recordsOf('7', {})
  const observer = new InfiniteQueryObserver(client, list)
  const stop = observer.subscribe(() => {})
  const shown = () => client.getQueryData(list.queryKey)?.pages.flatMap(page => page.items.map(({ state }) => state))
  await client.fetchInfiniteQuery({ ...list, staleTime: 0 })
  const decide = (id: string) =>
    client
      .getMutationCache()
      .build(client, decideRecords())
      .execute({ ids: [id], decision: 'accept' })
  await t.rejects(decide('1'), { message: 'Someone else has decided' })
  t.same(shown(), ['waiting', 'waiting'])
  await decide('2')
  t.same(shown(), ['waiting', 'waiting'])
  stop()
  client.clear()
})
