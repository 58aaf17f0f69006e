import t from 'tap'
import { gbifOccurrences } from '../../../../server/backend/scraper/sources/gbif-occurrences.ts'
import { divided, mostInSearch, type Part } from '../../../../server/backend/scraper/sources/gbif-parts.ts'
import type { Inquiry } from '../../../../server/backend/scraper/sources/source.ts'
import type { ScraperJob } from '../../../../shared/contracts/scraper.ts'
import { fakeGbif } from '../../../support/outside/fake-gbif.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'

const dayAt = (place: number) => new Date(Date.UTC(2000, 0, 1 + (place % 9000))).toISOString().slice(0, 10)
const cod = { source: 'gbif.occurrences', name: 'Cod', query: { scientificname: 'Gadus morhua' } }

t.test('occurrences of GBIF come by pages, with the licence of their dataset', async t => {
  const gbif = await fakeGbif(t, { count: 620, dayAt })
  const { make, ended, rerun, records } = await scrapingProject(t, [], { outsideUrls: { gbif: gbif.url } })
  const { id } = await make({ ...cod, startNow: true })
  t.match(await ended(id), { state: 'done', lastRun: { found: 620, new: 620, total: 620, pages: 3 } })
  const [first] = (await records('?limit=1')).items
  t.match(first, {
    title: 'Gadus morhua',
    identity: '1',
    url: 'https://www.gbif.org/occurrence/1',
    sourceFlags: ['GEODETIC_DATUM_ASSUMED_WGS84'],
    minimumDepthInMeters: 47.5,
    dataset: { title: 'Cod of the North Sea', licence: 'CC-BY-NC-4.0', citation: 'Cod (2026)' }
  })
  t.match((await rerun(id)).lastRun, { new: 0, changed: 0, same: 620, gone: 0 })
})

t.test('a name that GBIF does not have ends the run', async t => {
  const gbif = await fakeGbif(t, { count: 1, dayAt })
  const { make, ended } = await scrapingProject(t, [], { outsideUrls: { gbif: gbif.url } })
  const job: ScraperJob = await ended((await make({ ...cod, query: { scientificname: 'Gadus imaginarius' }, startNow: true })).id)
  t.match(job, { state: 'failed', lastRun: { sentence: 'GBIF has no taxon with the exact name Gadus imaginarius' } })
})

t.test('a query above 100,000 is divided by date until each part is below', async t => {
  const gbif = await fakeGbif(t, { count: 150_000, dayAt })
  const { make, ended, log } = await scrapingProject(t, [], { outsideUrls: { gbif: gbif.url } })
  const job = await ended((await make({ ...cod, limits: { records: 600 }, startNow: true })).id)
  t.match(job, { state: 'stopped', lastRun: { found: 600, total: 150_000 } })
  t.ok((await log(job)).some(line => /^GBIF has 150,000 records for this: read in [2-9] parts$/.test(line)))
})

t.test('records outside all parts of a divided query leave the run incomplete', async t => {
  const gbif = await fakeGbif(t, { count: 150_000, dayAt: place => (place < 40 ? '' : dayAt(place)) })
  const { make, ended, log } = await scrapingProject(t, [], { outsideUrls: { gbif: gbif.url } })
  const job = await ended((await make({ ...cod, limits: { records: 300 }, startNow: true })).id)
  t.equal(job.lastRun?.total, 150_000)
  t.ok((await log(job)).includes('40 records have no date or position and were left out'))
})

t.test('a query above 1,000,000 is refused before it is divided', async t => {
  const gbif = await fakeGbif(t, { count: 1_000_001, dayAt })
  const { make, ended } = await scrapingProject(t, [], { outsideUrls: { gbif: gbif.url } })
  const { lastRun } = await ended((await make({ ...cod, startNow: true })).id)
  t.equal(lastRun?.sentence, 'GBIF has 1,000,001 records for this query: narrow the taxon, the area or the dates to at most 1,000,000')
  t.equal(gbif.asked.length, 2)
})

t.test('a last page cut by the limit is not the end of the source', async t => {
  const gbif = await fakeGbif(t, { count: 310, dayAt })
  const { make, ended } = await scrapingProject(t, [], { outsideUrls: { gbif: gbif.url } })
  const job = await ended((await make({ ...cod, limits: { records: 305 }, startNow: true })).id)
  t.match(job, { state: 'stopped', lastRun: { found: 305, sentence: /^Stopped at the limit of 305 records: the source has 310/ } })
})

t.test('the last page of a part with 100,000 records is read whole', async t => {
  const asked: string[] = []
  const inquiry = {
    log: () => {},
    json: async (address: string) => {
      const { searchParams: query } = new URL(address)
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      asked.push(`${offset}+${limit}`)
      const count = Math.max(0, Math.min(limit, mostInSearch - offset))
      return {
        count: mostInSearch,
        endOfRecords: offset + count >= mostInSearch,
        results: Array.from({ length: count }, (_, at) => ({ key: offset + at }))
      }
    }
  } as unknown as Inquiry
  const part = { from: null, to: null, box: null }
  const cursor = JSON.stringify({ taxonKey: null, parts: [part, part], offset: 99_600, total: 2 * mostInSearch })
  const read: number[] = []
  for await (const { records, cursor: next } of gbifOccurrences('https://gbif.test').pages({}, cursor, inquiry)) {
    read.push(records.length)
    if (next !== null && JSON.parse(next).parts.length === 1) break
  }
  t.same(asked, ['99600+300', '99900+100'], 'GBIF refuses a query beyond 100,000 records')
  t.same(read, [300, 100])
})

t.test('parts cover the whole and do not overlap', async t => {
  const dates: Part = { from: '2001-01-01', to: '2001-01-04', box: null }
  t.same(divided(dates, '2026-01-01'), [
    { from: '2001-01-01', to: '2001-01-02', box: null },
    { from: '2001-01-03', to: '2001-01-04', box: null }
  ])
  const day = { from: '2001-01-01', to: '2001-01-01' }
  const box = { west: 170, south: -10, east: -170, north: 10 }
  t.same(divided({ ...day, box }, '2026-01-01'), [
    { ...day, box: { ...box, east: 180 } },
    { ...day, box: { ...box, west: -180 } }
  ])
  t.equal(divided({ ...day, box: { west: 1, south: 0, east: 1.001, north: 1 } }, '2026-01-01'), null)
})
