import pino from 'pino'
import t from 'tap'
import { proposeFromRecords } from '../../../../server/backend/opportunities/from-records.ts'
import type { Opportunity, OpportunityCard, OpportunityKind } from '../../../../shared/contracts/opportunities.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { fakeSite } from '../../../support/outside/fake-site.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'

const publicUrl = new URL('https://lab.example/isobath/')
const due = (date: string, more: object = {}) => ({ label: null, date, time: null, zone: null, ...more })
const unstated = { operator: null, cruise: null, disembarkPort: null, disembarkOn: null, berthsFree: null, berthsTotal: null, cabin: null }
const more = { skills: null, duties: null, certificates: null, paid: null, accessibility: null, chiefScientist: null }
const berth = { ...unstated, ...more, ship: 'RV Example', embarkPort: 'Horta', embarkOn: '2098-06-01' }

const posted: (Partial<Opportunity> & { kind: OpportunityKind; title: string; deadlines?: object[] })[] = [
  { kind: 'grant', title: 'Reef grants', organization: 'Reef Fund', deadlines: [due('2098-10-31')] as never },
  { kind: 'fellowship', title: 'Coral fellowship', deadlines: [due('2098-12-01', { precision: 'month' })] as never },
  { kind: 'job', title: 'ROV </script><b>pilot', organization: 'Institute', place: 'Bergen', isRemote: true, startsOn: '2098-05-01' },
  { kind: 'event', title: 'Deep-sea workshop', place: 'Kiel', startsOn: '2098-03-01', endsOn: '2098-03-04', url: 'https://w.example/1' },
  { kind: 'training', title: 'Annotation school', startsOn: '2098-07-01', tags: ['corals', 'ROV'] },
  { kind: 'berth', title: 'One berth', berth: berth as never, deadlines: [due('2098-02-01', { time: '17:00', zone: 'UTC' })] as never },
  { kind: 'ship time', title: 'Ship time in the Arctic', isRolling: true, deadlines: [due('2098-01-01')] as never },
  { kind: 'data call', title: 'Data on sponges', organization: 'Network', deadlines: [due('2098-04-01', { time: '12:00' })] as never },
  { kind: 'other', title: 'Something else' }
]

