import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { dwca } from '../../../../server/backend/scraper/sources/dwca.ts'
import { plainText } from '../../../../server/backend/scraper/sources/feed.ts'
import { geojson } from '../../../../server/backend/scraper/sources/geojson.ts'
import { eventsOf } from '../../../../server/backend/scraper/sources/ics.ts'
import type { Inquiry, WantedFile } from '../../../../server/backend/scraper/sources/source.ts'
import { table } from '../../../../server/backend/scraper/sources/table.ts'
import type { Preview, ScraperJob } from '../../../../shared/contracts/scraper.ts'
import { fakeSite } from '../../../support/outside/fake-site.ts'
import { gbifArchive, withoutRealRecords } from '../../../support/outside/occurrences.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'
import { zipOf } from '../../../support/zips.ts'

/** A project whose server may read one site allowed by the operator. */
async function reading(t: Test, pages: Parameters<typeof fakeSite>[1] = {}) {
  const site = await fakeSite(t, pages)
  const scene = await scrapingProject(t, [], { outsideUrls: { worms: site.url, obis: site.url }, allowedHosts: [site.host] })
  /** Runs a new job to its end. */
  const run = async (source: string, query: object) => scene.ended((await scene.make({ source, query, startNow: true })).id)
  return { ...scene, site, run }
}

t.test('taxa of OBIS come in pages, and a record count that grew is not a change', async t => {
  const taxon = (id: number, records: number) => ({
    scientificName: `Fish ${id}`,
    taxonID: id,
    taxonRank: 'Species',
    is_marine: true,
    records
  })
  const page = (from: number, records: number) => JSON.stringify({ total: 1001, results: [taxon(from, records)] })
  const all = JSON.stringify({ total: 1001, results: Array.from({ length: 1000 }, (_, place) => taxon(place + 1, 5)) })
  const { run, rerun, records, site, storage } = await reading(t, {
    '/checklist': all,
    '/checklist?size=1000&scientificname=Fish&skip=1000': page(1001, 5)
  })
  const job = await run('obis.checklist', { scientificname: 'Fish' })
  t.match(job, { state: 'done', dataType: 'taxon', words: 'Taxa of Fish', lastRun: { new: 1001, total: 1001, pages: 2 } })
  t.match((await records('?q=fish 1001')).items[0], { identity: '1001', dataset: { title: 'OBIS checklist' }, flags: [] })
  site.pages['/checklist?size=1000&scientificname=Fish&skip=1000'] = page(1001, 9)
  t.match((await rerun(job.id)).lastRun, { new: 0, changed: 0, same: 1001 })
  site.pages['/checklist?size=1000&scientificname=Large&skip=0'] = JSON.stringify({
    total: 1,
    results: [taxon(2 ** 31, 5)]
  })
  t.match(await run('obis.checklist', { scientificname: 'Large' }), { state: 'done', lastRun: { new: 1 } })
  const large = storage.db
    .selectFrom('scraped_record')
    .select('aphia_id')
    .where('identity', '=', String(2 ** 31))
  t.same(await large.execute(), [{ aphia_id: null }], 'the PostgreSQL column is too small for it')
})

t.test('WoRMS taxa are found by name and as children of a taxon', async t => {
  const record = (id: number, name: string, type = 'exact') => ({
    AphiaID: id,
    scientificname: name,
    rank: 'Species',
    match_type: type,
    modified: '2026'
  })
  const children = Array.from({ length: 51 }, (_, place) => record(200 + place, `Child ${place}`))
  const { run, log, records } = await reading(t, {
    '/AphiaRecordsByMatchNames': JSON.stringify([[record(1, 'Gadus'), record(2, 'Gadas', 'near_1')], []]),
    '/AphiaChildrenByAphiaID/7?marine_only=false&offset=1': JSON.stringify(children.slice(0, 50)),
    '/AphiaChildrenByAphiaID/7?marine_only=false&offset=51': JSON.stringify([...children.slice(50), record(2 ** 31, 'Too large')])
  })
  const job = await run('worms.taxa', { names: 'Gadus\nNessie', childrenof: 7 })
  t.match(job, { state: 'done', words: 'Gadus, Nessie; children of AphiaID 7', lastRun: { new: 52, failed: 1 } })
  t.ok((await log(job)).includes('WoRMS has no taxon with the name Nessie'))
  t.match((await records('?q=gadus')).items, [{ identity: '1', dataset: { licence: 'CC-BY-4.0', citation: /^WoRMS Editorial Board/ } }])
})

