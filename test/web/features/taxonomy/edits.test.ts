import { MutationObserver, QueryClient } from '@tanstack/react-query'
import t, { type Test } from 'tap'
import type { Label, LabelDetail } from '../../../../shared/contracts/taxonomy.ts'
import { changeLabel, reviseLabel, takeChanged } from '../../../../web/features/taxonomy/edits.ts'
import { oneLabel } from '../../../../web/features/taxonomy/queries.ts'
import { fakeFetch } from '../../../support/fake-fetch.ts'

const none = { scientificNameID: null, hotkey: null, ownKey: null, synonyms: [], vernacularNames: [] }
const labelOf = (id: string, name: string, revision: number) => ({ ...none, id, projectId: 'reef', name, revision }) as unknown as Label
const { queryKey } = oneLabel('sand')
const details = (name: string, revision: number): LabelDetail => ({ ...labelOf('sand', name, revision), path: [], totalAnnotationCount: 7 })

/** A server with labels that refuses stale changes and the name “Taken”. */
function server(t: Test) {
  const stored = new Map(['sand', 'mud'].map(id => [id, labelOf(id, id, 1)]))
  return fakeFetch(t, async ({ method, path, body }) => {
    const id = path.split('/').at(-1) ?? ''
    const label = stored.get(id)!
    await new Promise(resolve => setImmediate(resolve))
    if (method === 'GET') return { json: label }
    const { revision, ...change } = JSON.parse(body)
    if (revision !== stored.get(id)!.revision) return { status: 409, json: { status: 409, code: 'STALE_REVISION', detail: 'Stale' } }
    if (change.name === 'Taken') return { status: 409, json: { status: 409, code: 'NAME_TAKEN', detail: 'Taken' } }
    stored.set(id, { ...label, ...change, revision: revision + 1 })
    return { json: stored.get(id) }
  })
}

function newClient(t: Test) {
  const client = new QueryClient()
  t.teardown(() => client.clear())
  return client
}

t.test('two quick changes of one label are both made', async t => {
  const client = newClient(t)
  server(t)
  const [, second] = await Promise.all([changeLabel(client, 'sand', { name: 'Fine sand' }), changeLabel(client, 'sand', { hotkey: 3 })])
  t.match(second, { name: 'Fine sand', hotkey: 3, revision: 3 })
})

t.test('a change that fails does not stop the next, and other labels do not wait', async t => {
  const client = newClient(t)
  const sent = server(t)
  const refused = changeLabel(client, 'sand', { name: 'Taken' })
  const next = changeLabel(client, 'sand', { name: 'Gravel' })
  const other = changeLabel(client, 'mud', { name: 'Silt' })
  await t.rejects(refused, { code: 'NAME_TAKEN' })
  t.match(await next, { name: 'Gravel', revision: 2 })
  t.match(await other, { name: 'Silt' })
  t.ok(sent.findIndex(({ path }) => path.endsWith('/mud')) < 2, 'the first requests are about both labels')
})

t.test('the details have a change as soon as it is saved, and their other parts stay', async t => {
  const client = newClient(t)
  server(t)
  client.setQueryData(queryKey, details('Sand', 1))
  await new MutationObserver(client, reviseLabel()).mutate({ labelId: 'sand', edit: { name: 'Fine sand', revision: 1 } })
  t.match(client.getQueryData(queryKey), { name: 'Fine sand', revision: 2, totalAnnotationCount: 7 })
})

t.test('an older answer does not replace newer details, and unknown details stay unknown', async t => {
  const client = newClient(t)
  takeChanged(client, labelOf('sand', 'Fine sand', 2))
  t.equal(client.getQueryData(queryKey), undefined)
  client.setQueryData(queryKey, details('Gravel', 3))
  takeChanged(client, labelOf('sand', 'Fine sand', 2))
  t.match(client.getQueryData(queryKey), { name: 'Gravel', revision: 3 })
})
