import { sql } from 'kysely'
import t from 'tap'
import { forgetDecisionItems } from '../../../../server/backend/scraper/upkeep.ts'
import { writeDecision } from '../../../../server/backend/scraper/write-decision.ts'
import { timestamp } from '../../../../server/lib/clock.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { RuleCounts } from '../../../../shared/contracts/inbox-rules.ts'
import type { Decision, RecordDetail, RecordPage } from '../../../../shared/contracts/outside-records.ts'
import { forEachDatabase, type Person } from '../../../support/backend.ts'
import { fakeSite } from '../../../support/outside/fake-site.ts'
import { drawnRecords, type Occurrence } from '../../../support/outside/occurrences.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'
import { until } from '../../../support/until.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a job is created, runs, and its records have licence and citation', async t => {
    const { owner, project, make, ended, log, records, obis } = await scrapingProject(t, drawnRecords(7), { database })
    const area = { west: 175, south: -25, east: -170, north: -15 }
    const made = await make({ startNow: true, query: { scientificname: 'Acanthuridae', area, startdate: '2016-01-01' } })
    t.match(made, { name: 'Tonga', dataType: 'occurrence', revision: 1, createdBy: 'ana@lab.example' })
    t.equal(made.words, 'Acanthuridae, between 25° S and 15° S, 175° E and 170° W, from 2016-01-01')
    const job = await ended(made.id)
    t.match(job, {
      state: 'done',
      lastRun: { number: 1, found: 7, new: 7, changed: 0, same: 0, gone: 0, failed: 0, total: 7, pages: 1, requests: 3 },
      counts: { waiting: 7, accepted: 0 }
    })
    t.match(Object.fromEntries(obis.asked[0]!.searchParams), {
      size: '5000',
      geometry: 'MULTIPOLYGON(((175 -25,180 -25,180 -15,175 -15,175 -25)),((-180 -25,-170 -25,-170 -15,-180 -15,-180 -25)))',
      startdate: '2016-01-01'
    })
    t.same(await log(job), [`Run 1: ${made.words}`, 'Page 1: 7 records, 7 new', 'Complete: 7 records, 7 new, 0 changed, 0 same, 0 gone'])
    const page = await records('?data_type=occurrence&limit=2')
    t.match(page, { total: 7, dataType: 'occurrence', items: [{ title: 'Ctenochaetus striatus', change: 'new', state: 'waiting' }, {}] })
    t.match(page.items[0]?.dataset, {
      title: 'Dataset drawn-dataset',
      licence: 'CC-BY-4.0',
      citation: 'Drawn (2026) drawn-dataset',
      url: null
    })
    t.equal((await records(`?limit=200&cursor=${page.nextCursor}`)).items.length, 5)
    t.equal((await records('?q=zebrasoma')).total, 2)
    t.match((await owner.get(`/data/job/${made.id}`)).json(), { total: 7, dataType: 'occurrence' })
    t.match((await owner.get(`/scraper/jobs?project_id=${project.id}`)).json(), {
      items: [{ id: made.id, state: 'done' }],
      nextCursor: null
    })
    t.match((await owner.get('/scraper/jobs?state=failed')).json(), { items: [] })
    t.match((await owner.get(`/scraper/runs/${job.lastRun?.id}/requests`)).json().items.at(-1), { number: 1, status: 200 })
    t.match((await owner.get(`/projects/${project.id}/datasets`)).json(), { items: [{ licence: 'CC-BY-4.0', records: 7, accepted: 0 }] })
  })

  t.test('a person’s decision during that of a rule keeps the state set by the rule', async t => {
    const { storage, owner, project, make, ended, records } = await scrapingProject(t, drawnRecords(3), { database })
    await ended((await make({ startNow: true })).id)
    const totalOf = async (state: string) => (await records(`?state=${state}`)).total
    const waiting = async () => {
      const query = sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await query.execute(storage.db)).rows.length
    }
    const { deciding } = await storage.db.transaction().execute(async transaction => {
      const matching = transaction.selectFrom('scraped_record').where('scraped_record.project_id', '=', project.id)
      const facts = { projectId: project.id, decision: 'reject' as const, reason: null, accountId: null, ruleId: newId(), isBulk: true }
      await writeDecision(transaction, matching, { ...facts, at: timestamp() })
      const deciding = owner.post('/data/records/decide', { filter: { projectId: project.id }, decision: 'ignore' })
      if (database === 'postgres') await until(waiting, count => count > 0)
      return { deciding }
    })
    const ignored = (await deciding).json<Decision>()
    t.equal(await totalOf('ignored'), ignored.count)
    await owner.post(`/data/decisions/${ignored.id}/undo`)
    t.equal(await totalOf('rejected'), 3)
  })

  t.test('a key in an address is for editors: viewers get no log, and addresses without their query', async t => {
    const site = await fakeSite(t, { '/a.csv?token=secret': 'occurrenceID;scientificName\na;Gadus\n' })
    const { owner, project, make, ended, signUp } = await scrapingProject(t, [], { database, allowedHosts: [site.host] })
    const query = { address: `${site.url}/a.csv?token=secret`, rights: 'CC0' }
    const { id, lastRun } = await ended((await make({ source: 'table', query, startNow: true })).id)
    t.match(lastRun, { new: 1 })
    const failing = await make({ source: 'table', query: { address: `${site.url}/none?token=secret` }, startNow: true })
    t.equal((await ended(failing.id)).state, 'failed')
    t.match((await owner.get(`/scraper/jobs/${id}`)).json(), { query, words: /token=secret/ })
    const viewer = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.match((await viewer.get(`/scraper/jobs/${id}`)).json(), { query: { address: `${site.url}/a.csv` }, words: `Table ${site.url}/a.csv` })
    const reads = [
      ...['/scraper/jobs', `/scraper/jobs?project_id=${project.id}`, `/scraper/jobs/${id}`, `/scraper/jobs/${failing.id}`],
      ...[`/scraper/jobs/${id}/runs`, `/scraper/jobs/${failing.id}/runs`, `/projects/${project.id}/datasets`]
    ]
    for (const path of reads) {
      const answer = await viewer.get(path)
      t.equal(answer.statusCode, 200, path)
      t.notMatch(answer.body, /secret/, path)
    }
    for (const part of ['log', 'requests']) {
      t.equal((await viewer.get(`/scraper/runs/${lastRun?.id}/${part}`)).statusCode, 403, part)
      t.match((await owner.get(`/scraper/runs/${lastRun?.id}/${part}`)).body, /secret/, part)
    }
    t.match((await owner.get(`/projects/${project.id}/datasets`)).json().items, [{ title: `${site.url}/a.csv`, url: `${site.url}/a.csv` }])
  })

  t.test('records are accepted and rejected, and a decision is undone except for records judged again since', async t => {
    const { storage, owner, project, make, ended, records, signUp } = await scrapingProject(t, drawnRecords(6), { database })
    const made = await make({ startNow: true })
    await ended(made.id)
    const decide = async (body: object) => (await owner.post('/data/records/decide', body)).json<Decision>()
    const filter = { projectId: project.id, state: 'waiting' }
    const stale = await owner.post('/data/records/decide', { filter, expected: 5, decision: 'accept' })
    t.match(stale.json(), { status: 409, code: 'RECORDS_CHANGED' })
    const all = await decide({ filter, expected: 6, decision: 'accept' })
    t.match(all, { count: 6, leftOut: 0 })
    const [first, second] = (await records('?state=accepted')).items
    await decide({ ids: [first?.id], decision: 'reject', reason: 'Not on this reef' })
    t.match((await records('?state=rejected')).items, [{ id: first?.id, reason: 'Not on this reef', decidedBy: 'ana@lab.example' }])
    t.match((await owner.post(`/data/decisions/${all.id}/undo`)).json(), { undoneAt: /T/ })
    t.equal((await records('?state=waiting')).total, 5, 'the record judged again stays rejected')
    t.equal((await owner.post(`/data/decisions/${all.id}/undo`)).json().code, 'DECISION_UNDONE')

    const viewer = await signUp('vera@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const seen = async (query = '') => (await viewer.get(`/data/project/${project.id}${query}`)).json().total
    t.same([await seen(), await seen('?state=waiting')], [0, 0])
    await decide({ ids: [second?.id], decision: 'accept' })
    t.equal(await seen(), 1)
    t.equal((await viewer.get(`/data/records/${first?.id}`)).statusCode, 404)
    const detail = (await viewer.get(`/data/records/${second?.id}`)).json<RecordDetail>()
    t.match(detail, { fields: { individualCount: '2' }, versions: [{ number: 1, changes: [] }], raw: { sst: 26.2 } })
    t.notOk('sst' in detail.fields, 'volatile values are not fields')
    t.equal((await viewer.post('/data/records/decide', { ids: [second?.id], decision: 'wait' })).statusCode, 403)

    const items = () => storage.db.selectFrom('record_decision_item').select('record_id').execute()
    await forgetDecisionItems(storage.db)
    t.equal((await items()).length, 8, 'each decision can be undone for 30 days')
    await forgetDecisionItems(storage.db, Date.now() + 31 * 86_400_000)
    t.equal((await items()).length, 6, 'later runs do not repeat a decision that a person undid')
  })

  t.test('flags of a generalised place are neither shown nor found by people who do not get the place', async t => {
    const drawn: Occurrence[] = drawnRecords(4).map((record, place) => ({
      ...record,
      shoredistance: -3,
      ...(place === 0 && { flags: ['ON_LAND', 'NO_MATCH', 'COUNTRY_MISMATCH'] }),
      ...(place === 3 && { eventDate: null })
    }))
    const { owner, project, make, ended, signUp } = await scrapingProject(t, drawn, { database })
    await ended((await make({ startNow: true })).id)
    const member = async (role: string) => {
      const person = await signUp()
      await owner.post(`/projects/${project.id}/members`, { email: person.email, role })
      return person
    }
    const [viewer, editor] = [await member('viewer'), await member('editor')]
    const accepted = await owner.post('/data/records/decide', { filter: { projectId: project.id, flags: 'ON_LAND' }, decision: 'accept' })
    t.match(accepted.json(), { count: 4 })
    const onLand = [{ id: newId(), when: { flags: ['ON_LAND'] }, decision: 'reject', because: 'On land' }]
    const tried = async (by: Person) => (await by.post(`/projects/${project.id}/inbox-rules/dry-run`, { rules: onLand })).json()
    const seen = async (by: Person, flags: string) => {
      const { items, total } = (await by.get(`/data/project/${project.id}?flags=${flags}`)).json<RecordPage>()
      return { total, titles: items.map(({ title }) => title).sort() }
    }
    t.match(await seen(viewer, 'ON_LAND'), { total: 4 }, 'without a rule, everyone gets flags')
    const [sensitive, ...others] = drawn.map(({ scientificName }) => String(scientificName)) // the first and the last are of one species
    const { id: labelId } = (await owner.post(`/projects/${project.id}/labels`, { name: sensitive })).json()
    const rules = `/projects/${project.id}/generalisations`
    const rule = (await owner.post(rules, { labelId, grid: '1', fromRole: 'owner' })).json()
    for (const by of [viewer, editor]) {
      t.same(await seen(by, 'ON_LAND'), { total: 2, titles: others.slice(0, 2).sort() })
      t.same(await seen(by, 'ON_LAND,no_date'), { total: 3, titles: [...others].sort() }, 'a date reveals no place')
    }
    t.match(await seen(owner, 'ON_LAND'), { total: 4 })
    const { items } = (await viewer.get(`/data/project/${project.id}`)).json<RecordPage>()
    const flagsOf = items.map(({ title, flags, sourceFlags }) => ({ isSensitive: title === sensitive, flags, sourceFlags }))
    t.same(
      flagsOf.filter(({ isSensitive }) => !isSensitive).map(({ flags }) => flags),
      [['ON_LAND'], ['ON_LAND']]
    )
    t.same(
      flagsOf.filter(({ isSensitive }) => isSensitive).map(({ flags, sourceFlags }) => ({ flags, sourceFlags })),
      [
        { flags: [], sourceFlags: ['NO_MATCH'] },
        { flags: ['no_date'], sourceFlags: [] }
      ]
    )
    const detail = (await viewer.get(`/data/records/${items[0]?.id}`)).json<RecordDetail>()
    t.match(detail, { generalised: { grid: '1' }, flags: [], sourceFlags: ['NO_MATCH'] })
    const reject = (
      await editor.post('/data/records/decide', { filter: { projectId: project.id, flags: 'ON_LAND' }, decision: 'reject' })
    ).json()
    t.match(reject, { count: 2 }, 'a decision by filter acts on the records that the list shows')
    await owner.post(`/data/decisions/${reject.id}/undo`)
    await make({ startNow: true, name: 'Again' }).then(({ id }) => ended(id))
    t.match(await tried(owner), { items: [{ count: 4 }], rest: 0 })
    t.match(await tried(editor), { items: [{ count: 2 }], rest: 2 }, 'nor does a trial of rules reveal it')
    await owner.delete(`/generalisations/${rule.id}`)
    await owner.post(rules, { labelId: null, grid: '1', fromRole: 'editor' })
    t.same(await seen(viewer, 'ON_LAND'), { total: 0, titles: [] }, 'with a rule of the project, no record is exact')
    t.match(await seen(viewer, 'no_date'), { total: 1 })
    t.match(await seen(editor, 'ON_LAND'), { total: 8 })
  })

  t.test('similarities of a generalised place are neither shown nor found, nor do rules of runs act on them', async t => {
    const drawn = drawnRecords(4).map((record, place) => ({
      ...record,
      scientificName: place < 2 ? 'Sensitiva sensitiva' : `Other ${place}`
    }))
    const { storage, owner, project, make, ended, rerun, records, signUp } = await scrapingProject(t, drawn, { database })
    const job = await make({ startNow: true })
    await ended(job.id)
    const [first, second, third, fourth] = (await records('?limit=10')).items.toSorted((a, b) => (a.title < b.title ? 1 : -1))
    const matchTo = (id: string, kind: 'likely' | 'possible' | 'same', otherId: string) =>
      storage.db
        .updateTable('scraped_record')
        .set({ match_kind: kind, match_score: 0.93, match_record_id: otherId })
        .where('id', '=', id)
        .execute()
    await matchTo(first!.id, 'likely', second!.id)
    await matchTo(second!.id, 'same', first!.id)
    await matchTo(third!.id, 'likely', fourth!.id)
    await matchTo(fourth!.id, 'likely', first!.id)
    const editor = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    const { id: labelId } = (await owner.post(`/projects/${project.id}/labels`, { name: 'Sensitiva sensitiva' })).json()
    await owner.post(`/projects/${project.id}/generalisations`, { labelId, grid: '1', fromRole: 'owner' })

    const found = async (by: Person, match: string) => (await by.get(`/data/project/${project.id}?match=${match}`)).json<RecordPage>().total
    const counts = async (by: Person) => [await found(by, 'likely'), await found(by, 'same'), await found(by, 'none')]
    t.same(
      [await counts(owner), await counts(editor)],
      [
        [3, 1, 0],
        [1, 1, 2]
      ]
    )
    const matchOf = async (by: Person, id: string) => (await by.get(`/data/records/${id}`)).json<RecordDetail>().match
    t.match(await matchOf(owner, first!.id), { kind: 'likely', score: 0.93 })
    t.equal(await matchOf(editor, first!.id), null)
    t.match(await matchOf(editor, second!.id), { kind: 'same' }, 'identifiers reveal no place')
    t.match(await matchOf(editor, third!.id), { kind: 'likely', score: 0.93 })
    t.equal(await matchOf(editor, fourth!.id), null, 'nor is the similarity of another record to a generalised one')

    const path = `/projects/${project.id}/inbox-rules`
    const rules = [{ id: newId(), when: { match: 'likely' }, decision: 'reject', because: 'Likely a duplicate' }]
    const tried = async (by: Person) => (await by.post(`${path}/dry-run`, { rules })).json<RuleCounts>().items[0]?.count
    t.same([await tried(owner), await tried(editor)], [3, 1])
    await owner.put(path, { isOn: true, rules, revision: 0 })
    await rerun(job.id)
    const states = async () => Promise.all([first, third].map(async each => (await owner.get(`/data/records/${each!.id}`)).json().state))
    t.same(await states(), ['waiting', 'rejected'], 'a run decides only on what editors may see')
    t.match((await editor.post(`${path}/apply`, {})).json(), { items: [{ count: 0 }] })
    t.match((await owner.post(`${path}/apply`, {})).json(), { items: [{ count: 2 }] })
    t.same(await states(), ['rejected', 'rejected'], 'the owner applies rules to all records')
  })

  t.test('an e-mail address is visible to members only', async t => {
    const { storage, owner, project, make, ended, records, signUp } = await scrapingProject(t, drawnRecords(1), { database })
    const { id } = await make({ startNow: true })
    await ended(id)
    const [record] = (await records()).items
    await owner.post('/data/records/decide', { ids: [record?.id], decision: 'accept' })
    await owner.put(`/projects/${project.id}`, { revision: 1, visibility: 'internal' })
    const stranger = await signUp('sam@lab.example')
    const named = async (person: typeof owner) => [
      (await person.get(`/scraper/jobs/${id}`)).json().createdBy,
      (await person.get(`/scraper/jobs?project_id=${project.id}`)).json().items[0].createdBy,
      (await person.get(`/data/project/${project.id}`)).json().items[0].decidedBy,
      (await person.get(`/data/records/${record?.id}`)).json().decidedBy
    ]
    t.same(await named(owner), Array(4).fill('ana@lab.example'))
    t.same(await named(stranger), Array(4).fill(null))
    await storage.db.updateTable('account').set({ name: 'Ana' }).where('id', '=', owner.id).execute()
    t.same(await named(stranger), Array(4).fill('Ana'))
  })

  t.test('records of an unknown licence are accepted individually only', async t => {
    const { owner, project, obis, make, ended, records } = await scrapingProject(t, drawnRecords(3), { database })
    obis.licence = 'Ask the director'
    await ended((await make({ startNow: true })).id)
    const byFilter = await owner.post('/data/records/decide', { filter: { projectId: project.id }, decision: 'accept' })
    t.match(byFilter.json(), { count: 0, leftOut: 3 })
    const ids = (await records()).items.map(({ id }) => id)
    t.match((await owner.post('/data/records/decide', { ids, decision: 'accept' })).json(), { count: 3, leftOut: 0 })
  })

  t.test('a run cannot be started twice; a deleted job keeps its records', async t => {
    const { storage, owner, obis, make, ended, job, records } = await scrapingProject(t, drawnRecords(3), { database })
    const gate = Promise.withResolvers<void>()
    obis.beforePage = () => gate.promise
    const { id } = await make({ startNow: true })
    t.equal((await owner.post(`/scraper/jobs/${id}/run`)).json().code, 'SCRAPER_RUNNING')
    t.equal((await owner.delete(`/scraper/jobs/${id}`)).json().code, 'SCRAPER_RUNNING')
    t.match((await owner.post(`/scraper/jobs/${id}/cancel`)).json(), { state: 'cancelled' })
    t.equal((await owner.post(`/scraper/jobs/${id}/cancel`)).json().code, 'SCRAPER_NOT_RUNNING')
    gate.resolve()
    t.match(await job(id), { state: 'cancelled' })
    t.equal((await owner.post(`/scraper/jobs/${id}/retry`)).statusCode, 202)
    t.match(await ended(id), { state: 'done', lastRun: { number: 1, new: 3 } })
    t.equal((await owner.post(`/scraper/jobs/${id}/retry`)).json().code, 'SCRAPER_NOT_FAILED')
    await storage.db.updateTable('scraper_run').set({ new: 2_000_000 }).execute()
    t.match((await owner.post(`/scraper/jobs/${id}/run`)).json(), { status: 422, code: 'TOO_MANY_OUTSIDE_RECORDS' })
    t.equal((await owner.delete(`/scraper/jobs/${id}`)).statusCode, 204)
    t.equal((await owner.get(`/scraper/jobs/${id}`)).statusCode, 404)
    t.equal((await records()).total, 3)
  })
})

