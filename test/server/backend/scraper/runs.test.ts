import { sql } from 'kysely'
import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Job } from '../../../../shared/contracts/jobs.ts'
import type { RecordDetail } from '../../../../shared/contracts/outside-records.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { crabRecords, drawnRecords, reefRecords, withoutRealRecords } from '../../../support/outside/occurrences.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'
import { until } from '../../../support/until.ts'

await forEachDatabase(t, (t, database) => {
  t.test('the second run reports new, changed and missing records, and the third those that returned', async t => {
    const { owner, obis, make, ended, rerun, records } = await scrapingProject(t, drawnRecords(40), { database })
    const { id } = await make({ startNow: true })
    await ended(id)
    t.match((await rerun(id)).lastRun, { number: 2, found: 40, new: 0, changed: 0, same: 40, gone: 0 })

    const before = obis.records
    obis.records = [
      ...before.slice(3).map((record, place) => (place < 5 ? { ...record, individualCount: '99', sst: 1 } : { ...record, sst: 2 })),
      ...drawnRecords(42).slice(40)
    ]
    t.match((await rerun(id)).lastRun, { found: 39, new: 2, changed: 5, same: 32, gone: 3 })
    t.same(
      [(await records('?change=new')).total, (await records('?change=changed')).total, (await records('?change=gone')).total],
      [2, 5, 3]
    )
    const [changed] = (await records('?change=changed')).items
    const { versions, fields } = (await owner.get(`/data/records/${changed?.id}`)).json<RecordDetail>()
    t.same(versions[0]?.changes, [{ field: 'individualCount', before: '4', after: '99' }])
    t.equal(fields.individualCount, '99')

    obis.records = before
    t.match((await rerun(id)).lastRun, { new: 0, changed: 5, cameBack: 3, gone: 2 })
  })

  t.test('no record is gone after a run that ended early, and never a fifth of the records at a time', async t => {
    const { obis, make, ended, rerun, records } = await scrapingProject(t, drawnRecords(20), { database })
    const { id } = await make({ startNow: true })
    await ended(id)
    obis.records = drawnRecords(12)
    t.match((await rerun(id)).lastRun, {
      state: 'done',
      gone: 0,
      sentence: 'The source returned 12 of 20 known records: no record was marked as gone'
    })
    obis.records = drawnRecords(20)
    obis.faults = [{ status: 400, body: 'no such taxon' }]
    t.match(await rerun(id), { state: 'failed', lastRun: { gone: 0, sentence: /refused the request with status 400: no such taxon/ } })
    t.equal((await records('?change=gone')).total, 0)
  })

  t.test('a run stops at its record limit and reports how many there are', async t => {
    const { make, ended, records } = await scrapingProject(t, drawnRecords(30), { database })
    const { id } = await make({ startNow: true, limits: { records: 10 } })
    const job = await ended(id)
    t.match(job, { state: 'stopped', lastRun: { found: 10, gone: 0, total: 30 } })
    t.match(job.lastRun?.sentence, /^Stopped at the limit of 10 records: the source has 30 records/)
    t.equal((await records()).total, 10)
  })

  t.test('a run waits for a busy server and repeats a broken answer, but does not retry a web page', async t => {
    const { obis, make, ended, rerun, log } = await scrapingProject(t, drawnRecords(3), { database })
    obis.faults = ['half', { status: 429, headers: { 'retry-after': '0' } }, { status: 503, headers: { 'retry-after': '0' } }]
    const { id } = await make({ startNow: true })
    const job = await ended(id)
    t.match(job, { state: 'done', lastRun: { new: 3 } })
    t.match(await log(job), [
      /^Run 1/,
      /closed the connection before its response was complete. Waiting 2 s/,
      /received too many requests. As requested, waiting 0 s/,
      /answered with status 503. As requested, waiting 0 s/,
      'Page 1: 3 records, 3 new',
      /^Complete/
    ])
    obis.faults = [{ status: 200, body: '<!doctype html><p>Maintenance' }]
    t.match(await rerun(id), { state: 'failed', lastRun: { sentence: 'The server answered with a web page instead of data' } })
    obis.faults = Array.from({ length: 6 }, () => ({ status: 302, headers: { location: '/occurrence' } }))
    t.match(await rerun(id), { state: 'failed', lastRun: { sentence: /was not read: it redirects more than 5 times$/ } })
  })

  t.test('a team’s own published records are set aside, and those of another job are recognised', async t => {
    const { storage, owner, project, obis, make, ended, log, records } = await scrapingProject(t, drawnRecords(4), { database })
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId: project.id, accountId: owner.id, count: 1 })
    const labelId = (await owner.post(`/projects/${project.id}/labels`, { name: 'Porifera' })).json().id
    const annotationId = newId()
    const create = { id: newId(), kind: 'create', annotationId, mediaId, shape: null, labelId }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [create] })
    obis.records[0] = { ...obis.records[0], occurrenceID: `urn:uuid:${annotationId}` }
    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    obis.beforePage = page => {
      if (page === 1) return
      reached.resolve()
      return gate.promise
    }
    const begun = await make({ startNow: true })
    await reached.promise
    t.match((await records('?match=own')).items, [{ state: 'ignored' }], 'before the run has ended')
    gate.resolve()
    const first = await ended(begun.id)
    t.ok((await log(first)).includes('1 record published by this project: set aside'))
    t.match((await records('?match=own')).items, [{ state: 'ignored', match: { kind: 'own', score: 1 } }])
    t.equal((await records('?match=same')).total, 0)
    const ids = (await records('?match=own')).items.map(({ id }) => id)
    t.match((await owner.post('/data/records/decide', { ids, decision: 'accept' })).json(), { count: 0, leftOut: 1 })

    const second = await ended((await make({ startNow: true, name: 'The same again' })).id)
    t.ok((await log(second)).includes('3 records already received by another job'))
    t.equal((await records('?match=same')).total, 3)
  })

  t.test('observations with their own identifier and covers come back as a team’s own records', async t => {
    const { storage, signUp, owner, project, obis, make, ended, records } = await scrapingProject(t, drawnRecords(8), { database })
    const media = async (projectId: string, accountId: string) =>
      (await insertMediaRows(storage.db, { projectId, accountId, count: 1 }))[0] ?? ''
    const observed = async (occurrenceID: string) =>
      (await owner.post(`/projects/${project.id}/observations`, { verbatimIdentification: 'Gadus', occurrenceID })).json().id
    await observed('net-1')
    await owner.delete(`/observations/${await observed('net-2')}`)
    const other = await signUp()
    const [mine, theirs] = [await media(project.id, owner.id), await media((await other.makeProject()).id, other.id)]
    const covers = [`urn:uuid:${mine}:cover:${newId()}`, `urn:uuid:${mine}:cover:${newId()}:machine`, `urn:uuid:${theirs}:cover:${newId()}`]
    for (const [place, occurrenceID] of ['net-1', 'net-2', ...covers, `urn:uuid:${mine}`].entries())
      obis.records[place] = { ...obis.records[place], occurrenceID }
    await ended((await make({ startNow: true })).id)
    t.same((await records('?match=own')).items.map(({ identity, state }) => [identity, state]).sort(), [
      ['drawn-00001', 'ignored'],
      ['drawn-00003', 'ignored'],
      ['drawn-00004', 'ignored']
    ])
    t.equal((await records('?match=none')).total, 5, 'neither those of a deleted observation, nor those of other projects')

    const ids = (await records('?match=none')).items.map(({ id }) => id)
    await owner.post('/data/records/decide', { ids, decision: 'accept' })
    await ended((await make({ startNow: true, name: 'The same again' })).id)
    t.equal((await records('?match=own')).total, 6)
    t.equal((await records('?match=same')).total, 5, 'observations of outside records are not a team’s own')
  })

  t.test('a position in another geodetic datum is left out, and its record is flagged', async t => {
    const [one, two, three, four] = drawnRecords(4)
    const drawn = [
      { ...one, geodeticDatum: 'NAD27' },
      { ...two, geodeticDatum: 'EPSG:4326' },
      { ...three, geodeticDatum: 'unknown' },
      { ...four, geodeticDatum: 'ED50', decimalLatitude: null, decimalLongitude: null }
    ]
    const { owner, project, make, ended, records } = await scrapingProject(t, drawn, { database })
    await ended((await make({ startNow: true })).id)
    t.same(
      (await records()).items
        .sort((a, b) => (a.identity < b.identity ? -1 : 1))
        .map(({ decimalLatitude, decimalLongitude, flags }) => [decimalLatitude, decimalLongitude, flags]),
      [
        [null, null, ['NO_COORD', 'datum_not_wgs84']],
        [-20.01, -174.8, []],
        [-20.02, -174.8, []],
        [null, null, ['NO_COORD']]
      ]
    )
    const { items, total } = await records('?flags=datum_not_wgs84')
    t.equal(total, 1)
    const { fields } = (await owner.get(`/data/records/${items[0]?.id}`)).json<RecordDetail>()
    t.match(fields, { geodeticDatum: 'NAD27', decimalLatitude: -20, decimalLongitude: -174.8 }, 'its fields stay as they were received')
    await owner.post('/data/records/decide', { ids: [items[0]?.id], decision: 'accept' })
    t.match((await owner.get(`/projects/${project.id}/observations`)).json(), { total: 1, items: [{ place: null }] })
  })

  t.test('an older run and the run of a deleted job write nothing', async t => {
    const scene = await scrapingProject(t, drawnRecords(3), { database })
    const { storage, owner, project, obis, make, ended, rerun, records, signUp } = scene
    const editor = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    const refusal = { status: 400, body: 'no' }
    const retried = async (scraperJobId: string) => {
      const { job_id: jobId } = await storage.db
        .selectFrom('scraper_run')
        .select('job_id')
        .where('scraper_job_id', '=', scraperJobId)
        .where('number', '=', 1)
        .executeTakeFirstOrThrow()
      for (const change of ['cancel', 'retry'])
        t.equal((await editor.post(`/jobs/${jobId}/${change}`)).statusCode, 403, 'the routes of scraper jobs decide who runs them')
      t.equal((await owner.post(`/jobs/${jobId}/retry`)).statusCode, 200)
      const job = () => owner.get(`/jobs/${jobId}`).then(answer => answer.json<Job>())
      return until(job, ({ state }) => state === 'failed' || state === 'done', { pauseMs: 20 })
    }
    obis.faults = [refusal, refusal]
    const { id } = await make({ startNow: true })
    t.equal((await ended(id)).state, 'failed')
    t.equal((await rerun(id)).state, 'failed')
    t.match(await retried(id), { state: 'failed', failure: 'A newer run has taken its place' })
    obis.faults = [refusal]
    const { id: deleted } = await make({ startNow: true })
    await ended(deleted)
    await owner.delete(`/scraper/jobs/${deleted}`)
    t.match(await retried(deleted), { state: 'failed', failure: 'The scraper job was deleted in the meantime' })
    t.equal((await records()).total, 0)
  })

  t.test('a dataset that cannot be described leaves the licences of others, and is requested again', async t => {
    const drawn = drawnRecords(3).map((record, place) => ({ ...record, dataset_id: `set-${place}` }))
    const { owner, project, obis, make, ended, rerun } = await scrapingProject(t, drawn, { database })
    obis.undescribed.add('set-1')
    const licences = async () => {
      const { items } = (await owner.get(`/projects/${project.id}/datasets`)).json<{ items: { title: string; licence: string }[] }>()
      return items.map(({ title, licence }) => `${title} ${licence}`).sort()
    }
    const { id } = await make({ startNow: true })
    t.match(await ended(id), { state: 'done', lastRun: { new: 3 } })
    t.same(await licences(), ['Dataset set-0 CC-BY-4.0', 'Dataset set-2 CC-BY-4.0', 'null null'])
    obis.undescribed.clear()
    await rerun(id)
    t.same(await licences(), ['Dataset set-0 CC-BY-4.0', 'Dataset set-1 CC-BY-4.0', 'Dataset set-2 CC-BY-4.0'])
  })

  t.test('odd records do not stop a run; duplicates and unreadable entries are counted', async t => {
    const [plain = {}, odd = {}, long = {}] = drawnRecords(3)
    const bad = '\u0000\ud800'
    const oddOne = { ...odd, id: `odd${bad}`, scientificName: `Fish${bad}`, occurrenceID: `urn:odd${bad}`, depth: `5${bad}` }
    const drawn = [
      { ...plain, dataset_id: `set${bad}` },
      { ...plain, dataset_id: `set${bad}` },
      { ...oddOne, minimumDepthInMeters: `5${bad}`, footprintWKT: bad, flags: [bad] },
      { ...long, id: 'x'.repeat(501) },
      { ...long, occurrenceID: 'x'.repeat(501), scientificName: `${'x'.repeat(499)}\u{1f41f}` }
    ]
    const { obis, make, ended, records } = await scrapingProject(t, drawn, { database })
    obis.licence = `CC0${bad}`
    const job = await ended((await make({ startNow: true })).id)
    t.match(job, { state: 'done', lastRun: { found: 3, failed: 1, total: 5, sentence: /^Complete: 3 records/ } })
    t.match((await records()).items, [{}, { identity: 'odd\ufffd', title: 'Fish\ufffd' }, {}])
  })

  t.test('a run continues after its last page when the server crashes, without duplicate records', async t => {
    const scene = await scrapingProject(t, drawnRecords(5002), { database })
    const { storage, obis, owner, make, job, ended, records, log } = scene
    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    obis.beforePage = page => {
      if (page < 2) return
      reached.resolve()
      return gate.promise
    }
    const { id } = await make({ startNow: true })
    await reached.promise
    t.match((await job(id)).lastRun, { state: 'running', found: 5000, pages: 1 })
    await owner.post(`/scraper/jobs/${id}/cancel`)
    gate.resolve()
    await storage.db.updateTable('scraper_run').set({ started_at: '2026-01-01T00:00:00.000Z' }).execute()
    await owner.post(`/scraper/jobs/${id}/retry`)
    const over = await ended(id)
    t.match(over, { state: 'done', lastRun: { number: 1, found: 5002, new: 5002, gone: 0, pages: 2 } })
    t.ok((await log(over)).includes('Continued after page 1'))
    t.equal((await records()).total, 5002)
    t.equal(obis.asked.filter(({ searchParams }) => searchParams.get('after') === null && searchParams.has('size')).length, 1)
  })
})

