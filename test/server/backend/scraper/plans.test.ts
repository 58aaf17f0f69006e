import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { buildBackend } from '../../../../server/backend/backend.ts'
import { scheduleFault } from '../../../../server/backend/scraper/schedule.ts'
import type { ObservationPage } from '../../../../shared/contracts/observations.ts'
import type { RecordDetail } from '../../../../shared/contracts/outside-records.ts'
import type { Preview, RunDiff, ScraperJob } from '../../../../shared/contracts/scraper.ts'
import { cronOf, presetOf, scheduleWords } from '../../../../shared/outside/schedule.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { drawnRecords } from '../../../support/outside/occurrences.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'

const past = '2026-01-01T00:00:00.000Z'

await forEachDatabase(t, (t, database) => {
  t.test('a preview shows the first records and their number, and stores nothing', async t => {
    const { owner, project, obis, records, draft } = await scrapingProject(t, drawnRecords(30), { database })
    const asked = { projectId: project.id, source: draft.source, query: draft.query }
    const preview = (await owner.post('/scraper/jobs/preview', asked)).json<Preview>()
    t.match(preview, { total: 30, warnings: [], failure: null })
    t.equal(preview.records.length, 20)
    t.match(preview.records[0], {
      identity: 'drawn-00001',
      title: 'Ctenochaetus striatus',
      decimalLatitude: -20,
      flags: [],
      raw: { sst: 26.2 }
    })
    t.equal(obis.asked.at(-1)?.searchParams.get('size'), '20')
    obis.faults = [{ status: 400, body: 'no such taxon' }]
    t.match((await owner.post('/scraper/jobs/preview', asked)).json(), { records: [], failure: /status 400: no such taxon/ })
    t.match((await owner.post('/scraper/jobs/preview', { ...asked, query: {} })).json(), {
      status: 422,
      errors: [{ path: '/query', message: 'needs a taxon, an area or a dataset' }]
    })
    t.match((await owner.get('/scraper/jobs')).json(), { items: [] })
    t.equal((await records()).total, 0)
  })

  t.test('a job is edited, and the next run with another query marks nothing as gone', async t => {
    const { owner, make, ended, rerun, obis } = await scrapingProject(t, drawnRecords(10), { database })
    const { id } = await make({ startNow: true })
    await ended(id)
    const patch = { revision: 1, name: ' Zebrasoma ', query: { scientificname: 'Zebrasoma' }, limits: { records: 500 } }
    const edited = (await owner.patch(`/scraper/jobs/${id}`, patch)).json<ScraperJob>()
    t.match(edited, { name: 'Zebrasoma', revision: 2, words: 'Zebrasoma', limits: { records: 500 } })
    t.match((await owner.patch(`/scraper/jobs/${id}`, patch)).json(), { status: 409, code: 'STALE_REVISION' })
    t.match((await owner.patch(`/scraper/jobs/${id}`, { revision: 2, query: { taxon: 1 } })).json(), { status: 422 })
    obis.records = obis.records.slice(1)
    t.match((await rerun(id)).lastRun, { same: 9, gone: 0 })
    t.match((await rerun(id)).lastRun, { same: 9, gone: 0, missing: 0 }, 'nor does the run after it')
    obis.records = obis.records.slice(1)
    t.match((await rerun(id)).lastRun, { same: 8, gone: 1 }, 'a record that this query had found')
  })

  t.test('the differences of a run are listed by field, and large numbers of records are marked as gone on request', async t => {
    const { owner, project, make, ended, rerun, obis, records } = await scrapingProject(t, drawnRecords(20), { database })
    const { id } = await make({ startNow: true })
    const first = await ended(id)
    const accepted = (await records('?q=striatus')).items.map(({ id }) => id)
    await owner.post('/data/records/decide', { ids: accepted, decision: 'accept' })
    const counts = async () =>
      (await owner.get(`/projects/${project.id}/observations`)).json<ObservationPage>().items.map(each => each.individualCount)
    const before = await counts()
    obis.records = drawnRecords(12).map((record, place) => (place < 2 ? { ...record, individualCount: '99' } : record))
    const { lastRun } = await rerun(id)
    t.match(lastRun, { changed: 2, gone: 0, missing: 8 })
    const diff = async () => (await owner.get(`/scraper/runs/${lastRun?.id}/diff`)).json<RunDiff>()
    const changes = (await diff()).changed.toSorted((a, b) => (a.title < b.title ? 1 : -1))
    t.match(changes, [
      { title: 'Ctenochaetus striatus', changes: [{ field: 'individualCount', before: '1', after: '99' }] },
      { title: 'Acanthurus triostegus', changes: [{ field: 'individualCount', before: '2', after: '99' }] }
    ])
    t.equal(changes.length, 2)
    const later = changes.map(({ recordId }) => recordId).at(-1)
    await pause(2)
    t.match((await owner.post('/data/records/decide', { ids: [later], decision: 'accept' })).json(), { count: 1 })
    t.equal((await diff()).acceptedChanged, 1, 'not one that was accepted with its new values')
    t.same(
      (await counts()).filter(count => count !== 99),
      before,
      'an observation keeps the values that were accepted'
    )
    const changed = (await records('?state=accepted&change=changed')).items
    const earlier = changed.find(({ title }) => title === 'Ctenochaetus striatus')
    const detail = (await owner.get(`/data/records/${earlier?.id}`)).json<RecordDetail>()
    t.ok(
      detail.versions.some(({ number, at }) => number === 2 && at > (detail.decidedAt ?? '')),
      'the page can state it'
    )
    t.match((await owner.post(`/scraper/runs/${first.lastRun?.id}/mark-gone`)).json(), { status: 409, code: 'NOTHING_MISSING' })
    t.match((await owner.post(`/scraper/runs/${lastRun?.id}/mark-gone`)).json(), { gone: 8, missing: 0 })
    t.equal((await diff()).gone.length, 8)
    t.equal((await records('?change=gone')).total, 8)
  })

  t.test('a schedule starts one run for a missed time, on one server, and pauses after five failures', async t => {
    const { config, storage, owner, make, job, ended, rerun, obis } = await scrapingProject(t, drawnRecords(3), { database })
    const schedule = { cron: '0 6 * * 1', zone: 'Europe/Berlin' }
    const made = await make({ schedule })
    t.match(made, { schedule, scheduleWords: 'every Monday 06:00 Europe/Berlin', nextAt: /T0[45]:00:00/, restsSince: null })
    const often = await owner.patch(`/scraper/jobs/${made.id}`, { revision: 1, schedule: { cron: '*/30 * * * *', zone: 'UTC' } })
    t.match(often.json().errors, [{ path: '/schedule/cron', message: 'runs more often than once an hour' }])
    const isDue = () => storage.db.updateTable('scraper_job').set({ next_at: past }).where('id', '=', made.id).execute()
    /** Starts a server, whose upkeep starts the jobs that are due. */
    const serverStarts = async (more: object = {}) => {
      const server = await buildBackend({ ...config, runJobs: true, ...more })
      await server.ready()
      return server.close()
    }
    const broken = await make({ schedule })
    const brokenColumns = { schedule: '{ broken', next_at: '2025-01-01T00:00:00.000Z' }
    await storage.db.updateTable('scraper_job').set(brokenColumns).where('id', '=', broken.id).execute()
    await isDue()
    await Promise.all([serverStarts(), serverStarts()])
    await storage.db.updateTable('scraper_job').set({ schedule: null, next_at: null }).where('id', '=', broken.id).execute()
    const run = await ended(made.id)
    t.match(run, { state: 'done', lastRun: { number: 1, new: 3 } })
    t.ok((run.nextAt ?? '') > past)

    await isDue()
    await serverStarts({ isOffline: true })
    t.equal((await job(made.id)).nextAt, past, 'without outside data it waits')

    for (let failures = 0; failures < 5; failures++) {
      obis.faults = [{ status: 400, body: 'closed' }]
      t.equal((await rerun(made.id)).state, 'failed')
    }
    await serverStarts()
    t.match(await job(made.id), { state: 'failed', nextAt: null, restsSince: /T/, lastRun: { number: 6 } })
    t.match(await rerun(made.id), { state: 'done', nextAt: /T/, restsSince: null })
  })
})