t.test('a query is refused by path, as are an unknown source and a missing project', async t => {
  const { owner, draft } = await scrapingProject(t)
  const refused = async (more: object) => (await owner.post('/scraper/jobs', { ...draft, ...more })).json().errors?.[0]?.path
  t.equal(await refused({ source: 'example.unknown' }), '/source')
  t.equal(await refused({ projectId: null }), '/projectId')
  t.equal(await refused({ query: {} }), '/query')
  t.equal(await refused({ query: { scientificname: 'Acanthuridae', enddepth: -5 } }), '/query/enddepth')
  t.equal(await refused({ query: { scientificname: 'Acanthuridae', startdate: '2018-02-30' } }), '/query/startdate')
  t.equal(await refused({ query: { area: { west: 1, south: 5, east: 2, north: 4 } } }), '/query/area/north')
})

t.test('with OFFLINE=true nothing runs, and the sources show it', async t => {
  const { owner, draft, obis } = await scrapingProject(t, drawnRecords(1), { isOffline: true })
  t.match((await owner.get('/scraper/sources')).json(), {
    isOffline: true,
    items: [{ kind: 'obis.occurrences', query: { properties: {} } }]
  })
  const made = await owner.post('/scraper/jobs', draft)
  t.equal(made.statusCode, 201, 'a job can be prepared')
  for (const answer of [
    await owner.post('/scraper/jobs', { ...draft, startNow: true }),
    await owner.post(`/scraper/jobs/${made.json().id}/run`)
  ])
    t.match(answer.json(), { status: 503, code: 'OFFLINE', detail: 'Outside data is turned off on this server' })
  t.same(obis.asked, [])
})