await forEachDatabase(t, (t, database) => {
  t.test('public opportunities are published as JSON-LD, which the source for web pages reads back', async t => {
    const { signUp, app } = await testBackend(t, { database, publicUrl })
    const ana = await signUp()
    for (const draft of posted)
      t.equal((await ana.post('/opportunities', { ...draft, isPublic: true, contact: 'secret@lab.example', body: 'Long' })).statusCode, 201)
    await ana.post('/opportunities', { kind: 'job', title: 'For members' })
    await ana.post('/opportunities', { kind: 'job', title: 'Withdrawn', isPublic: true })
    const withdrawn = (await ana.get('/data/opportunities?q=withdrawn')).json().items[0]
    await ana.patch(`/opportunities/${withdrawn.id}`, { revision: 1, state: 'withdrawn' })

    const read = (type: string) => app.inject({ method: 'GET', url: `/api/opportunities.${type}` })
    const answer = await read('jsonld')
    t.equal(answer.headers['content-type'], 'application/ld+json; charset=utf-8')
    const { '@context': context, '@graph': graph } = answer.json()
    t.equal(context, 'https://schema.org')
    const byTitle = new Map(graph.map((thing: Record<string, unknown>) => [thing.title ?? thing.name, thing]))
    t.equal(graph.length, posted.length, 'only open ones that their author made public')
    t.notMatch(answer.body, /secret@|Long/, 'contact and description are not public')
    t.match(byTitle.get('Reef grants'), {
      ...{ '@type': 'MonetaryGrant', funder: { '@type': 'Organization', name: 'Reef Fund' }, validThrough: '2098-10-31' },
      url: /^https:\/\/lab\.example\/isobath\/opportunities\//
    })
    t.match(byTitle.get('Coral fellowship'), { '@type': 'MonetaryGrant', validThrough: '2098-12' })
    t.match(byTitle.get('ROV </script><b>pilot'), {
      ...{ '@type': 'JobPosting', hiringOrganization: { name: 'Institute' }, jobLocationType: 'TELECOMMUTE', jobStartDate: '2098-05-01' },
      jobLocation: { '@type': 'Place', name: 'Bergen' }
    })
    t.match(byTitle.get('Deep-sea workshop'), {
      '@type': 'Event',
      startDate: '2098-03-01',
      endDate: '2098-03-04',
      url: 'https://w.example/1'
    })
    t.match(byTitle.get('Annotation school'), { '@type': 'CourseInstance', keywords: 'corals, ROV' })
    t.match(byTitle.get('One berth'), { '@type': 'Event', startDate: '2098-06-01', location: { name: 'Horta' } })
    t.match(byTitle.get('Ship time in the Arctic'), { '@type': 'Grant', validThrough: undefined }, 'people may apply after a review date')
    t.match(byTitle.get('Data on sponges'), { '@type': 'Demand', seller: { name: 'Network' }, validThrough: '2098-04-01T12:00' })
    t.match(byTitle.get('Something else'), { '@type': 'Thing' })

    const page = await read('html')
    t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    t.equal(page.body.match(/<script/g)?.length, 1, 'only data')
    t.equal(page.body.match(/<\/script>/g)?.length, 1, 'no text ends the data')
    t.ok(page.body.includes('ROV &lt;/script&gt;&lt;b&gt;pilot'))
    t.notMatch(page.body, /For members|Withdrawn|secret@/)
    const again = await app.inject({ url: '/api/opportunities.html', headers: { 'if-none-match': String(page.headers.etag) } })
    t.equal(again.statusCode, 304)

    const site = await fakeSite(t, { '/opportunities.html': page.body })
    const reader = await scrapingProject(t, [], { database, outsideUrls: { obis: site.url }, allowedHosts: [site.host] })
    const query = { addresses: `${site.url}/opportunities.html` }
    const { id } = await reader.make({ source: 'page.jsonld', query, startNow: true })
    t.match(await reader.ended(id), { state: 'done', lastRun: { new: posted.length - 1 } }, 'all but the thing without a type')
    await reader.storage.db.updateTable('scraped_record').set({ state: 'accepted' }).execute()
    t.equal(await proposeFromRecords(reader.storage.db, pino({ level: 'silent' })), posted.length - 1)
    const { items } = (await reader.owner.get('/data/opportunities?moderation=true&limit=50')).json<{ items: OpportunityCard[] }>()
    const found = new Map(items.map(item => [item.title, item]))
    t.match(found.get('Reef grants'), {
      kind: 'grant',
      organization: 'Reef Fund',
      deadlines: [{ date: '2098-10-31', time: null, zone: null }]
    })
    t.match(found.get('Coral fellowship'), { kind: 'grant', deadlines: [{ date: '2098-12-01', precision: 'month' }] })
    t.match(found.get('Deep-sea workshop'), { kind: 'event', place: 'Kiel', startsOn: '2098-03-01', endsOn: '2098-03-04' })
    t.match(found.get('Annotation school'), { kind: 'training', startsOn: '2098-07-01' })
    t.match(found.get('One berth'), { kind: 'event', place: 'Horta', deadlines: [{ date: '2098-02-01', time: '17:00', zone: 'UTC' }] })
    t.match(found.get('Ship time in the Arctic'), { kind: 'grant', deadlines: [] })
    t.match(found.get('Data on sponges'), { kind: 'other', organization: 'Network', deadlines: [{ date: '2098-04-01', time: '12:00' }] })
    t.match(
      [...found.values()].find(({ kind }) => kind === 'job'),
      { organization: 'Institute', place: 'Bergen', startsOn: '2098-05-01' }
    )
  })
})
