import t from 'tap'
import { deadlineOf } from '../../../../server/backend/opportunities/deadlines.ts'
import type { Opportunity } from '../../../../shared/contracts/opportunities.ts'
import { opportunityLimit } from '../../../../shared/limits.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'

const titles = (answer: { json(): { items: Opportunity[] } }) => answer.json().items.map(({ title }) => title)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const due = (date: string, more: object = {}) => ({ label: null, date, time: null, zone: 'UTC', ...more })

await forEachDatabase(t, (t, database) => {
  t.test('opportunities are posted, listed by deadline, searched, saved and expire automatically', async t => {
    const { signUp } = await testBackend(t, { database })
    const [admin, ana, bo] = [await signUp(), await signUp(), await signUp()]
    const post = async (draft: object) => (await ana.post('/opportunities', draft)).json<Opportunity>()
    const berth = { ship: 'RV Example', operator: null, cruise: 'EX-12', embarkPort: 'Ponta Delgada', embarkOn: '2027-05-02' }
    const rest = { disembarkPort: null, disembarkOn: null, berthsFree: 2, berthsTotal: 20, cabin: null, skills: 'ROV annotation' }
    const none = { duties: null, certificates: 'Medical', paid: null, accessibility: null, chiefScientist: null }
    const made = await post({
      kind: 'berth',
      title: 'Two berths, Mid-Atlantic Ridge',
      regions: ['North-East Atlantic'],
      careerStages: ['PhD'],
      berth: { ...berth, ...rest, ...none },
      deadlines: [due(inDays(20)), due(inDays(10))]
    })
    t.match(made, { state: 'published', isOpen: true, mayEdit: true, postedBy: null, summary: null, berth: { berthsFree: 2 } })
    t.match(made.closesAt, new RegExp(inDays(21)))
    await post({ kind: 'grant', title: 'Coral grant', organization: 'Reef Fund', deadlines: [due(inDays(5))] })
    await post({ kind: 'job', title: 'ROV technician' })
    await post({ kind: 'job', title: 'Closed job', deadlines: [due(inDays(-5))] })
    const draft = await post({ kind: 'event', title: 'Draft event', isDraft: true })

    t.same(titles(await bo.get('/data/opportunities')), ['Coral grant', 'Two berths, Mid-Atlantic Ridge', 'ROV technician'])
    t.match((await bo.get('/data/opportunities?open_only=false')).json(), { total: 4 })
    t.same(titles(await bo.get('/data/opportunities?q=reef%20coral')), ['Coral grant'])
    t.same(titles(await bo.get('/data/opportunities?kind=berth&region=north-east%20atlantic&career=PhD')), [made.title])
    t.same(titles(await bo.get('/data/opportunities?region=atlantic')), [], 'the region must match as a whole')
    t.equal(titles(await ana.get('/data/opportunities?mine=true')).length, 5)
    const page = (await bo.get('/data/opportunities?limit=2')).json()
    t.match(page, { total: 3, items: { length: 2 } })
    t.same(titles(await bo.get(`/data/opportunities?limit=2&cursor=${page.nextCursor}`)), ['ROV technician'])
    t.same(titles(await bo.get('/data/opportunities?sort=new&limit=1')), ['ROV technician'])
    t.equal((await bo.get('/data/opportunities?cursor=x')).statusCode, 400)

    t.equal((await bo.get(`/opportunities/${draft.id}`)).statusCode, 404)
    t.equal((await bo.put(`/opportunities/${made.id}/save`, {})).statusCode, 204)
    t.equal((await bo.put(`/opportunities/${made.id}/save`, {})).statusCode, 204)
    t.match((await bo.get('/data/opportunities?saved=true')).json(), { total: 1, items: [{ isSaved: true }] })
    t.match((await ana.get(`/opportunities/${made.id}`)).json(), { isSaved: false }, 'others do not find it')
    t.equal((await bo.delete(`/opportunities/${made.id}/save`)).statusCode, 204)
    t.match((await bo.get('/data/opportunities?saved=true')).json(), { total: 0 })

    t.equal((await bo.patch(`/opportunities/${made.id}`, { revision: 1, title: 'Mine' })).json().code, 'OPPORTUNITY_OF_OTHERS')
    t.equal((await bo.delete(`/opportunities/${made.id}`)).statusCode, 403)
    t.match((await ana.patch(`/opportunities/${draft.id}`, { revision: 1, state: 'published' })).json(), {
      state: 'published',
      revision: 2
    })
    t.equal((await ana.patch(`/opportunities/${draft.id}`, { revision: 1, title: 'Late' })).json().code, 'STALE_REVISION')
    t.match((await admin.patch(`/opportunities/${made.id}`, { revision: 1, state: 'withdrawn' })).json(), { isOpen: false })
    t.equal((await ana.delete(`/opportunities/${made.id}`)).statusCode, 204)
    t.equal((await ana.get(`/opportunities/${made.id}`)).statusCode, 404)
  })
})

