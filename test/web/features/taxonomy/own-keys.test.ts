import { QueryClient, QueryObserver } from '@tanstack/react-query'
import t from 'tap'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { hasOwnKeptKeys, keptKeysItem, readKeptKeys, writeKeptKeys } from '../../../../web/annotation/kept-keys.ts'
import { renewLabel } from '../../../../web/features/taxonomy/edits.ts'
import { forgetCarriedKeys, keysToCarryOver } from '../../../../web/features/taxonomy/own-keys/carry-over.ts'
import { withKeyEdit } from '../../../../web/features/taxonomy/own-keys/labels-with-keys.ts'
import { sendKeyEdits } from '../../../../web/features/taxonomy/own-keys/send.ts'
import { takeKeyEdit } from '../../../../web/features/taxonomy/own-keys/take-key-edit.ts'
import { labelOutline, oneLabel } from '../../../../web/features/taxonomy/queries.ts'
import { fakeFetch, memoryStorage } from '../../../support/fake-fetch.ts'

const label = (id: string, more: Partial<OutlineLabel> = {}): OutlineLabel => ({ id, parentId: null, name: id, ...more })
const keysOf = (labels: readonly OutlineLabel[]) =>
  Object.fromEntries(labels.flatMap(({ id, ownKey }) => (ownKey === undefined ? [] : [[id, ownKey]])))

t.test('a digit belongs to one label, and a label has one digit', async t => {
  const labels = [label('mud', { ownKey: 1 }), label('sand', { ownKey: 2 }), label('star')]
  const after = (edit: { labelId: string; key: number | null; unlessGiven?: boolean }) => keysOf(withKeyEdit(labels, edit))
  t.same(after({ labelId: 'star', key: 1 }), { star: 1, sand: 2 })
  t.same(after({ labelId: 'mud', key: 2 }), { mud: 2 })
  t.same(after({ labelId: 'mud', key: null }), { sand: 2 })
  t.same(after({ labelId: 'star', key: 1, unlessGiven: true }), { mud: 1, sand: 2 }, 'a key that is taken stays')
  t.same(after({ labelId: 'mud', key: 5, unlessGiven: true }), { mud: 1, sand: 2 }, 'also that of the label')
  t.same(after({ labelId: 'star', key: 5, unlessGiven: true }), { mud: 1, sand: 2, star: 5 })
  t.equal(withKeyEdit(labels, { labelId: 'star', key: 1 })[1], labels[1], 'other labels are not copied')
})

t.test('changes are sent in order; a refused one has no answer, and a lost network leaves all waiting', async t => {
  const edits = ['mud', 'gone', 'sand'].map((labelId, key) => ({ id: `edit ${key}`, labelId, key }))
  const sent = fakeFetch(t, ({ path }) =>
    path.includes('gone') ? { status: 404, json: { status: 404, title: 'Not Found' } } : { status: 204 }
  )
  t.same(
    (await sendKeyEdits('reef', edits)).map(({ id, answer, problem }) => [id, answer, problem]),
    [
      ['edit 0', edits[0], null],
      ['edit 1', null, null],
      ['edit 2', edits[2], null]
    ]
  )
  t.same(
    sent.map(({ method, path, body }) => `${method} ${path} ${body}`),
    ['PUT /api/labels/mud/own-key {"key":0}', 'PUT /api/labels/gone/own-key {"key":1}', 'PUT /api/labels/sand/own-key {"key":2}']
  )
  fakeFetch(t, () => new TypeError('Failed to fetch'))
  await t.rejects(sendKeyEdits('reef', edits))
})

t.test('own keys of an earlier version are carried over once, and the automatic ones stay', async t => {
  const item = keptKeysItem('ana', 'reef')
  const storage = memoryStorage({ [item]: JSON.stringify({ own: { 3: 'sand', 0: 'mud', 5: 'gone' }, automatic: { 1: 'star' } }) })
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
  const labels = [label('mud'), label('sand'), label('star')]
  t.same(
    keysToCarryOver('ana', 'reef', labels).map(({ id: _, ...edit }) => edit),
    [
      { labelId: 'mud', key: 0, unlessGiven: true },
      { labelId: 'sand', key: 3, unlessGiven: true }
    ]
  )
  writeKeptKeys(item, { automatic: { 1: 'star', 2: 'lily' } })
  t.same(readKeptKeys(item).own, { 3: 'sand', 0: 'mud', 5: 'gone' }, 'a new automatic key does not lose them')
  t.ok(hasOwnKeptKeys('ana', 'reef'))
  forgetCarriedKeys('ana', 'reef')
  t.notOk(hasOwnKeptKeys('ana', 'reef'))
  t.same(keysToCarryOver('ana', 'reef', labels), [])
  t.same(storage.all(), { [item]: JSON.stringify({ automatic: { 1: 'star', 2: 'lily' } }) })
  t.same(keysToCarryOver('bo', 'reef', labels), [], 'another person has none')
})

