import { readFileSync } from 'node:fs'
import pino from 'pino'
import t from 'tap'
import { boxFault, wktOf } from '../../../../server/backend/scraper/sources/area.ts'
import { isSamePredicate, predicateOf } from '../../../../server/backend/scraper/sources/gbif-predicate.ts'
import type { ScraperJob, ScraperRun } from '../../../../shared/contracts/scraper.ts'
import { type BackendOptions, forEachDatabase, testBackend } from '../../../support/backend.ts'
import { fakeGbifDownload, gbifAccount, gbifArchiveOf } from '../../../support/outside/fake-gbif-download.ts'
import { gbifArchive, withoutRealRecords } from '../../../support/outside/occurrences.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'
import { until } from '../../../support/until.ts'

const cod = { source: 'gbif.download', name: 'Cod', query: { scientificname: 'Gadus morhua' }, account: gbifAccount }

/** Project with a fake of GBIF's download service. */
async function downloading(t: Parameters<typeof fakeGbifDownload>[0], options: BackendOptions = {}, archive?: Buffer) {
  const gbif = await fakeGbifDownload(t, archive)
  const project = await scrapingProject(t, [], { outsideUrls: { gbif: gbif.url }, outsidePauseMs: 10, ...options })
  const begin = (more: object = {}) => project.make({ ...cod, startNow: true, ...more })
  const count = (request: string) => gbif.asked.filter(asked => asked === request).length
  const datasets = async () => (await project.owner.get(`/projects/${project.project.id}/datasets`)).json().items
  return { gbif, ...project, begin, datasets, requests: () => count('POST /occurrence/download/request') }
}