t.test('rows of a table and points of GeoJSON are occurrences, with the licence from the form', async t => {
  const rows = [
    'occurrenceID;scientificName;eventDate;decimalLatitude;decimalLongitude',
    'a;Gadus morhua;2024-05-06;60,5;4.5',
    ';Gadus morhua;;;'
  ]
  const point = {
    type: 'Feature',
    id: 7,
    geometry: { type: 'Point', coordinates: [4.5, 60.25] },
    properties: { scientificName: 'Pollachius' }
  }
  const line = { type: 'Feature', geometry: { type: 'LineString', coordinates: [] }, properties: {} }
  const { run, rerun, records, log, site } = await reading(t, {
    '/a.csv': rows.join('\n'),
    '/a.json': JSON.stringify({ type: 'FeatureCollection', features: [point, line] }),
    '/b.json': JSON.stringify({ type: 'FeatureCollection', crs: { properties: { name: 'EPSG:25832' } }, features: [] }),
    '/c.json': `${JSON.stringify(point)}\n${JSON.stringify({ ...point, id: 8 })}\n`
  })
  const address = `${site.url}/a.csv`
  const job = await run('table', { address, rights: 'CC BY 4.0', citation: 'Ana (2026)' })
  t.match(job, { state: 'done', words: `Table ${address}`, lastRun: { new: 2, failed: 0 } })
  t.match((await rerun(job.id)).lastRun, { same: 2, new: 0 })
  const [named] = (await records('?q=gadus')).items
  t.match(named, {
    identity: 'a',
    flags: ['NO_COORD', 'NO_DEPTH'],
    dataset: { licence: 'CC-BY-4.0', citation: 'Ana (2026)', url: address }
  })
  const points = await run('geojson', { address: `${site.url}/a.json` })
  t.ok((await log(points)).includes('1 feature without a point was left out'))
  t.match((await records('?q=pollachius')).items, [
    { identity: '7', decimalLatitude: 60.25, decimalLongitude: 4.5, dataset: { licence: null } }
  ])
  t.match((await run('geojson', { address: `${site.url}/b.json` })).lastRun?.sentence, /reference system EPSG:25832/)
  t.match((await run('geojson', { address: `${site.url}/c.json` })).lastRun, { found: 2 })
  t.match((await run('geojson', { address })).lastRun?.sentence, 'The server answered with something other than GeoJSON')
  site.pages['/lines.json'] = `{}${'\n'.repeat(1_000_000)}x`
  t.equal((await run('geojson', { address: `${site.url}/lines.json` })).state, 'failed', 'reading a file of empty lines ends')
})