t.test('a label that is read again brings its own key, takes it from another label, and keeps its colour', async t => {
  const client = new QueryClient()
  t.teardown(() => client.clear())
  const { queryKey } = labelOutline('reef')
  client.setQueryData(queryKey, { labels: [label('mud', { ownKey: 4 }), label('sand', { paletteColour: 7 })] })
  const newest = { id: 'sand', projectId: 'reef', parentId: null, name: 'sand', synonyms: [], vernacularNames: [] }
  fakeFetch(t, () => ({ json: { ...newest, hotkey: null, ownKey: 4, scientificNameID: null, favourite: false, annotationCount: 0 } }))
  await renewLabel(client, 'reef', 'sand')
  t.match(client.getQueryData(queryKey)?.labels, [
    { id: 'mud', ownKey: undefined },
    { id: 'sand', ownKey: 4, paletteColour: 7 }
  ])
})

t.test('a label that was read before a change of its own key is read again', async t => {
  for (const isOnItsWay of [true, false]) {
    const client = new QueryClient()
    t.teardown(() => client.clear())
    const { queryKey } = labelOutline('reef')
    client.setQueryData(queryKey, { labels: [label('sand')] })
    const sand = { id: 'sand', projectId: 'reef', parentId: null, name: 'sand', synonyms: [], vernacularNames: [], scientificNameID: null }
    const held = Promise.withResolvers<void>()
    const reads: (number | null)[] = []
    const { fetch } = globalThis
    t.teardown(() => (globalThis.fetch = fetch))
    globalThis.fetch = async () => {
      reads.push(reads.length === 0 ? null : 7)
      const ownKey = reads.at(-1)
      if (reads.length === 1) await held.promise
      return Response.json({ ...sand, hotkey: null, ownKey, favourite: false, annotationCount: 0 })
    }
    const card = isOnItsWay ? client.fetchQuery(oneLabel('sand')).catch(() => null) : null
    const early = isOnItsWay ? null : renewLabel(client, 'reef', 'sand')
    takeKeyEdit(client, 'reef', { labelId: 'sand', key: 7 })
    const late = isOnItsWay ? renewLabel(client, 'reef', 'sand') : null
    held.resolve()
    await Promise.all([card, early, late])
    t.match(client.getQueryData(queryKey)?.labels, [{ id: 'sand', ownKey: 7 }], isOnItsWay ? 'read for the card' : 'read for the tree')
    t.same(reads, [null, 7])
  }
})

t.test('a label is read to the end when its card closes meanwhile', async t => {
  const client = new QueryClient()
  t.teardown(() => client.clear())
  const { queryKey } = labelOutline('reef')
  client.setQueryData(queryKey, { labels: [label('sand', { ownKey: 7 })] })
  const sand = { id: 'sand', projectId: 'reef', parentId: null, name: 'sand', synonyms: [], vernacularNames: [], scientificNameID: null }
  const answer = (ownKey: number | null) => ({ ...sand, hotkey: null, ownKey, favourite: false, annotationCount: 0 })
  client.setQueryData(oneLabel('sand').queryKey, answer(null) as never)
  const closeCard = new QueryObserver(client, oneLabel('sand')).subscribe(() => {})
  const held = Promise.withResolvers<void>()
  const { fetch } = globalThis
  t.teardown(() => (globalThis.fetch = fetch))
  globalThis.fetch = async () => {
    await held.promise
    return Response.json(answer(7))
  }
  const renewed = renewLabel(client, 'reef', 'sand')
  await new Promise(resolve => setImmediate(resolve))
  closeCard()
  held.resolve()
  await renewed
  t.match(client.getQueryData(queryKey)?.labels, [{ id: 'sand', ownKey: 7 }])
})

t.test('a label leaves the tree only when the server, not a proxy, answers that it is not there', async t => {
  const client = new QueryClient()
  t.teardown(() => client.clear())
  const { queryKey } = labelOutline('reef')
  client.setQueryData(queryKey, { labels: [label('mud'), label('sand')] })
  const namesLeft = async () => {
    await renewLabel(client, 'reef', 'sand')
    return client.getQueryData(queryKey)?.labels.map(({ name }) => name)
  }
  for (const answer of [
    { status: 404, json: {} },
    { status: 404, text: '<h1>Not Found</h1>' },
    { status: 502, json: {} }
  ]) {
    fakeFetch(t, () => answer)
    t.same(await namesLeft(), ['mud', 'sand'])
  }
  fakeFetch(t, () => ({ status: 404, json: { code: 'NOT_FOUND', detail: 'The label was not found' } }))
  t.same(await namesLeft(), ['mud'])
})