await forEachDatabase(t, (t, database) => {
  t.test('a download is requested once, awaited without a worker, and read with licence and DOI', async t => {
    const { gbif, begin, job, ended, rerun, log, records, datasets, requests, storage } = await downloading(t, { database })
    gbif.checks = Number.POSITIVE_INFINITY
    const { id, ...made } = await begin({ query: { ...cod.query, startdate: '2019-01-01', startdepth: 10 } })
    t.match(made, { hasAccount: true, name: 'Cod' })
    const waiting = await until(
      () => job(id),
      ({ lastRun }) => lastRun?.state === 'waiting' && lastRun.sentence !== null
    )
    t.match(waiting.lastRun?.sentence, /^GBIF is preparing download 0000001-/)
    t.match(await storage.db.selectFrom('job').select(['state', 'failure']).where('kind', '=', 'scraper.run').execute(), [
      { failure: null }
    ])
    gbif.checks = 1
    const over = await ended(id)
    t.match(over, {
      state: 'done',
      lastRun: { number: 1, found: 3, new: 3, total: 3, pages: 1, sentence: 'Complete: 3 records, 3 new, 0 changed, 0 same, 0 gone' }
    })
    t.equal(requests(), 1)
    const [download] = gbif.downloads
    t.match(download?.request, { format: 'DWCA', sendNotification: false, creator: gbifAccount.name })
    t.match(download?.request.predicate, {
      type: 'and',
      predicates: [
        { type: 'equals', key: 'TAXON_KEY', value: '8084280' },
        { type: 'greaterThanOrEquals', key: 'EVENT_DATE', value: '2019-01-01' },
        { type: 'greaterThanOrEquals', key: 'DEPTH', value: '10' }
      ]
    })
    t.match((await records()).items[0], {
      title: 'Gadus morhua',
      sourceFlags: ['ZERO_COORDINATE'],
      url: /^https:\/\/www\.gbif\.org\/occurrence\/\d$/
    })
    const cited = (key = '') =>
      new RegExp(
        `^Cod \\(2026\\)\\. GBIF Occurrence Download https://doi\\.org/10\\.15468/dl\\.${key.slice(-6)} accessed via GBIF\\.org on \\d{4}-\\d\\d-\\d\\d$`
      )
    t.match(await datasets(), [{ title: 'Cod of the North Sea', licence: 'CC-BY-NC-4.0', citation: cited(download?.key) }])
    t.match(await log(over), [
      'Run 1: Gadus morhua, from 2019-01-01, at least 10 m deep',
      /^GBIF is preparing download/,
      /^GBIF prepared download .*: cite it as https:\/\/doi\.org\/10\.15468\/dl\.\d+$/,
      'Page 1: 3 records, 3 new',
      /^Complete/
    ])

    gbif.archive = await gbifArchiveOf(2, 'COUNTRY_COORDINATE_MISMATCH') // a new list of issues is not a change
    gbif.count = 2
    t.match((await rerun(id)).lastRun, { state: 'done', same: 2, new: 0, changed: 0, missing: 1 })
    t.equal(requests(), 2, 'each run has a download of its own')
    t.match(await datasets(), [{ citation: cited(gbif.downloads[1]?.key) }], 'the citation has the newest DOI')
  })

  t.test('a run of a stopped server continues with the same download', async t => {
    for (const lost of ['answer', 'nothing'] as const) {
      const first = await downloading(t, { database })
      const { gbif, requests } = first
      gbif.checks = Number.POSITIVE_INFINITY
      if (lost === 'answer') gbif.faults.push('unanswered')
      const { id } = await first.begin()
      await until(
        async () => gbif.downloads.length,
        length => length === 1
      )
      if (lost === 'nothing')
        await until(
          () => first.job(id),
          ({ lastRun }) => lastRun?.sentence !== null
        )
      await first.app.close()
      gbif.checks = 1
      const { dataDir, databaseUrl, tokenKey } = first.config
      const kept = { dataDir, databaseUrl, tokenKey, outsideUrls: { gbif: gbif.url }, outsidePauseMs: 10, runJobs: true }
      const { storage } = await testBackend(t, kept)
      const run = await until(
        () => storage.db.selectFrom('scraper_run').selectAll().where('scraper_job_id', '=', id).executeTakeFirstOrThrow(),
        ({ outcome }) => outcome !== null
      )
      t.match(run, { outcome: 'done', new: 3, number: 1 }, lost)
      t.equal(requests(), 1, `${lost} lost: one request`)
    }
  })

  t.test('a cancelled run ends its download at GBIF, and continues with a new one', async t => {
    const { gbif, begin, job, ended, owner, requests, log } = await downloading(t, { database })
    gbif.checks = 1000
    const { id } = await begin()
    await until(
      () => job(id),
      ({ lastRun }) => lastRun?.sentence !== null
    )
    t.match((await owner.post(`/scraper/jobs/${id}/cancel`)).json<ScraperRun>(), { state: 'cancelled', sentence: null })
    await until(
      async () => gbif.downloads[0]?.status,
      status => status === 'CANCELLED'
    )
    t.ok(gbif.asked.includes(`DELETE /occurrence/download/request/${gbif.downloads[0]?.key}`))
    gbif.checks = 1
    await owner.post(`/scraper/jobs/${id}/retry`)
    const over = await ended(id)
    t.match(over, { state: 'done', lastRun: { number: 1, new: 3 } })
    t.equal(requests(), 2)
    t.ok((await log(over)).includes('Cancelled by a person'))
  })

  t.test('GBIF ends a cancelled download whose key never arrived', async t => {
    const { gbif, begin, owner } = await downloading(t, { database })
    gbif.faults.push('unanswered')
    gbif.checks = 1000
    const { id } = await begin()
    await until(
      async () => gbif.downloads.length,
      length => length === 1
    )
    const [lost] = gbif.downloads
    if (!lost) return t.fail('no download')
    const later = { ...lost, key: 'later', created: new Date(Date.parse(lost.created) + 1000).toISOString() }
    gbif.downloads.push(later)
    await owner.post(`/scraper/jobs/${id}/cancel`)
    t.equal(
      await until(
        async () => gbif.downloads[0]?.status,
        status => status !== 'PREPARING'
      ),
      'CANCELLED'
    )
    t.equal(later.status, 'PREPARING', 'the same query of another run goes on')
  })

  t.test('name and password are in no table, answer or log', async t => {
    const written: string[] = []
    const logger = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
    const { begin, ended, owner, project, storage, gbif } = await downloading(t, { database, logger })
    const { id } = await begin()
    const over = await ended(id)
    t.equal(over.state, 'done')
    const answers = [`/scraper/jobs/${id}`, `/scraper/jobs?project_id=${project.id}`, `/scraper/jobs/${id}/runs`, '/scraper/sources']
      .concat(['log', 'requests', 'diff'].map(part => `/scraper/runs/${over.lastRun?.id}/${part}`))
      .concat([`/projects/${project.id}/activity`, `/projects/${project.id}/jobs`, `/data/job/${id}`, `/projects/${project.id}/datasets`])
    const read: string[] = []
    for (const url of answers) {
      const answer = await owner.get(url)
      t.equal(answer.statusCode, 200, url)
      read.push(answer.body)
    }
    t.ok(gbif.asked.some(path => path.endsWith(`/user/${gbifAccount.name}`)))
    t.ok(read.some(text => text.includes('/occurrence/download/user/…')))
    const tables = ['scraper_job', 'scraper_run', 'scraper_log', 'scraper_request', 'outside_dataset', 'scraped_record', 'job'] as const
    const rows = await Promise.all(tables.map(table => storage.db.selectFrom(table).selectAll().execute()))
    const [{ account } = { account: null }] = rows[0] as { account: string | null }[]
    t.type(account, 'string')
    for (const text of [JSON.stringify(rows), ...read, written.join('\n')])
      for (const secret of [gbifAccount.name, gbifAccount.password, Buffer.from(gbifAccount.password).toString('base64')])
        t.notOk(text.includes(secret))
    await owner.delete(`/scraper/jobs/${id}`)
    t.match(await storage.db.selectFrom('scraper_job').select('account').execute(), [{ account: null }], 'a deleted job forgets them')
  })

  t.test('only owners make, change, run, cancel, continue and delete such a job', async t => {
    const { begin, ended, owner, project, signUp, draft, requests } = await downloading(t, { database })
    const { id } = await begin()
    const { revision, lastRun } = await ended(id)
    const [editor, stranger] = [await signUp(), await signUp()]
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    const edits: ['post' | 'patch' | 'delete', string, object?][] = [
      ['post', '/scraper/jobs', { ...draft, ...cod }],
      ['patch', `/scraper/jobs/${id}`, { revision, name: 'Mine' }],
      ['post', `/scraper/jobs/${id}/run`],
      ['post', `/scraper/jobs/${id}/cancel`],
      ['post', `/scraper/jobs/${id}/retry`],
      ['delete', `/scraper/jobs/${id}`]
    ]
    for (const [method, url, body] of edits) {
      t.equal((await editor[method](url, body)).statusCode, 403, `${method} ${url} by an editor`)
      t.equal((await stranger[method](url, body)).statusCode, 404, `${method} ${url} by a stranger`)
    }
    for (const url of [`/scraper/jobs/${id}`, `/scraper/runs/${lastRun?.id}/log`]) t.equal((await editor.get(url)).statusCode, 200, url)
    t.equal(requests(), 1)
  })

  t.test('a changed account replaces the old one, and an edit without one keeps it', async t => {
    const { gbif, begin, job, ended, owner, requests } = await downloading(t, { database })
    const { id } = await begin({ account: { ...gbifAccount, password: 'wrong' } })
    const failed = await ended(id)
    t.match(failed, {
      state: 'failed',
      lastRun: { sentence: 'GBIF did not accept the user name and password of this job: edit the job and enter them again' }
    })
    t.equal(requests(), 0)
    t.equal((await owner.patch(`/scraper/jobs/${id}`, { revision: failed.revision, account: gbifAccount })).statusCode, 200)
    const { revision } = await job(id)
    t.equal((await owner.patch(`/scraper/jobs/${id}`, { revision, name: 'Cod again' })).json<ScraperJob>().hasAccount, true)
    await owner.post(`/scraper/jobs/${id}/retry`)
    t.match(await ended(id), { state: 'done', name: 'Cod again', lastRun: { new: 3 } })
    t.equal(gbif.downloads.length, 1)
  })
})