t.test('entries of RSS, Atom and JSON Feed are articles, as text without markup', async t => {
  const item = (guid: string, title: string) =>
    `<item><title>${title}</title><link>/calls/7</link>${guid}<pubDate>Sat, 07 Sep 2024 09:42:31 GMT</pubDate>
     <category>grant</category><description>&lt;b&gt;Up to&lt;/b&gt; 50&nbsp;000 &lt;script&gt;alert(1)&lt;/script&gt;EUR</description></item>`
  const rss = `<rss version="2.0"><channel><title>Calls</title><link>https://c.example</link><description>d</description>
    ${item('<guid isPermaLink="false">call-7</guid>', 'Grant &lt;img src=x onerror=alert(1)&gt;')}${item('', 'No guid')}</channel></rss>`
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:a</id><title>Calls</title><updated>2024-09-07T09:42:31Z</updated>
    <entry><id>urn:uuid:7</id><title>Atom call</title><updated>2024-09-07T09:42:31Z</updated>
    <link rel="alternate" href="javascript:alert(1)"/><summary>Text</summary></entry></feed>`
  const json = (id: string, next?: string) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Calls',
      ...(next && { next_url: next }),
      items: [{ id, title: `JSON ${id}` }]
    })
  const bomb = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss version="2.0"><channel><title>&b;</title></channel></rss>'
  const { run, rerun, records, owner, site } = await reading(t, {
    '/a.rss': rss,
    '/a.atom': atom,
    '/a.json': json('1', '/b.json'),
    '/b.json': json('2', '/a.json')
  })
  const feed = (path: string) => run('feed', { address: site.url + path })
  t.match(await feed('/a.rss'), { state: 'done', dataType: 'article', lastRun: { new: 2 } })
  const [grant] = (await records('?q=grant')).items
  t.match(grant, { identity: 'call-7', title: 'Grant', url: `${site.url}/calls/7`, eventDate: 'Sat, 07 Sep 2024 09:42:31 GMT' })
  const { fields } = (await owner.get(`/data/records/${grant?.id}`)).json()
  t.match(fields, { summary: 'Up to 50 000 EUR', tags: 'grant' })
  t.equal((await records('?q=no guid')).items[0]?.identity, `${site.url}/calls/7`)
  site.pages['/a.rss'] = rss.replace('call-7', 'call-8')
  const grants = (await owner.get('/scraper/jobs')).json<{ items: ScraperJob[] }>().items[0]
  t.match((await rerun(grants?.id ?? '')).lastRun, { new: 1, same: 1, gone: 0, missing: 0 }, 'old entries leave a feed by design')
  await feed('/a.atom')
  t.match((await records('?q=atom')).items, [{ identity: 'urn:uuid:7', url: null }])
  t.match((await feed('/a.json')).lastRun, { new: 2, pages: 2 })
  for (const [path, body] of Object.entries({
    '/bomb': bomb,
    '/html': '<html><body>Welcome',
    '/deep': '<rss>'.repeat(200_000),
    '/none': ''
  })) {
    site.pages[path] = body
    t.match(await feed(path), { lastRun: { found: 0 } }, path)
  }
})

t.test('things in the JSON-LD of pages are opportunities, however they are nested', async t => {
  const script = (thing: unknown) =>
    `<script type="application/ld+json">${typeof thing === 'string' ? thing : JSON.stringify(thing)}</script>`
  const job = {
    '@type': ['JobPosting'],
    title: 'ROV <i>technician</i>',
    datePosted: '2024-09-01',
    validThrough: '2024-10-31',
    hiringOrganization: { name: 'Institute' }
  }
  const loop: Record<string, unknown> = {
    '@type': 'WebPage',
    '@graph': [[[{ '@type': 'Event', name: 'Workshop', startDate: '2027-03-01', url: 'javascript:alert(1)' }]]]
  }
  const { run, records, owner, log, site } = await reading(t, {
    '/jobs': `<html><head>${script(job)}${script('{ broken')}${script('7')}<p>unclosed`,
    '/events': script(loop),
    '/none': '<p>Nothing'
  })
  const ended = await run('page.jsonld', { addresses: ['/jobs', '/events', '/none'].map(path => site.url + path).join('\n') })
  t.match(ended, { state: 'done', dataType: 'opportunity', lastRun: { new: 2, pages: 2 } })
  t.ok((await log(ended)).includes(`${site.url}/none has no JSON-LD of a supported type`))
  const [rov] = (await records('?q=rov')).items
  t.match(rov, { title: 'ROV technician', url: `${site.url}/jobs`, eventDate: '2024-09-01' })
  t.match((await owner.get(`/data/records/${rov?.id}`)).json().fields, {
    deadline: '2024-10-31',
    organisation: 'Institute',
    type: 'JobPosting'
  })
  t.match((await records('?q=workshop')).items, [{ url: `${site.url}/events` }])
  const refused = async (addresses: string) =>
    (await owner.post('/scraper/jobs', { projectId: ended.projectId, name: 'a', source: 'page.jsonld', query: { addresses } })).json()
      .errors
  t.match(await refused('https://a.example/1 https://b.example/2'), [{ message: 'has addresses on several hosts' }])
  t.match(await refused('file:///etc/passwd'), [{ path: '/query/addresses' }])
})

t.test('postings of one institute are distinguished by the value of their identifier, else by their own address', async t => {
  const posting = (more: object) => `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', ...more })}</script>`
  const identifier = (value: unknown) => ({ '@type': 'PropertyValue', name: 'Alfred Wegener Institute', value })
  const { run, records, site } = await reading(t, {
    '/all': [
      posting({ title: 'Diver', identifier: identifier('24/118-D') }),
      posting({ title: 'Cook', identifier: identifier(118) }),
      posting({ title: 'Pilot', identifier: [identifier('24/119'), identifier('B')] }),
      posting({ title: 'Named only', identifier: { name: 'Alfred Wegener Institute' }, '@id': 'urn:job:7' }),
      posting({ title: 'By address', url: 'https://jobs.example/9' })
    ].join(''),
    '/jobs/1': posting({ title: 'First', '@id': '#job' }),
    '/jobs/2': posting({ title: 'Second', '@id': '#job' })
  })
  const ended = await run('page.jsonld', { addresses: ['/all', '/jobs/1', '/jobs/2'].map(path => site.url + path).join('\n') })
  t.match(ended.lastRun, { new: 7, failed: 0 })
  const { items } = await records()
  t.same(Object.fromEntries(items.map(({ title, identity }) => [title, identity])), {
    Diver: '24/118-D',
    Cook: '118',
    Pilot: '24/119',
    'Named only': 'urn:job:7',
    'By address': 'https://jobs.example/9',
    First: `${site.url}/jobs/1#job`,
    Second: `${site.url}/jobs/2#job`
  })
})

