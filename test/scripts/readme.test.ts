import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t from 'tap'
import { startIsobathProcess } from '../support/isobath-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const checked = [...readme.matchAll(/<!-- checked by test\/scripts\/readme\.test\.ts -->\n```sh\n(.*?)```/gs)].map(
  ([, commands]) => commands!
)

t.test('the commands of the README work as written', async t => {
  const cwd = temporaryFolder(t)
  const dataDir = join(cwd, 'data')
  mkdirSync(dataDir)
  await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } }).toFile(join(cwd, 'photo.jpg'))
  const { url } = await startIsobathProcess(t, { args: [join(root, 'server', 'main.ts')], cwd, dataDir })
  const token = await apiToken(url)
  const env = { ...process.env, ISOBATH_TOKEN: token, DATA_DIR: dataDir }

  t.ok(checked.length >= 5, 'the README has commands to check')
  for (const commands of checked) {
    const program = commands
      .replaceAll('http://localhost:8080', url)
      .replaceAll('scripts/isobath.mjs', join(root, 'scripts', 'isobath.mjs'))
    const run = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', program], { cwd, env, maxBuffer: 64 * 2 ** 20 })
    await t.resolves(run, commands.trim())
  }

  const ask = async (path: string) => (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json()
  const { projects } = (await ask('/api/projects')) as { projects: { id: string; title: string }[] }
  t.match(projects, [{ title: 'Kelp transects 2026' }])
  t.match(await ask(`/api/projects/${projects[0]?.id}/media`), { items: [{ fileName: 'photo.jpg' }] })
})

t.test('the table of settings names every setting that the program reads', async t => {
  const source = readFileSync(join(root, 'server', 'config.ts'), 'utf8')
  const read = new Set([...source.matchAll(/(?:(?:setting|parsed(?:<.*?>)?|secret)\('|env\.)([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name!))
  read.delete('S3_BUCKET') // read only to report that S3 is not supported yet
  const listed = new Set([...readme.matchAll(/^\| `([A-Z0-9_]+)` +\|/gm)].map(([, name]) => name!))
  t.ok(read.size > 10)
  t.strictSame([...listed].sort(), [...read].sort())
})

/** Signs up and creates an API token that may write, as a person does in Profile. */
async function apiToken(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-requested-by': 'app' }
  const credentials = { email: 'researcher@lab.example', password: 'forty fathoms of cold water' }
  const signUp = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(credentials) })
  const cookie = signUp.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
  const made = await fetch(`${url}/api/auth/tokens`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: 'notebook', scope: 'write' })
  })
  if (!made.ok) throw new Error(`creating a token answered ${made.status}: ${await made.text()}`)
  return ((await made.json()) as { secret: string }).secret
}