t.test('a page may have more datasets and requests than one SQLite statement can hold', async t => {
  const drawn = drawnRecords(4700).map((record, place) => ({ ...record, dataset_id: `set-${place}` }))
  const { make, ended } = await scrapingProject(t, drawn)
  t.match(await ended((await make({ startNow: true })).id), { state: 'done', lastRun: { new: 4700, requests: 4702 } })
})

t.test('records are counted by state from an index alone', async t => {
  const { storage } = await scrapingProject(t)
  const counted = storage.db
    .selectFrom('scraped_record')
    .select('state')
    .select(({ fn }) => fn.countAll().as('count'))
  const query = counted.where('scraper_job_id', 'in', ['one', 'two']).groupBy(['scraper_job_id', 'state'])
  t.match(JSON.stringify(await query.explain(undefined, sql`query plan`)), /COVERING INDEX scraped_record_by_job_and_state/)
})

t.test('the reef of Tonga: 10,000 records, 33 names, and the flags of OBIS', { skip: withoutRealRecords }, async t => {
  const { storage, obis, make, ended, rerun, records } = await scrapingProject(t, reefRecords())
  const { id } = await make({ startNow: true })
  const job = await ended(id)
  t.match(job, { state: 'done', lastRun: { found: 10_000, new: 10_000, pages: 2, failed: 0 } })
  const count = async (query: string) => (await records(`?${query}`)).total
  t.equal(await count('flags=ON_LAND'), 31)
  t.equal(await count('flags=DEPTH_EXCEEDS_BATH'), 13)
  t.equal(await count('q=ctenochaetus striatus'), 4156)
  t.equal(await count('match=none'), 10_000, 'equal rows of one dataset are not duplicates')
  const rows = await storage.db
    .selectFrom('scraped_record')
    .select(['title', 'decimal_latitude', 'decimal_longitude', 'first_day', 'minimum_depth_in_meters as depth', 'flags', 'source_flags'])
    .execute()
  t.equal(new Set(rows.map(({ title }) => title)).size, 33)
  t.equal(new Set(rows.map(row => `${row.decimal_latitude} ${row.decimal_longitude}`)).size, 373)
  const years = ['2016', '2017', '2018'].map(year => rows.filter(row => row.first_day?.startsWith(year)).length)
  t.same(years, [744, 2746, 6510])
  const between = (from: number, to: number, name?: string) =>
    rows.filter(({ depth, title }) => depth !== null && depth >= from && depth < to && (!name || title === name)).length
  t.same([between(0, 5), between(5, 10), between(10, 15)], [1692, 7651, 657])
  t.equal(between(5, 10, 'Ctenochaetus striatus'), 3382)
  t.match((await rerun(id)).lastRun, { found: 10_000, new: 0, changed: 0, same: 10_000, gone: 0 })
  const [one = {}, two = {}, ...reef] = obis.records
  const altered = reef.slice(1, 6).map(record => ({ ...record, individualCount: '999', sst: 1 }))
  const added = [one, two].map((record, place) => ({ ...record, id: `added-${place}`, occurrenceID: `added-${place}` }))
  obis.records = [...altered, ...reef.slice(6).map(record => ({ ...record, sst: 2 })), ...added]
  t.match((await rerun(id)).lastRun, { found: 9999, new: 2, changed: 5, same: 9992, gone: 3, missing: 0 })
  t.equal(await count('match=likely'), 0)
  t.equal(await count('match=possible'), 0)
})

t.test('the crabs: no record is lost, and each fault is named', { skip: withoutRealRecords }, async t => {
  const { make, ended, records } = await scrapingProject(t, crabRecords())
  const job = await ended((await make({ startNow: true })).id)
  t.match(job.lastRun, { found: 271, new: 271, failed: 0 })
  const count = async (flags: string) => (await records(`?flags=${flags}`)).total
  t.same([await count('no_date'), await count('date_not_iso'), await count('no_occurrence_id'), await count('ON_LAND')], [9, 2, 40, 220])
  t.match((await records('?flags=date_not_iso')).items.map(({ eventDate }) => eventDate).sort(), ['22/01/2004', '28/09/2006'])
  t.ok(
    (await records('?flags=ON_LAND')).items.every(({ sourceFlags }) => sourceFlags.includes('ON_LAND')),
    'comma-separated flags'
  )
})