t.test('a missing or unusable account is refused by field, without repeating it', async t => {
  const { owner, draft, storage } = await downloading(t)
  const { account: _none, ...open } = cod
  const refusals: [object, string][] = [
    [open, '/account'],
    [{ ...cod, account: { name: 'ana_reef' } }, '/account'],
    [{ ...cod, account: { name: 'ana:reef', password: 'brine' } }, '/account/name'],
    [{ ...cod, account: { name: 'ana_reef', password: 'brine\u0000pool' } }, '/account/password'],
    [{ source: 'obis.occurrences', account: gbifAccount }, '/account'],
    [{ ...cod, query: {} }, '/query']
  ]
  for (const [body, path] of refusals) {
    const answer = await owner.post('/scraper/jobs', { ...draft, ...body })
    t.equal(answer.statusCode, 422, JSON.stringify(body))
    t.match(answer.json().errors, [{ path }])
    t.notMatch(answer.body, /brine|brittle/)
  }
  t.same(await storage.db.selectFrom('scraper_job').selectAll().execute(), [])
})

t.test('an offline server connects to nothing, and a run that waits there goes on waiting', async t => {
  const first = await downloading(t)
  const { gbif } = first
  gbif.checks = 1000
  const { id } = await first.begin()
  await until(
    () => first.job(id),
    ({ lastRun }) => lastRun?.sentence !== null
  )
  await first.app.close()
  let [asked, restful] = [0, 0]
  await until(
    async () => {
      restful = gbif.asked.length === asked ? restful + 1 : 0 // a request may have been on its way when the server was closed
      asked = gbif.asked.length
      return restful
    },
    rounds => rounds === 20
  )
  const { dataDir, tokenKey } = first.config
  const kept = { dataDir, tokenKey, outsideUrls: { gbif: gbif.url }, outsidePauseMs: 10, runJobs: true }
  const offline = await testBackend(t, { ...kept, isOffline: true })
  const owner = await offline.signUp()
  const draft = { ...cod, projectId: (await owner.makeProject()).id, startNow: true }
  t.equal((await owner.post('/scraper/jobs', draft)).statusCode, 503)
  const run = () => offline.storage.db.selectFrom('scraper_run').selectAll().where('scraper_job_id', '=', id).executeTakeFirstOrThrow()
  const { sentence } = await until(run, ({ sentence }) => sentence?.startsWith('Outside data is turned off') === true)
  t.match(sentence, /GBIF may still be preparing download/)
  t.equal(gbif.asked.length, asked)
})

