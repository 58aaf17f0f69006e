import t from 'tap'
import { similarityOf } from '../../../../server/backend/opportunities/likeness.ts'
import type { SimilarOpportunity } from '../../../../shared/contracts/opportunities.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'

const due = (date: string, zone: string | null = 'UTC') => ({ label: null, date, time: null, zone })
const titles = (answer: { json(): { items: SimilarOpportunity[] } }) => answer.json().items.map(({ title }) => title)
const address = 'https://reef.example/calls/7'
const title = 'Coral reef restoration grants 2097'

await forEachDatabase(t, (t, database) => {
  t.test('a draft is compared with posted calls by address, and by title, funder and deadline', async t => {
    const { signUp } = await testBackend(t, { database })
    const [, ana, bo] = [await signUp(), await signUp(), await signUp()]
    const made = { kind: 'grant', title, organization: 'Reef Fund', url: address, deadlines: [due('2097-03-01')] }
    const { id } = (await ana.post('/opportunities', made)).json()
    await ana.post('/opportunities', { kind: 'job', title: 'ROV pilot', url: 'https://ships.example/' })
    const similar = (draft: object) => bo.post('/opportunities/similar', draft)

    const [found] = (await similar({ title: 'CORAL REEF RESTORÁTION GRANT 2097' })).json().items
    t.match(found, { id, title, match: 'title', organization: 'Reef Fund', state: 'published', isOpen: true, deadlines: { length: 1 } })
    t.ok(found.similarity >= 0.5 && found.similarity < 1)
    const near = { title, organization: 'The Reef Fund', deadlines: [due('2097-03-02', null)] }
    t.match((await similar(near)).json(), { items: [{ id, similarity: 1 }] }, 'a day later, without a zone')
    t.same(titles(await similar({ ...near, deadlines: [due('2097-03-04')] })), [], 'another deadline')
    t.same(titles(await similar({ ...near, organization: 'Sponge Trust' })), [], 'another funder')
    t.same(titles(await similar({ title: 'Deep-sea sponge grants 2097' })), [], 'another title')
    for (const url of [`${address}/?utm_source=x#a`, address.replace('https', 'http')])
      t.match((await similar({ title: 'Something else', url })).json(), { items: [{ id, match: 'address' }] }, url)
    t.same(titles(await similar({ url: `${address}?page=2` })), [])
    t.same(titles(await similar({ title, url: address, opportunityId: id })), [], 'a call is not a duplicate of itself')
    t.same(titles(await similar({})), [], 'nothing to compare')
    t.same(titles(await similar({ title: '—' })), [])

    const { id: copy } = (await bo.post('/opportunities', { ...made, url: null })).json()
    t.match((await ana.get(`/opportunities/${id}/similar`)).json(), { items: [{ id: copy, match: 'title' }] })
    t.match((await ana.get(`/opportunities/${copy}/similar`)).json(), { items: [{ id }] })
    for (let count = 0; count < 6; count++) await bo.post('/opportunities', { ...made, title: `${title} ${count}` })
    const { items } = (await similar({ title, url: address })).json()
    t.equal(items.length, 5)
    t.match(items[0], { id, match: 'address' }, 'the same address is first')
  })

  t.test('similar calls are limited to those that the list shows to the person', async t => {
    const { signUp } = await testBackend(t, { database })
    const [admin, ana, bo] = [await signUp(), await signUp(), await signUp()]
    const draft = { kind: 'grant', title, url: address }
    const { id } = (await ana.post('/opportunities', { ...draft, isDraft: true })).json()
    const seen = async (person: typeof ana) => titles(await person.post('/opportunities/similar', { title, url: address })).length
    t.same([await seen(ana), await seen(bo), await seen(admin)], [1, 0, 0], 'a draft is for its author')
    t.equal((await bo.get(`/opportunities/${id}/similar`)).statusCode, 404)
    t.equal((await bo.get('/opportunities/unknown/similar')).statusCode, 404)
    const { revision } = (await ana.patch(`/opportunities/${id}`, { revision: 1, state: 'published' })).json()
    t.same([await seen(ana), await seen(bo), await seen(admin)], [1, 1, 1])
    await ana.patch(`/opportunities/${id}`, { revision, state: 'withdrawn' })
    t.same([await seen(ana), await seen(bo), await seen(admin)], [1, 0, 0], 'the list shows a withdrawn one to its author')
    await ana.patch(`/opportunities/${id}`, { revision: revision + 1, state: 'published' })
    await admin.post(`/opportunities/${id}/refuse`, { reason: 'Spam' })
    t.same([await seen(ana), await seen(bo), await seen(admin)], [1, 0, 1], 'a refused one is for author and administrators')
  })
})

t.test('refusals', async t => {
  const { signUp, app } = await testBackend(t)
  const ana = await signUp()
  const { id } = (await ana.post('/opportunities', { kind: 'grant', title })).json()
  const refused = async (draft: object) => (await ana.post('/opportunities/similar', draft)).json()
  t.match(await refused({ deadlines: [due('2097-03-01', 'Mars/Olympus')] }), { status: 422, errors: [{ path: '/deadlines/0/zone' }] })
  t.match(await refused({ url: 'javascript:alert(1)' }), { status: 422, errors: [{ path: /^\/url/ }] })
  t.match(await refused({ title: 'a'.repeat(301) }), { status: 422 })
  t.match(await refused({ body: 'Text' }), { status: 422 })
  t.equal((await app.inject({ method: 'POST', url: '/api/opportunities/similar', payload: {} })).statusCode, 401)
  t.equal((await app.inject(`/api/opportunities/${id}/similar`)).statusCode, 401)

  const token = { name: 'Notebook', scope: 'read', expiresAt: null }
  const { secret } = (await ana.post('/auth/tokens', token)).json()
  const headers = { authorization: `Bearer ${secret}` }
  t.equal((await app.inject({ url: `/api/opportunities/${id}/similar`, headers })).statusCode, 200)
  t.equal((await app.inject({ method: 'POST', url: '/api/opportunities/similar', headers, payload: {} })).statusCode, 403)
})

t.test('the similarity of titles is that of pg_trgm', t => {
  t.equal(similarityOf('word', 'two words'), 4 / 11)
  t.equal(similarityOf('Coral reefs', 'coral réefs'), 1)
  t.equal(similarityOf('', ''), 0)
  t.end()
})