t.test('a page of a list that is missing has no records, and hides no later page', async t => {
  const call = (name: string) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Grant', name, '@id': `urn:${name}` })}</script>`
  const { run, rerun, records, log, site } = await reading(t, { '/1': call('One'), '/2': call('Two'), '/3': call('Three') })
  const addresses = ['/1', '/2', '/3'].map(path => site.url + path).join('\n')
  const job = await run('page.jsonld', { addresses })
  t.match(job, { state: 'done', lastRun: { new: 3 } })
  site.pages['/1'] = { status: 404 }
  site.pages['/2'] = { status: 410 }
  const later = await rerun(job.id)
  t.match(later, { state: 'done', lastRun: { same: 1 } })
  t.ok((await log(later)).includes(`${site.url}/1 has no page: ${site.host} refused the request with status 404`))
  t.equal((await records('?q=three')).items.length, 1)
  site.pages['/1'] = call('One')
  site.pages['/3'] = { status: 404 }
  t.match(await rerun(job.id), { state: 'done', lastRun: { found: 1 } }, 'the last pages are missing')
  site.pages['/1'] = { status: 404 }
  const sentence = `${site.host} refused the request with status 404`
  t.match(await rerun(job.id), { state: 'failed', lastRun: { sentence } }, 'every page is missing')
  t.match(await run('page.jsonld', { addresses: `${site.url}/3` }), { state: 'failed', lastRun: { sentence } })
})

t.test('events of a calendar are unfolded and unescaped, and keep their zone', async t => {
  const calendar = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1@c.example', 'SUMMARY:Deep-sea works', ' hop\\, Bergen\\nday 1'],
    ...[
      'DTSTART;TZID="Europe/Oslo":20270301T090000',
      'DTEND:20270302T150000Z',
      'BEGIN:VALARM',
      'SUMMARY:Alarm',
      'END:VALARM',
      'END:VEVENT'
    ],
    ...[
      'BEGIN:VEVENT',
      'UID:2@c.example',
      'RECURRENCE-ID;VALUE=DATE:20270401',
      'DTSTART;VALUE=DATE:20270401',
      'END:VEVENT',
      'END:VCALENDAR'
    ]
  ]
  t.same(eventsOf(calendar.join('\r\n')).events, [
    {
      uid: '1@c.example',
      summary: 'Deep-sea workshop, Bergen\nday 1',
      starts: '2027-03-01T09:00:00 Europe/Oslo',
      ends: '2027-03-02T15:00:00Z'
    },
    { uid: '2@c.example', recurrence: '2027-04-01', starts: '2027-04-01' }
  ])
  const { run, records, log, site } = await reading(t, { '/a.ics': calendar.join('\r\n'), '/b.ics': '<html>' })
  t.match((await run('ics', { address: `${site.url}/a.ics` })).lastRun, { new: 2 })
  t.match((await records('?q=deep-sea')).items, [{ eventDate: '2027-03-01/2027-03-02' }])
  const many = Array.from({ length: 20_002 }, (_, place) => `BEGIN:VEVENT\nUID:${place + 1}\nSUMMARY:Event ${place + 1}\nEND:VEVENT`)
  site.pages['/many.ics'] = ['BEGIN:VCALENDAR', ...many, 'END:VCALENDAR'].join('\n')
  const cut = await run('ics', { address: `${site.url}/many.ics` })
  t.match(cut.lastRun, { new: 20_000, sentence: /^The source ended after 20,000 of 20,002 records/ })
  t.ok((await log(cut)).includes('The calendar has more than 20,000 events: the others were left out'))
  t.match((await records('?q=event 20000')).items, [{ identity: '20000' }])
  t.match(
    (await run('ics', { address: `${site.url}/b.ics` })).lastRun?.sentence,
    'The server answered with something other than a calendar'
  )
})