t.test('a busy GBIF is waited for', async t => {
  const { gbif, begin, ended, log, requests, owner, draft } = await downloading(t)
  gbif.faults.push({ status: 420, body: 'Enhance Your Calm' })
  const job = await ended((await begin()).id)
  t.match(job, { state: 'done', lastRun: { new: 3 } })
  t.equal(requests(), 2, 'the refused request, and the one that GBIF took')
  t.ok((await log(job)).includes('GBIF takes no more downloads at the moment: this one waits for its turn'))

  const others = ['1', '2', '3'].map(key => ({ ...(gbif.downloads[0] as (typeof gbif.downloads)[0]), key, status: 'RUNNING' }))
  gbif.downloads.push(...others)
  const { id } = (await owner.post('/scraper/jobs', { ...draft, ...cod, startNow: true })).json<ScraperJob>()
  const waiting = async () => (await owner.get(`/scraper/jobs/${id}`)).json<ScraperJob>()
  const { lastRun } = await until(waiting, ({ lastRun }) => lastRun?.sentence !== null)
  t.equal(lastRun?.sentence, 'GBIF is preparing 3 downloads of this account: this one waits for its turn')
  t.equal(requests(), 2, 'a fourth download is not requested')
  for (const other of others) other.status = 'SUCCEEDED'
  t.equal((await ended(id)).state, 'done')
})