t.test('schedules are described in words, and common patterns are recognised', t => {
  const words = (cron: string, zone = 'UTC') => scheduleWords({ cron, zone })
  t.equal(words('0 6 * * 1'), 'every Monday 06:00 UTC')
  t.equal(words('0 * * * *'), 'every hour')
  t.equal(words('30 18 * * *', 'Pacific/Tongatapu'), 'every day 18:30 Pacific/Tongatapu')
  t.equal(words('5 0 31 * *'), 'on day 31 of every month 00:05 UTC')
  t.equal(words('0 6 1 */3 *'), 'by the pattern 0 6 1 */3 *, UTC')
  t.equal(words('0 25 * * *'), 'by the pattern 0 25 * * *, UTC')
  for (const cron of ['15 * * * *', '0 6 * * *', '0 6 * * 0', '0 6 9 * *']) t.equal(cronOf(presetOf(cron)!), cron)
  t.end()
})

t.test('a schedule runs hourly at most, in a zone that exists', t => {
  const fault = (cron: string, zone = 'UTC') => scheduleFault({ cron, zone })?.message ?? null
  t.equal(fault('0 * * * *'), null)
  t.equal(fault('30 2 * * *', 'Europe/Berlin'), null, 'a time skipped by a change to daylight saving time')
  t.equal(fault('0,30 1 1 1 *'), 'runs more often than once an hour')
  t.equal(fault('0 0 30 2 *'), 'never runs')
  t.equal(fault('0 6 * *'), 'is not a cron pattern of five fields')
  t.equal(fault('* * * * * *'), 'is not a cron pattern of five fields')
  t.equal(fault('@daily now'), 'is not a cron pattern of five fields')
  t.equal(fault('0 6 * * *', 'Mars/Olympus'), 'is not an IANA time zone, such as UTC or Europe/Berlin')
  t.end()
})
