import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { isobath } from '../support/command-line.ts'
import { spawnServer } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder(t)
const emptyFile = join(folder, 'empty')
writeFileSync(emptyFile, '')
const DATA_DIR = join(folder, 'data')

/** Settings with invalid or conflicting values. `name` is the setting that the line must name. */
const wrong: { name: string; values: Record<string, string>[] }[] = [
  { name: 'HOST', values: [{ HOST: 'http://localhost' }, { HOST: '0.0.0.0:8080' }] },
  { name: 'PORT', values: [{ PORT: '65536' }, { PORT: '-1' }, { PORT: 'http' }, { PORT: '80.5' }] },
  { name: 'PUBLIC_URL', values: [{ PUBLIC_URL: 'lab.example.org' }, { PUBLIC_URL: 'https://lab.example.org/isobath' }] },
  {
    name: 'TRUSTED_PROXIES',
    values: ['true', '1', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', 'proxy.example.org', '10.0.0.1,'].map(value => ({
      TRUSTED_PROXIES: value
    }))
  },
  { name: 'REGISTRATION', values: [{ REGISTRATION: 'Open' }, { REGISTRATION: 'domain:' }, { REGISTRATION: 'domain:@uni.example' }] },
  { name: 'SESSION_MODE', values: [{ SESSION_MODE: 'jwt' }] },
  { name: 'AI_UPLOAD', values: [{ AI_UPLOAD: 'everyone' }] },
  { name: 'AI_ALLOW_URL', values: [{ AI_ALLOW_URL: 'https' }] },
  { name: 'AI_MAX_MODEL_MB', values: [{ AI_MAX_MODEL_MB: '0' }, { AI_MAX_MODEL_MB: '2048' }, { AI_MAX_MODEL_MB: '1.5' }] },
  {
    name: 'DATABASE_URL',
    values: [
      { DATABASE_URL: 'mysql://canary@db/x' },
      { DATABASE_URL: 'postgres://canary:p@ss:word@db:x/y' },
      { DATABASE_URL_FILE: emptyFile }
    ]
  },
  { name: 'DATABASE_URL_FILE', values: [{ DATABASE_URL_FILE: '/nowhere/url' }] },
  { name: 'BACKEND_URL', values: [{ BACKEND_URL: 'ftp://backend' }, { BACKEND_URL: 'http:' }] },
  { name: 'BACKEND_CA_FILE', values: [{ BACKEND_CA_FILE: '/nowhere/ca.pem' }, { BACKEND_CA_FILE: emptyFile }] },
  { name: 'HSTS_SUBDOMAINS', values: [{ HSTS_SUBDOMAINS: '1' }] },
  { name: 'PROXY_UNLISTED', values: [{ PROXY_UNLISTED: 'yes' }] },
  {
    name: 'COOKIE_KEYS',
    values: [{ COOKIE_KEYS: 'canary' }, { COOKIE_KEYS: `${'A'.repeat(43)}=,canary` }, { COOKIE_KEYS_FILE: emptyFile }]
  },
  { name: 'TOKEN_KEY', values: [{ TOKEN_KEY: 'canary' }, { TOKEN_KEY: `${'A'.repeat(43)}=`, TOKEN_KEY_FILE: emptyFile }] },
  {
    name: 'SMTP_URL',
    values: [
      { SMTP_URL: 'canary.example.org', PUBLIC_URL: 'https://lab.example.org' },
      { SMTP_URL: 'smtp://', PUBLIC_URL: 'https://lab.example.org' },
      { SMTP_URL: 'smtp://mail.example.org' }
    ]
  },
  { name: 'MAIL_FROM', values: [{ MAIL_FROM: 'Isobath' }, { MAIL_FROM: 'isobath@lab.example\nBcc: all@lab.example' }] },
  { name: 'OFFLINE', values: [{ OFFLINE: 'yes' }] },
  {
    name: 'SCRAPER_ALLOW_HOSTS',
    values: ['data.example', 'https://data.example:443', 'data.example:99999', 'a b:80', ':80'].map(value => ({
      SCRAPER_ALLOW_HOSTS: value
    }))
  },
  { name: 'LOG_LEVEL', values: [{ LOG_LEVEL: 'loud' }] },
  { name: 'ROLES', values: [{ ROLES: 'cook' }, { ROLES: 'gateway' }] },
  { name: 'MIN_FREE_SPACE', values: [{ MIN_FREE_SPACE: 'much' }, { MIN_FREE_SPACE: '-1' }] },
  { name: 'STORAGE_QUOTA', values: [{ STORAGE_QUOTA: '10 apples' }] },
  { name: 'STORAGE_QUOTA_PER_PERSON', values: [{ STORAGE_QUOTA_PER_PERSON: '1e3x' }] },
  { name: 'DRAIN_DELAY', values: [{ DRAIN_DELAY: '-1' }, { DRAIN_DELAY: '1.5' }, { DRAIN_DELAY: '10s' }] }
]

t.test('each wrong setting is one readable line that names it and hides secrets, and the exit code is 78', async t => {
  for (const { name, values } of wrong) {
    for (const settings of values) {
      const { code, stdout, stderr } = await isobath(['config', 'check'], { DATA_DIR, ...settings })
      const label = JSON.stringify(settings)
      t.equal(code, 78, label)
      t.equal(stdout, '', label)
      t.match(stderr, new RegExp(`^Invalid settings:\n  ${name} [^\n]{10,120}\n$`), label)
      t.notMatch(stderr, /canary/, label)
    }
  }
})

t.test('every setting of the README is covered', async t => {
  const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
  const table = readme.slice(readme.indexOf('## Settings'), readme.indexOf('## Operating'))
  const documented = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name!)
  t.ok(documented.length > 10)
  const tried = new Set([...wrong.map(({ name }) => name), 'DATA_DIR']) // the folder is tested by writing to it: see below
  t.same(
    documented.filter(name => !tried.has(name)),
    []
  )
})

t.test('a server with wrong settings does not start, prints the same line, and exits with 78', async t => {
  const damaged = join(folder, 'damaged')
  const first = spawnServer(t, { DATA_DIR: damaged })
  await first.listening
  await first.stop()
  writeFileSync(join(damaged, 'keys', 'token'), 'cut')

  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: 'http', DATA_DIR }, /^ {2}PORT must be a number/m],
    [{ TOKEN_KEY: 'canary', DATA_DIR }, /^ {2}TOKEN_KEY must be 32 random bytes/m],
    [{ DATA_DIR: join(emptyFile, 'below') }, /^ {2}DATA_DIR is not writable \(ENOTDIR\)/m],
    [{ DATA_DIR: damaged }, /^ {2}DATA_DIR has a damaged key: keys\/token/m]
  ]
  for (const [settings, line] of cases) {
    const server = spawnServer(t, settings)
    t.same(await server.ended, { code: 78, signal: null })
    t.match(server.output.err, line)
    t.equal(server.output.err.trimEnd().split('\n').length, 2, server.output.err)
    t.notMatch(server.output.err, /canary/)
    t.equal(server.output.out, '')
  }
})
