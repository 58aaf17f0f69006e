import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { ConfigError, readConfig } from '../../server/config.ts'

const problemsOf = (env: Record<string, string>) => {
  try {
    readConfig(env, { makeKeys: false })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

t.test('without settings the server runs in this folder with generated keys', async t => {
  const dataDir = t.testdir({})
  const config = readConfig({ DATA_DIR: dataDir })
  t.match(config, { host: '0.0.0.0', port: 8080, publicUrl: null, backendUrl: null, sessionMode: 'cookie', registration: { kind: 'open' } })
  t.equal(config.cookieKeys[0]?.length, 32)
  t.equal(config.tokenKey.length, 32)
})

t.test('generated keys are stored, readable by their owner only', async t => {
  const dataDir = t.testdir({})
  const first = readConfig({ DATA_DIR: dataDir })
  const second = readConfig({ DATA_DIR: dataDir })
  t.same(second.cookieKeys, first.cookieKeys)
  t.same(second.tokenKey, first.tokenKey)
  t.notSame(first.tokenKey, first.cookieKeys[0])
  t.equal(statSync(join(dataDir, 'keys', 'cookie')).mode & 0o777, 0o600)
})

t.test('a check of the settings writes nothing', async t => {
  const dataDir = t.testdir({})
  readConfig({ DATA_DIR: dataDir }, { makeKeys: false })
  t.throws(() => statSync(join(dataDir, 'keys')))
})

t.test('an empty setting counts as unset, because Docker Compose passes all of them', async t => {
  const { environment } = parse(readFileSync('compose.yaml', 'utf8')).services.isobath
  const settings = Object.fromEntries(Object.keys(environment).map(name => [name, '']))
  const dataDir = t.testdir({})
  t.same(readConfig({ ...settings, DATA_DIR: dataDir }), readConfig({ DATA_DIR: dataDir }))
})

t.test('every wrong setting is reported in one run', async t => {
  const wrong: Record<string, string> = {
    PORT: '99999',
    PUBLIC_URL: 'lab.example.org',
    TRUSTED_PROXIES: 'true',
    BACKEND_URL: 'ftp://x',
    BACKEND_CA_FILE: '/nowhere/ca.pem',
    DATABASE_URL: 'mysql://x',
    SESSION_MODE: 'jwt',
    COOKIE_KEYS: 'short',
    TOKEN_KEY: 'short',
    REGISTRATION: 'domain:',
    LOG_LEVEL: 'loud',
    ROLES: 'gateway,cook',
    SMTP_URL: 'mail.example.org',
    PROXY_UNLISTED: 'yes',
    DRAIN_DELAY: '-1',
    S3_BUCKET: 'x'
  }
  for (const [name, value] of Object.entries(wrong))
    t.ok(
      problemsOf({ [name]: value }).some(problem => problem.startsWith(name)),
      name
    )
  t.ok(problemsOf(wrong).length >= Object.keys(wrong).length)
})

t.test('a report never repeats a secret', async t => {
  t.notMatch(
    problemsOf({ COOKIE_KEYS: 'canary-secret', DATABASE_URL: 'canary-secret', SMTP_URL: 'canary-secret' }).join('\n'),
    'canary-secret'
  )
})

t.test('a hop count or "true" is not a list of trusted proxies', async t => {
  t.equal(problemsOf({ TRUSTED_PROXIES: '1' }).length, 1)
  t.equal(problemsOf({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).length, 0)
})

t.test('a secret may come from a file, but not from two places', async t => {
  const dataDir = t.testdir({})
  const file = join(dataDir, 'key')
  const key = Buffer.alloc(32, 7)
  writeFileSync(file, `${key.toString('base64')}\n`)
  t.same(readConfig({ DATA_DIR: dataDir, COOKIE_KEYS_FILE: file }).cookieKeys, [key])
  t.match(problemsOf({ COOKIE_KEYS_FILE: file, COOKIE_KEYS: key.toString('base64') })[0], /both set/)
})

t.test('several cookie keys keep their order', async t => {
  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const config = readConfig({ DATA_DIR: t.testdir({}), COOKIE_KEYS: keys.map(key => key.toString('base64')).join(', ') })
  t.same(config.cookieKeys, keys)
})

t.test('registration policies', async t => {
  const policy = (value: string) => readConfig({ REGISTRATION: value }, { makeKeys: false }).registration
  t.same(policy('invite'), { kind: 'invite', domains: [] })
  t.same(policy('domain:Uni.example, institute.example'), { kind: 'domain', domains: ['uni.example', 'institute.example'] })
})

t.test('an unwritable data folder is a wrong setting', async t => {
  const dataDir = join(t.testdir({ file: '' }), 'file', 'below')
  t.throws(() => readConfig({ DATA_DIR: dataDir }), /DATA_DIR is not writable/)
})

t.test('existing keys are used unchanged', async t => {
  const dataDir = t.testdir({})
  mkdirSync(join(dataDir, 'keys'))
  writeFileSync(join(dataDir, 'keys', 'token'), Buffer.alloc(32, 9).toString('base64'))
  t.same(readConfig({ DATA_DIR: dataDir }).tokenKey, Buffer.alloc(32, 9))
  t.match(readFileSync(join(dataDir, 'keys', 'cookie'), 'utf8'), /^[A-Za-z0-9+/]{43}=\n$/)
})
