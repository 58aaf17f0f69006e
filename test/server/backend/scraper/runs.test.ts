import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { RecordDetail } from '../../../../shared/contracts/outside-records.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { crabRecords, drawnRecords, reefRecords, withoutRealRecords } from '../../../support/outside/occurrences.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'

t.setTimeout(400_000)

await forEachDatabase(t, (t, database) => {
  t.test('the second run says what is new, changed and gone, and the third what came back', async t => {
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

  t.test('nothing is gone after a run that ended early, and never a fifth of the records at once', async t => {
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

  t.test('a run stops at its limit of records and names what is there', async t => {
    const { make, ended, records } = await scrapingProject(t, drawnRecords(30), { database })
    const { id } = await make({ startNow: true, limits: { records: 10 } })
    const job = await ended(id)
    t.match(job, { state: 'stopped', lastRun: { found: 10, gone: 0, total: 30 } })
    t.match(job.lastRun?.sentence, /^Stopped at the limit of 10 records: the source has 30 records/)
    t.equal((await records()).total, 10)
  })

  t.test('a busy server is waited for, a broken answer is read again, a web page is not', async t => {
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
  })

  t.test('own published records are set aside, and those of another job are recognised', async t => {
    const { storage, owner, project, obis, make, ended, log, records } = await scrapingProject(t, drawnRecords(4), { database })
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId: project.id, accountId: owner.id, count: 1 })
    const labelId = (await owner.post(`/projects/${project.id}/labels`, { name: 'Porifera' })).json().id
    const annotationId = newId()
    const create = { id: newId(), kind: 'create', annotationId, mediaId, shape: null, labelId }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [create] })
    obis.records[0] = { ...obis.records[0], occurrenceID: `urn:uuid:${annotationId}` }
    const first = await ended((await make({ startNow: true })).id)
    t.ok((await log(first)).includes('1 record published by this project: set aside'))
    t.match((await records('?match=own')).items, [{ state: 'ignored', match: { kind: 'own', score: 1 } }])
    t.equal((await records('?match=same')).total, 0)
    const ids = (await records('?match=own')).items.map(({ id }) => id)
    t.match((await owner.post('/data/records/decide', { ids, decision: 'accept' })).json(), { count: 0, leftOut: 1 })

    const second = await ended((await make({ startNow: true, name: 'The same again' })).id)
    t.ok((await log(second)).includes('3 records already received by another job'))
    t.equal((await records('?match=same')).total, 3)
  })

  t.test('a run goes on after its last page when the server ends in the middle, without a record twice', async t => {
    const scene = await scrapingProject(t, drawnRecords(5002), { database })
    const { obis, owner, make, job, ended, records, log } = scene
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
    await owner.post(`/scraper/jobs/${id}/retry`)
    const over = await ended(id)
    t.match(over, { state: 'done', lastRun: { number: 1, found: 5002, new: 5002, gone: 0, pages: 2 } })
    t.ok((await log(over)).includes('Continued after page 1'))
    t.equal((await records()).total, 5002)
    t.equal(obis.asked.filter(({ searchParams }) => searchParams.get('after') === null && searchParams.has('size')).length, 1)
  })
})

t.test('the reef of Tonga: 10,000 records, 33 names, and the flags of OBIS', { skip: withoutRealRecords }, async t => {
  const { storage, make, ended, rerun, records } = await scrapingProject(t, reefRecords())
  const { id } = await make({ startNow: true })
  const job = await ended(id)
  t.match(job, { state: 'done', lastRun: { found: 10_000, new: 10_000, pages: 2, failed: 0 } })
  const count = async (query: string) => (await records(`?${query}`)).total
  t.equal(await count('flags=ON_LAND'), 31)
  t.equal(await count('flags=DEPTH_EXCEEDS_BATH'), 13)
  t.equal(await count('q=ctenochaetus striatus'), 4156)
  t.equal(await count('match=none'), 10_000, 'equal rows of one data set are no duplicates')
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
})

t.test('the crabs: none is lost, and each fault has its name', { skip: withoutRealRecords }, async t => {
  const { make, ended, records } = await scrapingProject(t, crabRecords())
  const job = await ended((await make({ startNow: true })).id)
  t.match(job.lastRun, { found: 271, new: 271, failed: 0 })
  const count = async (flags: string) => (await records(`?flags=${flags}`)).total
  t.same([await count('no_date'), await count('date_not_iso'), await count('no_occurrence_id'), await count('ON_LAND')], [9, 2, 40, 220])
  t.match((await records('?flags=date_not_iso')).items.map(({ eventDate }) => eventDate).sort(), ['22/01/2004', '28/09/2006'])
  t.ok(
    (await records('?flags=ON_LAND')).items.every(({ sourceFlags }) => sourceFlags.includes('ON_LAND')),
    'flags with commas between'
  )
})
