import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startIsobathProcess } from '../support/isobath-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const { exampleAccount } = (await import(join(root, 'scripts', 'lib', 'dev-example.mjs'))) as {
  exampleAccount(url: string, dataDir: string): Promise<{ email: string; password: string } | null>
}

const json = { 'content-type': 'application/json', 'x-requested-by': 'app' }

t.test('a new data folder gets an account that can sign in and has the example project', async t => {
  const dataDir = temporaryFolder(t)
  const { url } = await startIsobathProcess(t, { args: [join(root, 'server', 'main.ts')], cwd: root, dataDir })
  const account = await exampleAccount(url, dataDir)
  if (!t.ok(account)) return

  const body = new URLSearchParams({ username: account!.email, password: account!.password })
  const signedIn = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'x-requested-by': 'app' }, body })
  t.equal(signedIn.status, 200)
  const cookie = signedIn.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  t.match(await (await fetch(`${url}/api/projects`, { headers: { cookie } })).json(), { projects: [{ title: /^Example/ }] })

  t.equal(statSync(join(dataDir, 'dev-account.json')).mode & 0o777, 0o600, 'only the owner may read the password')
  t.same(await exampleAccount(url, dataDir), account, 'the next start prints the same account')
})

t.test('a folder with an account gets no second one', async t => {
  const dataDir = temporaryFolder(t)
  const { url } = await startIsobathProcess(t, { args: [join(root, 'server', 'main.ts')], cwd: root, dataDir })
  const own = { email: 'ada@lab.example', password: 'forty fathoms of cold water' }
  await fetch(`${url}/api/auth/register`, { method: 'POST', headers: json, body: JSON.stringify(own) })
  t.equal(await exampleAccount(url, dataDir), null)
})

t.test('npm start creates no account', t => {
  t.notMatch(readFileSync(join(root, 'scripts', 'lib', 'start.mjs'), 'utf8'), 'dev-example')
  t.end()
})
