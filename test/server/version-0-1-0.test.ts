import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import t, { type Test } from 'tap'
import type { Tokens } from '../../shared/contracts/auth.ts'
import { type Export, ExportFormat } from '../../shared/contracts/exchange.ts'
import { type Person, personOf, testBackend } from '../support/backend.ts'
import { finishedJobs } from '../support/jobs.ts'
import { describe } from '../support/published.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { ana, mediaIds, projectId, recordedFile, renamedId, sessionId, unpackData } from '../support/version-0-1-0.ts'
import { unzipped } from '../support/zips.ts'

/** `TEST_RECORD=1` records the current answers, for an intended change. */
const records = process.env.TEST_RECORD === '1'

const began = new Date().toISOString()

/** Removes times since the start of this test, and its date where a file contains it, because they differ from run to run. */
const withoutNow = (text: string) =>
  text
    .replace(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, time => (time >= began.slice(0, 19) ? '<now>' : time))
    .replace(/\/v\d{14}"/, '/v<now>"')
    .replace(/(<pubDate>|date-released: "?|"date_created":"|"year":|© |Example A \()20\d\d([-/]\d\d){0,2}/g, '$1<now>')

function isAsRecorded(t: Test, name: string, content: string) {
  const file = recordedFile(name)
  if (records) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, withoutNow(content))
  }
  t.equal(withoutNow(content), readFileSync(file, 'utf8'), name)
}

/** Removes the record of a job, which is kept for a few days only. */
const withoutJob = (key: string, value: unknown) => (key === 'job' ? undefined : value)

const results = `/projects/${projectId}/results`
const paths = {
  project: `/projects/${projectId}`,
  overview: `/projects/${projectId}/overview`,
  members: `/projects/${projectId}/members`,
  activity: `/projects/${projectId}/activity`,
  media: `/projects/${projectId}/media?sort=name`,
  'annotations-1': `/media/${mediaIds[0]}/annotations`,
  'annotations-2': `/media/${mediaIds[1]}/annotations`,
  'annotations-3': `/media/${mediaIds[2]}/annotations`,
  'annotations-4': `/media/${mediaIds[3]}/annotations`,
  removed: `/media/${mediaIds[0]}/annotations/removed`,
  history: `/annotations/${renamedId}/history`,
  comments: `/annotations/${renamedId}/comments`,
  samples: `/media/${mediaIds[1]}/samples`,
  scale: `/media/${mediaIds[0]}/scale`,
  labels: `/projects/${projectId}/labels`,
  outline: `/projects/${projectId}/labels/outline`,
  'catalog-versions': `/projects/${projectId}/catalog-versions`,
  'attribute-fields': `/projects/${projectId}/attribute-fields`,
  sites: `/projects/${projectId}/sites`,
  filters: `/projects/${projectId}/filters`,
  progress: `/projects/${projectId}/progress`,
  session: `/annotation-sessions/${sessionId}`,
  agreement: `/annotation-sessions/${sessionId}/agreement`,
  groups: `/annotation-sessions/${sessionId}/groups`,
  abundance: `${results}/abundance?groupBy=site&includeUnreviewed=true`,
  summary: `${results}/summary?groupBy=site`,
  curves: `${results}/curves`,
  cover: `${results}/cover`
}

const published = { license: 'CC-BY-4.0', coordinateUncertaintyInMeters: 15 }
const optionsOf: Partial<Record<Export['format'], object>> = {
  dwca: published,
  ifdo: { ...published, platform: 'Towed camera', sensor: 'Still camera' }
}

/** Publishes the project. Version 0.1.0 stored no description, and its photographs have no time: an archive requires both. */
async function publish(by: Person) {
  await describe(by, projectId)
  for (const [at, id] of mediaIds.entries()) {
    const { revision } = (await by.get(`/media/${id}`)).json()
    const facts = {
      eventDate: `2026-05-0${at + 1}T10:00:00.000Z`,
      decimalLatitude: 40.5,
      decimalLongitude: -70.25,
      depthInMeters: 120 + at
    }
    const answer = await by.patch(`/media/${id}`, { revision, ...facts })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
}

async function exported(by: Person, format: Export['format']): Promise<{ made: Export; files: Map<string, string> }> {
  const options = { include: 'all', leastConfidence: 0, ...optionsOf[format] }
  const asked = await by.post(`/projects/${projectId}/exports`, { format, options })
  if (asked.statusCode !== 202) throw new Error(`${format}: ${asked.body}`)
  await finishedJobs(by, projectId)
  const made = (await by.get(`/exports/${asked.json<Export>().id}`)).json<Export>()
  if (made.state !== 'ready') return { made, files: new Map() }
  const { rawPayload } = await by.get(`/exports/${made.id}/content`)
  const isArchive = rawPayload.subarray(0, 2).toString() === 'PK'
  return { made, files: isArchive ? await unzipped(rawPayload) : new Map([['file', rawPayload.toString()]]) }
}

t.test('a data folder of version 0.1.0 opens with all its content', async t => {
  const dataDir = temporaryFolder(t)
  await unpackData(dataDir)
  const { app } = await testBackend(t, { dataDir, runJobs: true })
  const payload = new URLSearchParams({ username: ana.email, password: ana.password }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
  const owner = await personOf(app, signedIn.json<Tokens>())
  await finishedJobs(owner, projectId)

  for (const [name, path] of Object.entries(paths)) {
    const answer = await owner.get(path)
    t.equal(answer.statusCode, 200, path)
    isAsRecorded(t, `answers/${name}.json`, `${JSON.stringify(answer.json(), withoutJob, 2)}\n`)
  }
  for (const id of mediaIds) t.equal((await owner.get(`/media/${id}/content`)).statusCode, 200, 'its photograph is there')
  await publish(owner)
  for (const format of ExportFormat.enum) {
    const { made, files } = await exported(owner, format)
    const { state, imageCount, annotationCount, losses, faults } = made
    isAsRecorded(t, `exports/${format}.json`, `${JSON.stringify({ state, imageCount, annotationCount, losses, faults }, null, 2)}\n`)
    for (const [name, content] of files) isAsRecorded(t, `exports/${format}/${name}`, content)
  }
})
