import { QueryClient, QueryObserver } from '@tanstack/react-query'
import t, { type Test } from 'tap'
import type { Label, OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { favourLabel, renewLabel } from '../../../../web/features/taxonomy/edits.ts'
import { labelOutline } from '../../../../web/features/taxonomy/queries.ts'

const sand = { id: 'sand', name: 'Sand' } as OutlineLabel
const outline = () => ({ labels: [{ ...sand }] })
const { queryKey } = labelOutline('reef')

/** A page with the outline of a catalog. @param meanwhile runs while the server stores the favourite */
function page(t: Test, meanwhile: (client: QueryClient) => void = () => {}): QueryClient {
  const client = new QueryClient()
  client.setQueryData(queryKey, outline())
  const { fetch } = globalThis
  t.teardown(() => {
    globalThis.fetch = fetch
    client.clear()
  })
  globalThis.fetch = async () => {
    meanwhile(client)
    return new Response(null, { status: 204 })
  }
  return client
}

t.test('an outline that was read before a favourite does not remove it', async t => {
  const client = page(t, client => client.setQueryData(queryKey, outline()))
  await favourLabel(client, 'reef', 'sand', true)
  t.equal(client.getQueryData(queryKey)?.labels[0]?.favourite, true)
})

t.test('an outline that arrives after the favourite is read again', async t => {
  const client = page(t)
  const answers = [outline(), { labels: [{ ...sand, favourite: true }] }]
  const held = Promise.withResolvers<void>()
  const queryFn = async () => {
    const answer = answers.shift()!
    if (answers.length === 1) await held.promise
    return answer
  }
  client.setQueryDefaults(queryKey, { queryFn })
  const stop = new QueryObserver(client, { queryKey, queryFn, staleTime: 0 }).subscribe(() => {})
  t.teardown(stop)
  await favourLabel(client, 'reef', 'sand', true)
  held.resolve()
  await new Promise(resolve => setImmediate(resolve))
  t.equal(client.getQueryData(queryKey)?.labels[0]?.favourite, true)
  t.same(answers, [], 'the outline was read again')
})

t.test('the last of two quick presses wins, whatever the order of the answers', async t => {
  const client = page(t)
  const held = Promise.withResolvers<void>()
  const answer = globalThis.fetch
  globalThis.fetch = async (...request) => {
    globalThis.fetch = answer
    await held.promise
    return answer(...request)
  }
  const first = favourLabel(client, 'reef', 'sand', true)
  await favourLabel(client, 'reef', 'sand', false)
  held.resolve()
  await first
  t.equal(client.getQueryData(queryKey)?.labels[0]?.favourite, undefined)
})

t.test('a label that was read before a favourite does not remove it, whenever it arrives', async t => {
  for (const isEarly of [true, false]) {
    const client = page(t)
    const [read, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const taxon = { scientificNameID: null, hotkey: null, ownKey: null, synonyms: [], vernacularNames: [], annotationCount: 0 }
    const label = { ...sand, ...taxon, projectId: 'reef', parentId: null, favourite: false, name: 'Fine sand' } as unknown as Label
    globalThis.fetch = async (_url, options) => {
      const isRead = options?.method === 'GET'
      await (isRead ? read : stored).promise
      return isRead
        ? new Response(JSON.stringify(label), { headers: { 'content-type': 'application/json' } })
        : new Response(null, { status: 204 })
    }
    const favoured = favourLabel(client, 'reef', 'sand', true)
    const renewed = renewLabel(client, 'reef', 'sand')
    const [first, second] = isEarly ? ([read, stored] as const) : ([stored, read] as const)
    first.resolve()
    await (isEarly ? renewed : favoured)
    second.resolve()
    await Promise.all([favoured, renewed])
    t.match(client.getQueryData(queryKey)?.labels, [{ name: 'Fine sand', favourite: true }], isEarly ? 'before' : 'after')
  }
})
