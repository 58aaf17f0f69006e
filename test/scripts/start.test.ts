import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { startIsobathProcess } from '../support/isobath-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const start = join(import.meta.dirname, '..', '..', 'scripts', 'run.mjs')

t.test('npm start serves the page and the API, and ends cleanly on request', async t => {
  const folder = temporaryFolder(t) // outside the repository: it finds its files from any folder
  const { url, process: server } = await startIsobathProcess(t, { args: [start, 'start'], cwd: folder, dataDir: join(folder, 'data') })

  const page = await fetch(url)
  t.equal(page.status, 200)
  t.match(page.headers.get('content-type'), 'text/html')
  const health = await fetch(`${url}/healthz`)
  t.equal(health.status, 200)
  const refused = await fetch(`${url}/api/projects`)
  t.equal(refused.status, 401)

  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  t.same(await ended, [0, null])
})