t.test('downloads that GBIF ends or refuses fail with a sentence, and continue with a new request', async t => {
  const { gbif, begin, ended, owner, requests } = await downloading(t)
  gbif.outcome = 'KILLED'
  const { id } = await begin()
  t.match(await ended(id), { state: 'failed', lastRun: { sentence: 'GBIF ended download 0000001-260101120000000 with the status KILLED' } })
  gbif.outcome = 'SUCCEEDED'
  gbif.faults.push({ status: 400, body: 'The geometry is invalid' })
  await owner.post(`/scraper/jobs/${id}/retry`)
  const refused = await until(
    () => ended(id),
    ({ lastRun }) => lastRun?.sentence?.includes('refused') === true
  )
  t.equal(refused.lastRun?.sentence, 'GBIF refused the request with status 400: The geometry is invalid')
  await owner.post(`/scraper/jobs/${id}/retry`)
  t.match(
    await until(
      () => ended(id),
      ({ state }) => state === 'done'
    ),
    { lastRun: { number: 1, new: 3 } }
  )
  t.equal(requests(), 3)
})

t.test('a run waits for GBIF for seven days at most, and the reason names the download and the way on', async t => {
  const { gbif, begin, job, ended, owner, requests, storage } = await downloading(t)
  gbif.checks = Number.POSITIVE_INFINITY
  const { id } = await begin()
  const place = async () =>
    JSON.parse((await storage.db.selectFrom('scraper_run').select('cursor').executeTakeFirstOrThrow()).cursor ?? '{}')
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  /** Moves the beginning of the wait. A check that is under way would move it back. */
  const waitedFor = (days: number) =>
    until(
      async () => {
        const cursor = JSON.stringify({ ...(await place()), since: daysAgo(days) })
        const change = storage.db.updateTable('scraper_run').set({ cursor })
        const between = change.where('job_id', 'in', query => query.selectFrom('job').select('id').where('state', '=', 'waiting'))
        return (await between.executeTakeFirstOrThrow()).numUpdatedRows
      },
      count => count === 1n,
      { pauseMs: 5 }
    )
  const isWaiting = async (sentence: RegExp) =>
    until(
      () => job(id),
      ({ lastRun }) => sentence.test(lastRun?.sentence ?? '')
    )
  const failed = async () => (await ended(id)).lastRun?.sentence
  await isWaiting(/^GBIF is preparing download/)
  await waitedFor(6.9)
  const asked = gbif.asked.length
  await until(
    async () => gbif.asked.length,
    count => count > asked + 2
  )
  await waitedFor(7.1)
  const [first] = gbif.downloads
  t.equal(
    await failed(),
    `GBIF did not prepare download ${first?.key} within 7 days. Run the job again to request a new one. ` +
      `If https://www.gbif.org/occurrence/download/${first?.key} has an archive later, import that as a Darwin Core Archive`
  )

  if (first) first.status = 'KILLED'
  const others = ['1', '2', '3'].map(key => ({ ...(first as (typeof gbif.downloads)[0]), key, status: 'RUNNING' }))
  gbif.downloads.push(...others)
  await owner.post(`/scraper/jobs/${id}/retry`)
  await isWaiting(/waits for its turn$/)
  t.match(await place(), { step: 'begin', since: /^20/ })
  await waitedFor(7.1)
  t.equal(
    await failed(),
    'GBIF took no download of this account within 7 days. It is still preparing 3, 2, 1: cancel one of them at GBIF, and run the job again'
  )
  t.equal(requests(), 1)
  for (const other of others) other.status = 'SUCCEEDED'
  gbif.checks = 0
  await owner.post(`/scraper/jobs/${id}/retry`)
  t.equal(
    (
      await until(
        () => ended(id),
        ({ state }) => state === 'done'
      )
    ).state,
    'done',
    'a new try waits for as long again'
  )
})

t.test('an archive that is none, too large, or elsewhere is not read', async t => {
  const { gbif, begin, ended } = await downloading(t)
  const { host } = new URL(gbif.url)
  const failure = async () => (await ended((await begin()).id)).lastRun?.sentence
  const { archive } = gbif
  gbif.archive = Buffer.from('<html>')
  t.match(await failure(), /not a zip archive/)
  gbif.archive = archive
  gbif.facts = { size: 300_000_000 }
  t.match(await failure(), /^Download \S+ has 300 MB, more than the limit of 200 MB: narrow the query$/)
  gbif.facts = { totalRecords: 1_000_001 }
  t.match(await failure(), /has more than 1,000,000 records: narrow the query$/)
  for (const link of ['http://169.254.169.254/a.zip', 'https://gbif.org.example/a.zip', `http://127.0.0.1:1/a.zip`, 'file:///etc/passwd']) {
    gbif.facts = { downloadLink: link }
    t.match(await failure(), /^Download \S+ is at .*, which does not belong to GBIF: it was not read$/, link)
  }
  gbif.facts = {}
  gbif.redirect = 'http://10.0.0.1/a.zip'
  t.equal(await failure(), `${host} leads to an address inside this network, which this server does not connect to`)
})

