import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { databaseFile } from '../../server/backend/storage/database.ts'
import type { Job } from '../../shared/contracts/jobs.ts'
import { signUpScript } from '../support/durability/writers.ts'
import { picture } from '../support/pictures.ts'
import { databasesAtHand, ownPostgres } from '../support/postgres.ts'
import { onlySetUpLink, spawnServer } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { upload } from '../support/uploads.ts'

/** A running server, and calls to it. */
async function scene(t: Test, settings: Record<string, string> = {}) {
  const dataDir = join(temporaryFolder(t), 'data')
  const server = spawnServer(t, { DATA_DIR: dataDir, ...settings })
  const url = await server.listening
  const { token, projectId } = await signUpScript(url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const makeProject = () => fetch(`${url}/api/projects`, { method: 'POST', headers, body: '{"title":"Canyon"}' })
  const listProjects = () => fetch(`${url}/api/projects`, { headers })
  const status = async (path: string) => (await fetch(url + path)).status
  /** Uploads a picture and waits for its processing. */
  async function takePicture(seed: number): Promise<void> {
    const content = await picture({ seed })
    await upload(url, { tokens: { access_token: token } }, { projectId, fileName: `${seed}.jpg`, content })
    await until('done', async () => {
      const { items } = (await (await fetch(`${url}/api/projects/${projectId}/jobs`, { headers })).json()) as { items: Job[] }
      return items.find(({ subject }) => subject === `${seed}.jpg`)?.state
    })
  }
  return { dataDir, server, url, headers, makeProject, listProjects, takePicture, status }
}

/** Repeats a read until the result is the expected one, or until the time limit of the test. */
async function until<T>(expected: T, ask: () => Promise<T | undefined>): Promise<void> {
  while ((await ask()) !== expected) await pause(100)
}

t.test(
  'without PostgreSQL the server runs, is not ready and states why; it recovers without a restart',
  { skip: databasesAtHand.includes('postgres') ? false : 'no PostgreSQL is at hand' },
  async t => {
    const postgres = await ownPostgres(t)
    if (!postgres) return t.pass('the PostgreSQL in use is not on this machine: it cannot be stopped')
    const { server, url, headers, takePicture, makeProject, listProjects, status } = await scene(t, { DATABASE_URL: postgres.url })
    t.equal(await status('/readyz'), 200)

    for (const round of ['the first time', 'the second time']) {
      await postgres.stop()
      let reasons: string[] = []
      await until(true, async () => {
        const answer = await fetch(`${url}/readyz`)
        reasons = ((await answer.json()) as { reasons?: string[] }).reasons ?? []
        return answer.status === 503 && reasons.some(reason => reason.includes('is not responding')) // connections are still closing at first
      })
      t.match(reasons, [/^the backend answered 503: The database is not responding/], round)
      t.equal(await status('/healthz'), 200)
      const refused = await listProjects()
      t.ok(refused.status >= 500, `${refused.status}`)
      t.notMatch(await refused.text(), /ECONNREFUSED|127\.0\.0\.1:/)
      t.ok((await makeProject()).status >= 500)

      await postgres.start()
      await until(200, () => status('/readyz'))
      t.equal((await listProjects()).status, 200)
      t.equal((await makeProject()).status, 201)
    }

    const events = await fetch(`${url}/api/events`, { headers })
    await takePicture(1)
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
    let received = ''
    while (!received.includes('"type":"job"')) received += (await reader.read()).value ?? t.fail('the stream has ended')
    await reader.cancel()
    t.pass('jobs run and are reported again')

    t.equal(server.process.exitCode, null)
    t.notMatch(server.output.out, /the research backend (exited|failed)/, 'its thread was not restarted either')
    t.same(await server.stop(), { code: 0, signal: null })
    t.match(server.output.err, onlySetUpLink)
  }
)

t.test('while another program locks the SQLite file the server runs, and continues afterwards', async t => {
  const { dataDir, server, makeProject, listProjects, status } = await scene(t)
  const other = new DatabaseSync(databaseFile(dataDir), { timeout: 30_000 }) // the server may be writing
  t.teardown(() => other.isOpen && other.close())

  other.exec('begin immediate')
  const briefly = makeProject()
  await pause(1_000)
  t.equal(await status('/healthz'), 200)
  other.exec('commit')
  t.equal((await briefly).status, 201, 'a short wait goes unnoticed')

  other.exec('begin immediate')
  const long = await makeProject()
  t.ok(long.status >= 500, `${long.status}: the wait is limited`)
  t.equal(await status('/healthz'), 200)
  t.equal((await listProjects()).status, 200, 'reading continues')
  other.exec('commit')
  t.equal((await makeProject()).status, 201)
  await until(200, () => status('/readyz'))
  t.notMatch(server.output.out, /the research backend (exited|failed)/)
  t.same(await server.stop(), { code: 0, signal: null })
})
