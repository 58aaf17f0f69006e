import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { readStaged, type StagedAnnotation, stagedWriter } from '../../../../server/backend/exchange/imports/staged.ts'
import { openDatabase } from '../../../../server/backend/storage/database.ts'
import type { Import } from '../../../../shared/contracts/exchange.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { startKillable } from '../../../support/durability/killable-server.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { openFiles } from '../../../support/open-files.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { until } from '../../../support/until.ts'

const imageCount = 200
const fileName = (at: number) => `IMG_${at}.JPG`
const names = Array.from({ length: imageCount }, (_, at) => ({ fileName: fileName(at) }))
const detections = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `${at},${fileName(at % imageCount)},${at % imageCount},1,1,${9 + (at % 50)},9,0.5,-1,${at % 3 ? 'fish' : 'crab'},0.5`
  ).join('\n')

await forEachDatabase(t, async (t, database) => {
  t.test('a check cancelled while it runs leaves only the upload; a deleted one leaves nothing', async t => {
    const scene = await exchangingProject(t, names, { database })
    const brought = (await scene.bring(detections(400_000))).json<Import>()
    for (;;) {
      const { job } = await scene.importOf(brought.id)
      if (job?.state !== 'waiting') break
      await pause(5)
    }
    t.equal((await scene.owner.post(`/jobs/${brought.job!.id}/cancel`)).statusCode, 200)
    t.match(await scene.importOf(brought.id), { state: 'failed', failure: 'The job was cancelled', preview: null })
    await scene.settled({ statusCode: 202, json: () => brought } as never)
    const folder = join(scene.config.dataDir, 'exchange')
    while (readdirSync(folder).length > 1) await pause(10)
    t.same(readdirSync(folder), [`${brought.id}.upload`])
    t.equal((await scene.owner.delete(`/imports/${brought.id}`)).statusCode, 204)
    t.same(readdirSync(folder), [])
  })

  t.test('others can read the progress of an import; a cancelled import leaves nothing and can be repeated', async t => {
    const count = 40_000
    const scene = await exchangingProject(t, names, { database })
    const checked = await scene.preview(detections(count))
    const begun = (await scene.owner.post(`/imports/${checked.id}/apply`, { revision: checked.revision })).json<Import>()
    for (;;) {
      const { state, job } = await scene.importOf(checked.id)
      t.equal(state, 'applying')
      if (job!.done > 0) break
      await pause(5)
    }
    const { job } = await scene.importOf(checked.id)
    t.ok(job!.done > 0 && job!.done < count && job!.total === count, `${job!.done} of ${job!.total}`)
    t.same(await scene.annotationsOf(scene.project.mediaIds[0]!), [], 'none of it is visible')
    const cancelled = await scene.owner.post(`/jobs/${begun.job!.id}/cancel`)
    t.match(cancelled.json(), { state: 'cancelled' })
    const after = await scene.importOf(checked.id)
    t.match(after, { state: 'ready', result: null })
    t.same(await scene.annotationsOf(scene.project.mediaIds[0]!), [])
    t.match(await scene.apply(after), { state: 'applied', result: { annotationCount: count } })
  })
})

t.test('staged changes are read back as written, and their file is closed even when the reading ends early', async t => {
  const path = join(temporaryFolder(t), 'staged')
  const row = (at: number): StagedAnnotation => ({
    mediaId: `${at}`,
    shapeKind: 'point',
    shape: 'x'.repeat(3000),
    area: null,
    label: 0,
    person: -1,
    confidence: null,
    attributes: '{}',
    at: null,
    from: { row: at, image: 'läng\u2028e.jpg' }
  })
  const rows = Array.from({ length: 2000 }, (_, at) => row(at))
  const staged = await stagedWriter(path)
  for (const each of rows) await staged.add(each)
  await staged.close([['a', 1]], ['a'])
  const lines = []
  for await (const line of readStaged(path)) lines.push(line)
  t.same(
    lines.flatMap(line => line.rows ?? []),
    rows
  )
  t.same(lines.slice(-2), [{ frames: [['a', 1]] }, { covered: ['a'] }])

  const cancelled = (async () => {
    for await (const _line of readStaged(path)) throw new Error('cancelled')
  })()
  await t.rejects(cancelled, { message: 'cancelled' })
  await until(openFiles, files => !files.includes(path))
})