t.test('a preview reads the search, without an account or a download', async t => {
  const { gbif, owner, project } = await downloading(t)
  const preview = await owner.post('/scraper/jobs/preview', { projectId: project.id, source: cod.source, query: cod.query })
  t.match(preview.json(), { total: 3, failure: null, records: [{ identity: '1', sourceFlags: ['GEODETIC_DATUM_ASSUMED_WGS84'] }, {}, {}] })
  t.notOk(gbif.asked.some(path => path.includes('download')))
})

t.test('an area with an edge on 180° has no part without width', async t => {
  const wkt = (west: number, east: number) => wktOf({ west, south: -20, east, north: -10 })
  t.equal(wkt(180, -170), 'POLYGON((-180 -20,-170 -20,-170 -10,-180 -10,-180 -20))')
  t.equal(wkt(170, -180), 'POLYGON((170 -20,180 -20,180 -10,170 -10,170 -20))')
  t.equal(wkt(-180, 180), 'POLYGON((-180 -20,180 -20,180 -10,-180 -10,-180 -20))')
  t.match(wkt(170, -170), /^MULTIPOLYGON\(\(\(170 .*\)\),\(\(-180 /)
  const fault = (west: number, east: number) => boxFault({ area: { west, south: -20, east, north: -10 } })
  t.match([fault(180, -180), fault(5, 5)], [{ path: '/query/area/east' }, { path: '/query/area/east' }])
  t.same([fault(-180, 180), fault(180, -170), fault(170, -180)], [null, null, null])
})

t.test('a predicate has each condition of a query, and is recognised in the copy of GBIF', async t => {
  const area = { west: 170, south: -10, east: -170, north: 10 }
  const query = { scientificname: 'Gadus', area, enddate: '2019-12-31', enddepth: 200, datasetid: 'north-sea' }
  const predicate = predicateOf(query, '8084280')
  t.same(predicate, {
    type: 'and',
    predicates: [
      { type: 'equals', key: 'TAXON_KEY', value: '8084280' },
      { type: 'within', geometry: wktOf(area) },
      { type: 'lessThanOrEquals', key: 'EVENT_DATE', value: '2019-12-31' },
      { type: 'lessThanOrEquals', key: 'DEPTH', value: '200' },
      { type: 'equals', key: 'DATASET_KEY', value: 'north-sea' }
    ]
  })
  const [taxon, ...others] = (predicate as { predicates: object[] }).predicates
  const copy = { type: 'and', predicates: [...others, { ...taxon, matchCase: false }] }
  t.ok(isSamePredicate(predicate, copy), 'in another order, with more fields')
  t.ok(isSamePredicate({ type: 'and', predicates: [taxon] }, taxon), 'without the list around a single one')
  t.notOk(isSamePredicate(predicate, { type: 'and', predicates: others }))
  t.notOk(isSamePredicate(predicate, undefined))
})

t.test('a real download has 470 records, each with the licence of its dataset', { skip: withoutRealRecords }, async t => {
  const { gbif, begin, ended, rerun, datasets } = await downloading(t, {}, readFileSync(gbifArchive))
  gbif.count = 470
  const { id } = await begin()
  t.match((await ended(id)).lastRun, { found: 470, new: 470, total: 470, failed: 0 })
  const items: { citation: string }[] = await datasets()
  t.ok(items.length > 10)
  t.ok(items.every(({ citation }) => /GBIF Occurrence Download https:\/\/doi\.org\/10\.15468\/dl\./.test(citation)))
  t.match((await rerun(id)).lastRun, { new: 0, changed: 0, same: 470 })
})