t.test('an event of whole days ends on its last day, because the end in a calendar is exclusive', async t => {
  const event = (uid: string, starts: string, ends: string) =>
    ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}`, `DTSTART${starts}`, `DTEND${ends}`, 'END:VEVENT'].join('\r\n')
  const events = [
    event('days', ';VALUE=DATE:20270301', ';VALUE=DATE:20270304'),
    event('one day', ';VALUE=DATE:20270331', ';VALUE=DATE:20270401'),
    event('same day', ';VALUE=DATE:20270331', ';VALUE=DATE:20270331'),
    event('timed', ':20270301T090000', ':20270304T000000'),
    event('impossible', ';VALUE=DATE:20270301', ';VALUE=DATE:20271399')
  ]
  const calendar = ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n')
  const { run, records, owner, site } = await reading(t, { '/a.ics': calendar })
  t.match((await run('ics', { address: `${site.url}/a.ics` })).lastRun, { new: 5, failed: 0 })
  const { items } = await records()
  t.same(Object.fromEntries(items.map(({ title, eventDate }) => [title, eventDate])), {
    days: '2027-03-01/2027-03-03',
    'one day': '2027-03-31',
    'same day': '2027-03-31',
    timed: '2027-03-01/2027-03-04',
    impossible: '2027-03-01/2027-13-99'
  })
  const fieldsOf = async (title: string) =>
    (await owner.get(`/data/records/${items.find(item => item.title === title)?.id}`)).json().fields as object
  t.match(await fieldsOf('days'), { starts: '2027-03-01', ends: '2027-03-03' })
  t.match(await fieldsOf('timed'), { ends: '2027-03-04T00:00:00' })
})

t.test('occurrences of an archive have the date and place of their event', async t => {
  const meta = `<archive xmlns="http://rs.tdwg.org/dwc/text/"><core encoding="UTF-8" fieldsTerminatedBy="," ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Event">
    <files><location>event.csv</location></files><id index="0"/><field index="0" term="http://rs.tdwg.org/dwc/terms/eventID"/>
    <field index="1" term="http://rs.tdwg.org/dwc/terms/eventDate"/></core>
    <extension encoding="UTF-8" fieldsTerminatedBy="," ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
    <files><location>occurrence.csv</location></files><coreid index="0"/><field index="1" term="http://rs.tdwg.org/dwc/terms/occurrenceID"/>
    <field index="2" term="http://rs.tdwg.org/dwc/terms/scientificName"/></extension></archive>`
  const archive = await zipOf({
    'meta.xml': meta,
    'event.csv': 'id,eventDate\ne1,2026-05-06\n',
    'occurrence.csv': 'coreid,occurrenceID,scientificName\ne1,o1,Gadus\n'
  })
  const rows = (count: number, row: (place: number) => string) => Array.from({ length: count }, (_, place) => row(place)).join('')
  const many = await zipOf({
    'meta.xml': meta,
    'event.csv': `id,eventDate\n${rows(200_001, place => `e${place},2026\n`)}`,
    'occurrence.csv': 'coreid,occurrenceID,scientificName\ne1,o1,Gadus\n'
  })
  const long = await zipOf({
    'meta.xml': meta,
    'event.csv': 'id,eventDate\ne1,2026-05-06\n',
    'occurrence.csv': `coreid,occurrenceID,scientificName\n${rows(25, place => `e1,o${place},Gadus\n`)}`
  })
  const pages = { '/a.zip': archive, '/b.zip': 'no archive', '/many.zip': many, '/long.zip': long }
  const { run, records, owner, project, site } = await reading(t, pages)
  t.match((await run('dwca', { address: `${site.url}/a.zip` })).lastRun, { new: 1, total: 1 })
  t.match((await records()).items, [{ identity: 'o1', title: 'Gadus', eventDate: '2026-05-06' }])
  t.match((await run('dwca', { address: `${site.url}/b.zip` })).lastRun?.sentence, /not a zip archive/)
  t.equal((await run('dwca', { address: `${site.url}/many.zip` })).lastRun?.sentence, 'The archive has more than 200,000 events')
  const asked = { projectId: project.id, source: 'dwca', query: { address: `${site.url}/long.zip` } }
  const preview = (await owner.post('/scraper/jobs/preview', asked)).json<Preview>()
  t.match(preview, { failure: null, total: null }, 'a preview ends with its first page')
  t.equal(preview.records.length, 20)
})

t.test('a download of GBIF: 470 records, 151 names, and a licence by dataset', { skip: withoutRealRecords }, async t => {
  const { run, rerun, records, owner, project, storage, site } = await reading(t, { '/download.zip': readFileSync(gbifArchive) })
  const job = await run('dwca', { address: `${site.url}/download.zip` })
  t.match(job.lastRun, { found: 470, new: 470, total: 470, failed: 0 })
  const rows = await storage.db.selectFrom('scraped_record').select(['title', 'decimal_latitude']).execute()
  t.equal(rows.filter(row => row.decimal_latitude !== null).length, 145)
  t.equal(new Set(rows.map(({ title }) => title)).size, 151)
  const { items } = (await owner.get(`/projects/${project.id}/datasets`)).json()
  t.ok(items.length > 10)
  t.ok(items.every(({ title }: { title: string | null }) => title !== null))
  t.ok(items.some(({ rights, citation }: { rights: string | null; citation: string | null }) => rights && citation))
  t.match((await rerun(job.id)).lastRun, { new: 0, changed: 0, same: 470 })
  t.equal((await records('?match=none')).total, 469, 'one is similar to a record of another dataset')
})

t.test('records from a long address keep the licence and citation from the form', async t => {
  const query = `?${'vessel,'.repeat(90)}`
  const archive = await zipOf({
    'meta.xml': `<archive xmlns="http://rs.tdwg.org/dwc/text/"><core encoding="UTF-8" fieldsTerminatedBy="," ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
      <files><location>o.csv</location></files><id index="0"/><field index="1" term="http://rs.tdwg.org/dwc/terms/scientificName"/></core></archive>`,
    'o.csv': 'id,scientificName\no1,Pollachius\n'
  })
  const { run, records, site } = await reading(t, { '/a.csv': 'occurrenceID,scientificName\na,Gadus\n', '/a.zip': archive })
  for (const [source, path, name] of [
    ['table', '/a.csv', 'gadus'],
    ['dwca', '/a.zip', 'pollachius']
  ] as const) {
    const url = site.url + path
    t.match(await run(source, { address: url + query, rights: 'CC BY 4.0', citation: 'Ana (2026)' }), {
      state: 'done',
      lastRun: { new: 1 }
    })
    t.match((await records(`?q=${name}`)).items, [{ dataset: { title: url, url, licence: 'CC-BY-4.0', citation: 'Ana (2026)' } }], source)
  }
})

t.test('equal row numbers of two datasets are different records, and two services may deliver the same one', async t => {
  const head = 'occurrenceID,scientificName,eventDate,decimalLatitude,decimalLongitude,basisOfRecord'
  const row = (id: string, name: string, day: string) => `${id},${name},${day},60,5,HumanObservation`
  const terms = head.split(',').map((term, index) => `<field index="${index}" term="http://rs.tdwg.org/dwc/terms/${term}"/>`)
  const archive = await zipOf({
    'meta.xml': `<archive xmlns="http://rs.tdwg.org/dwc/text/"><core encoding="UTF-8" fieldsTerminatedBy="," ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
      <files><location>o.csv</location></files><id index="0"/>${terms.join('')}</core></archive>`,
    'o.csv': [head, row('1', 'Gadus morhua', '2026-05-01'), row('2', 'Axinella', '2026-05-01')].join('\n')
  })
  const { run, records, site, owner, project } = await reading(t, {
    '/a.csv': [head, row('1', 'Gadus morhua', '2026-05-01'), row('urn:catalog:7', 'Pollachius', '2026-05-01')].join('\n'),
    '/b.csv': [head, row('1', 'Gadus morhua', '2026-05-02'), row('2', 'Gadus morhua', '2026-05-01')].join('\n'),
    '/c.csv': [head, row('urn:catalog:7', 'Pollachius', '2026-06-30')].join('\n'),
    '/d.zip': archive
  })
  const observe = { verbatimIdentification: 'Gadus morhua', occurrenceID: '2', eventDate: '2026-04-01' }
  t.equal((await owner.post(`/projects/${project.id}/observations`, observe)).statusCode, 201)
  for (const path of ['/a.csv', '/b.csv', '/c.csv'])
    t.match(await run('table', { address: site.url + path, rights: 'CC BY 4.0' }), { state: 'done' })
  t.match(await run('dwca', { address: `${site.url}/d.zip`, rights: 'CC BY 4.0' }), { state: 'done' })
  const { items } = await records('')
  const matched = items.map(({ title, eventDate, match }) => `${title} ${eventDate}: ${match?.kind ?? 'none'}`)
  t.same(matched.toSorted(), [
    'Axinella 2026-05-01: none',
    'Gadus morhua 2026-05-01: likely',
    'Gadus morhua 2026-05-01: none',
    'Gadus morhua 2026-05-01: same',
    'Gadus morhua 2026-05-02: none',
    'Pollachius 2026-05-01: none',
    'Pollachius 2026-06-30: same'
  ])
  const ids = items.map(({ id }) => id)
  t.match((await owner.post('/data/records/decide', { ids, decision: 'accept' })).json(), { count: 7 })
  const observed = (await owner.get(`/projects/${project.id}/observations?origin=outside`)).json()
  t.equal(observed.total, 5, 'each organism has one observation')
})

t.test('a file may arrive for an hour', async t => {
  for (const source of [dwca(), table(), geojson()]) {
    const wanted = new Error()
    const file = async (_url: string, { withinMs }: WantedFile) => {
      t.equal(withinMs, 3_600_000, source.kind)
      throw wanted
    }
    const pages = source.pages({ address: 'https://lab.example/a' }, null, { file } as unknown as Inquiry)
    await t.rejects(pages.next(), wanted)
  }
})

t.test('robots.txt is respected, and an unreachable one allows nothing', async t => {
  const { run, site } = await reading(t, {
    '/a.csv': 'occurrenceID\n1\n',
    '/robots.txt': 'User-agent: *\nDisallow: /\n\nUser-agent: isobath\nDisallow: /b'
  })
  const table = (path: string) => run('table', { address: site.url + path })
  t.equal((await table('/a.csv')).state, 'done')
  t.equal((await table('/b.csv')).lastRun?.sentence, `${site.host} does not allow programs to read this page (robots.txt)`)
  t.same(site.asked, ['/robots.txt', '/a.csv', '/robots.txt'])
  site.pages['/robots.txt'] = { status: 403 }
  t.equal((await table('/a.csv')).state, 'done', 'a missing file allows everything')
})

t.test('internal addresses are never requested, however they are written or reached', async t => {
  const { run, owner, project, site } = await reading(t, {
    '/a.csv': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }
  })
  const inside = [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://0/',
    'http://localhost./',
    'https://nas.local/'
  ]
  for (const address of [...inside, 'https://user:secret@lab.example/', 'https://lab.example:25/', `${site.url}/a.csv`]) {
    const { state, lastRun } = await run('table', { address })
    t.match({ state, found: lastRun?.found }, { state: 'failed', found: 0 }, address)
  }
  t.same(site.asked, ['/robots.txt', '/a.csv'])
  for (const address of ['file:///etc/passwd', 'ftp://a.example/b', 'javascript:alert(1)']) {
    const draft = { projectId: project.id, name: 'a', source: 'table', query: { address } }
    t.match((await owner.post('/scraper/jobs', draft)).json().errors, [{ path: '/query/address' }], address)
  }
})

t.test('text of HTML loses its elements and keeps its characters', t => {
  t.equal(plainText('<p>A &amp; B &#8211; &#x41;&lt;b&gt;</p><style>p{}</style> &unknown; &#0;'), 'A & B – A<b> &unknown; &#0;')
  t.equal(plainText('<br>'), null)
  t.equal(plainText('a<SCRIPT>b<style></Script >c<scripted>d<style>e'), 'a c d')
  for (const many of ['<script ', '</script', '<script></script']) t.match(plainText(`a${many.repeat(300_000)}`), /^a/, many)
  t.end()
})