await forEachDatabase(t, (t, database) => {
  t.test('lists and calendars are filtered by taxon and career stage', async t => {
    const { signUp, app } = await testBackend(t, { database })
    const [ana, bo] = [await signUp(), await signUp()]
    const post = (title: string, more: object) => ana.post('/opportunities', { kind: 'grant', title, startsOn: '2098-05-02', ...more })
    await post('Corals', { taxa: ['Scleractinia', 'Desmophyllum pertusum'], careerStages: ['PhD', 'early career'] })
    await post('Sponges', { taxa: ['AphiaID:558'], careerStages: ['student'] })
    await post('Krill', { taxa: ['1086', 'Scleractinia 100%'] })
    const found = async (filter: object) => titles(await bo.get(`/data/opportunities?${new URLSearchParams({ ...filter })}`)).sort()
    t.same(await found({ taxon: 'scleractinia' }), ['Corals'])
    t.same(await found({ taxon: ' Desmophyllum pertusum ' }), ['Corals'])
    t.same(await found({ taxon: 'Desmophyllum' }), [], 'the whole name, as the call states it')
    t.same(await found({ taxon: 'Scleractinia 100_' }), [], 'no patterns')
    for (const taxon of ['558', 'aphiaid: 558', 'urn:lsid:marinespecies.org:taxname:558', '0558'])
      t.same(await found({ taxon }), ['Sponges'], taxon)
    t.same(await found({ taxon: 'AphiaID 1086' }), ['Krill'])
    t.same(await found({ taxon: '55' }), [])
    t.same(await found({ career: 'PhD' }), ['Corals'])
    t.same(await found({ career: 'student', taxon: 'Scleractinia' }), [])
    t.same(await found({ career: 'early career', taxon: 'Scleractinia', kind: 'grant' }), ['Corals'])
    t.equal((await bo.get('/data/opportunities?career=PhD%20')).statusCode, 400)
    t.equal((await bo.get(`/data/opportunities?taxon=${'a'.repeat(101)}`)).statusCode, 400)

    const choice = { of: 'matching', taxon: 'Scleractinia', career: 'PhD' }
    const { secret } = (await bo.post('/profile/calendar-tokens', { name: 'Phone', choice })).json()
    const calendar = await app.inject({ method: 'GET', url: `/api/opportunities/calendar.ics?token=${secret}` })
    t.match(calendar.body, /Starts: Corals/)
    t.notMatch(calendar.body, /Sponges|Krill/)
    t.match((await bo.get('/profile/calendar-tokens')).json(), { tokens: [{ choice }] })
  })
})

t.test('refusals name the field', async t => {
  const { signUp } = await testBackend(t)
  const ana = await signUp()
  const refused = async (more: object) => (await ana.post('/opportunities', { kind: 'job', title: 'A', ...more })).json().errors?.[0]?.path
  t.equal(await refused({ deadlines: [due('2026-12-01', { zone: 'Mars/Olympus' })] }), '/deadlines/0/zone')
  t.equal(await refused({ deadlines: [due('2026-12-01', { zone: '+05:00' })] }), '/deadlines/0/zone')
  t.equal(await refused({ deadlines: [due('2026-12-01', { precision: 'month', time: '12:00' })] }), '/deadlines/0/time')
  t.match(await refused({ deadlines: [due('2026-12-01', { precision: 'year' })] }), /^\/deadlines\/0\/precision/)
  t.match(await refused({ deadlines: [due('2026-12-32', { precision: 'month' })] }), /^\/deadlines\/0\/date/)
  t.match(await refused({ url: 'javascript:alert(1)' }), /^\/url/)
  t.equal(await refused({ url: 'https://%' }), '/url', 'an address that no browser opens')
  t.equal(await refused({ title: ' ' }), '/title')
  t.equal(await refused({ title: '\u200B\u202E' }), '/title', 'only invisible characters')
  t.match(await refused({ startsOn: '9999-12-31' }), /^\/startsOn/, 'its end would sort before every instant')
  t.equal(await refused({ startsOn: '2026-12-02', endsOn: '2026-12-01' }), '/endsOn')
})

t.test('one person may post 200 opportunities', async t => {
  const { signUp } = await testBackend(t)
  const ana = await signUp()
  const post = () => ana.post('/opportunities', { kind: 'job', title: 'A' })
  const { id } = (await post()).json()
  for (let count = 1; count < opportunityLimit; count++) await post()
  t.match((await post()).json(), { status: 409, code: 'TOO_MANY_OPPORTUNITIES' })
  await ana.delete(`/opportunities/${id}`)
  t.equal((await post()).statusCode, 201)
})

t.test('an opportunity is open until its latest deadline has passed everywhere', async t => {
  const { signUp } = await testBackend(t)
  const ana = await signUp()
  const [day, time] = new Date(Date.now() - 3_600_000).toISOString().split('T') as [string, string]
  const deadlines = [due(day, { zone: null }), due(day, { time: time.slice(0, 5) })]
  t.match((await ana.post('/opportunities', { kind: 'job', title: 'A', deadlines })).json(), { isOpen: true })
})

t.test('a deadline is the instant that its call states', async t => {
  const at = (date: string, time: string | null, zone: string | null) => deadlineOf({ label: null, date, time, zone })
  t.match(at('2026-12-01', '17:00', 'America/Los_Angeles'), { earliest: '2026-12-02T01:00:00.000Z', latest: '2026-12-02T01:00:00.000Z' })
  t.match(at('2026-12-01', null, 'AoE'), { earliest: '2026-12-02T12:00:00.000Z', remark: null })
  t.match(at('2026-12-01', null, null), { earliest: '2026-12-01T10:00:00.000Z', latest: '2026-12-02T12:00:00.000Z' })
  const month = (date: string, zone: string | null) => deadlineOf({ label: null, date, precision: 'month', time: null, zone })
  t.match(month('2026-12-24', null), { date: '2026-12-01', earliest: '2026-12-01T10:00:00.000Z', latest: '2027-01-01T12:00:00.000Z' })
  t.match(month('2028-02-01', 'UTC'), { earliest: '2028-02-02T00:00:00.000Z', latest: '2028-03-01T00:00:00.000Z' })
  t.match(at('2027-03-28', '02:30', 'Europe/Berlin'), { earliest: '2027-03-28T01:30:00.000Z', remark: /does not exist/ })
  t.match(at('2026-10-25', '02:30', 'Europe/Berlin'), { earliest: '2026-10-25T00:30:00.000Z', remark: /twice/ })
})
