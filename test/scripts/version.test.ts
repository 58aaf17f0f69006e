import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startIsobathProcess } from '../support/isobath-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

t.test('the lock file and the changelog have the version of package.json', t => {
  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: Record<string, { version: string }> }
  t.equal(lock.version, version)
  t.equal(lock.packages['']?.version, version)
  const released = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, number]) => number)
  t.equal(released[0], version, 'the newest release')
  t.end()
})

t.test('a running server reports the version of package.json to people, scripts and the page', async t => {
  const { url } = await startIsobathProcess(t, { args: [join(root, 'server', 'main.ts')], cwd: root, dataDir: temporaryFolder(t) })
  t.match(await (await fetch(`${url}/api/server`)).json(), { version })
  t.match(await (await fetch(`${url}/api/openapi.json`)).json(), { info: { version } })
  t.match(await (await fetch(`${url}/about`, { headers: { accept: 'text/html' } })).text(), `"version":"${version}"`)
})