t.test('a server killed during an import has either all of it or nothing, and completes it after the next start', async t => {
  const count = 60_000
  const dataDir = temporaryFolder(t)
  const environment = { DATA_DIR: dataDir, SESSION_MODE: 'bearer', DATABASE_URL: '' }
  let server = await startKillable(environment)
  t.teardown(() => server.kill())
  const account = { email: 'ana@lab.example', password: 'gorgonian lantern halocline' }
  const headers = { 'content-type': 'application/json', 'x-requested-by': 'app' }
  const { access_token: token } = await json(
    await fetch(`${server.url}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(account) })
  )
  const call = async (method: string, path: string, body?: object | string) => {
    const plain = typeof body === 'string'
    return json(
      await fetch(`${server.url}/api${path}`, {
        method,
        headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': plain ? 'text/csv' : 'application/json' },
        ...(body && { body: plain ? body : JSON.stringify(body) })
      })
    )
  }
  const { id: projectId } = await call('POST', '/projects', { title: 'Reef' })
  const { id: accountId } = await call('GET', '/auth/me')
  await withDatabase(db => insertMediaRows(db, { projectId, accountId, count: imageCount, fileName }))
  let current = await call('POST', `/projects/${projectId}/imports?fileName=a.csv`, detections(count))
  await pause(300)
  await server.kill() // in the middle of the check
  server = await startKillable(environment)
  current = await until(['ready'])

  let sawNothing = 0
  for (const delayMs of [0, 40, 150, 400]) {
    if (current.state !== 'applied' && current.state !== 'applying')
      await call('POST', `/imports/${current.id}/apply`, { revision: current.revision }).catch(() => undefined)
    await pause(delayMs)
    await server.kill()
    const { annotations, labels, state } = await storedState()
    t.ok(annotations === 0 || annotations === count, `${annotations} annotations after ${delayMs} ms`)
    t.equal(state === 'applied', annotations === count, 'the import reports itself applied if, and only if, its annotations are there')
    t.equal(labels, annotations === 0 ? 0 : 2)
    if (annotations === 0) sawNothing += 1
    server = await startKillable(environment)
    current = await call('GET', `/imports/${current.id}`)
  }
  t.ok(sawNothing > 0, 'it was killed before its end at least once')
  if (current.state === 'ready') await call('POST', `/imports/${current.id}/apply`, { revision: current.revision })
  current = await until(['applied'])
  t.match(current, { result: { annotationCount: count, newLabelCount: 2 } })
  const end = await storedState()
  t.match(end, { annotations: count, labels: 2, ofMedia: count, ofLabels: count })
  while (readdirSync(join(dataDir, 'exchange')).length > 1) await pause(20)
  t.same(readdirSync(join(dataDir, 'exchange')), [`${current.id}.findings`])

  async function until(states: Import['state'][]): Promise<Import> {
    for (;;) {
      const now: Import = await call('GET', `/imports/${current.id}`)
      if (now.state === 'failed') throw new Error(now.failure ?? 'failed')
      if (states.includes(now.state)) return now
      await pause(50)
    }
  }

  async function withDatabase<T>(read: (db: ReturnType<typeof openDatabase>['db']) => Promise<T>): Promise<T> {
    const storage = openDatabase({ dataDir, databaseUrl: null })
    try {
      return await read(storage.db)
    } finally {
      await storage.close()
    }
  }

  async function storedState() {
    return withDatabase(async db => {
      const rows = (table: 'annotation' | 'label') =>
        db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      const sum = async (table: 'media' | 'label') =>
        (
          await db
            .selectFrom(table)
            .select(({ fn }) => fn.sum<number | null>('annotation_count').as('sum'))
            .executeTakeFirstOrThrow()
        ).sum ?? 0
      const { state } = await db.selectFrom('import_session').select('state').executeTakeFirstOrThrow()
      const [annotations, labels] = [await rows('annotation'), await rows('label')]
      return { annotations: annotations.count, labels: labels.count, ofMedia: await sum('media'), ofLabels: await sum('label'), state }
    })
  }
})

async function json(answer: Response) {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}
