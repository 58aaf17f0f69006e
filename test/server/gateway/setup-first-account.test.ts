import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testBackend } from '../../support/backend.ts'
import { ask, lanAddress, newServer, register, secretOf, setUpState } from '../../support/set-up.ts'

const linkFile = (dataDir: string) => join(dataDir, 'setup-link')
const auditLog = (dataDir: string) => readFileSync(join(dataDir, 'logs', 'audit.log'), 'utf8')

t.test('on this machine the first person signs up without a link, regardless of the policy', async t => {
  const { port, dataDir } = await newServer(t, { REGISTRATION: 'closed' })
  const ways = [
    { host: '127.0.0.1', headers: { host: 'localhost' } },
    { host: '127.0.0.1', headers: { host: `127.0.0.1:${port}` } },
    { host: '::1', headers: { host: `[::1]:${port}` } }
  ]
  for (const straight of ways) t.equal(await setUpState(port, straight), 'open', straight.headers.host)
  t.ok(existsSync(linkFile(dataDir)))
  const [, , byIpv6] = ways
  t.match(await register(port, byIpv6), { status: 201 })
  t.equal(await setUpState(port, byIpv6), 'done')
  t.notOk(existsSync(linkFile(dataDir)), 'the link is removed with the first account')
  t.match(await register(port, byIpv6), { status: 403, json: { code: 'REGISTRATION_CLOSED' } })
})

t.test('from elsewhere the link creates the first account, once', { skip: lanAddress() ? false : 'no network' }, async t => {
  const host = lanAddress()!
  const { port, dataDir, links, lines, url } = await newServer(t, { REGISTRATION: 'closed' })
  t.equal(links.length, 1)
  t.match(links[0], new RegExp(`^${url}/signup#[\\w-]{43}$`))
  t.equal(readFileSync(linkFile(dataDir), 'utf8'), `${links[0]}\n`)
  t.equal(statSync(linkFile(dataDir)).mode & 0o777, 0o600)

  t.equal(await setUpState(port, { host }), 'link')
  t.match(await register(port, { host }), { status: 403, json: { code: 'SETUP_LINK_NEEDED' } })
  t.match(await register(port, { host, invitation: 'x'.repeat(43) }), { status: 403, json: { code: 'SETUP_LINK_NEEDED' } })
  const invitation = secretOf(links[0])
  t.match(await register(port, { host, invitation }), { status: 201 })
  t.equal(await setUpState(port, { host }), 'done')
  t.match(await register(port, { host, invitation }), { status: 403, json: { code: 'REGISTRATION_CLOSED' } }, 'once')

  const refused = auditLog(dataDir)
    .split('\n')
    .filter(line => line.includes('SETUP_LINK_NEEDED'))
  t.equal(refused.length, 2, 'refusals are audited')
  t.match(refused[0], /"event":"auth.register".*"outcome":"refused"/)
  const logs = readdirSync(join(dataDir, 'logs')).map(name => readFileSync(join(dataDir, 'logs', name), 'utf8'))
  t.notOk(
    [...logs, ...lines].some(text => text.includes(invitation)),
    'the secret is in no log'
  )
})

t.test('clients refused too often are delayed, and the holder of the link is not', async t => {
  const { port, links } = await newServer(t)
  const headers = { host: 'lab.example' }
  const answers = []
  for (let n = 0; n < 22; n++) answers.push((await register(port, { headers })).status)
  t.same([...new Set(answers.slice(0, 20))], [403])
  t.same(answers.slice(20), [429, 429])
  t.match(await register(port, { headers, invitation: secretOf(links[0]) }), { status: 201 })
})

t.test('a request through a proxy is not direct, however the proxy is configured', async t => {
  const { port, url } = await newServer(t)
  const host = new URL(url).host
  const proxies: Record<string, Record<string, string>> = {
    Caddy: { host, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'lab.example', via: '1.1 Caddy' },
    'Caddy, Via alone': { host, via: '1.1 Caddy' },
    Apache: { host, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'lab.example', 'x-forwarded-server': 'lab.example' },
    Traefik: { host, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-port': '443', 'x-forwarded-server': 't', 'x-real-ip': '203.0.113.9' },
    'nginx with X-Real-IP': { host, 'x-real-ip': '203.0.113.9' },
    'RFC 7239': { host, forwarded: 'for=203.0.113.9;proto=https' },
    HAProxy: { host: 'lab.example' },
    'a header with underscores': { host, x_forwarded_for: '203.0.113.9' }
  }
  for (const [proxy, headers] of Object.entries(proxies)) {
    t.equal(await setUpState(port, { headers }), 'link', proxy)
    t.match(await register(port, { headers }), { status: 403, json: { code: 'SETUP_LINK_NEEDED' } }, proxy)
  }
})

t.test('a foreign Host is not direct: another site may have redirected its name to this machine', async t => {
  const { port } = await newServer(t)
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    '127.0.0.2',
    '[::2]'
  ]) {
    t.equal(await setUpState(port, { headers: { host } }), 'link', host)
    t.match(await register(port, { headers: { host } }), { status: 403, json: { code: 'SETUP_LINK_NEEDED' } }, host)
  }
})

t.test('a client cannot claim to be direct', async t => {
  const { port } = await newServer(t)
  for (const name of ['x-isobath-straight', 'X-Isobath-Straight', 'x_isobath_straight', 'isobath-straight']) {
    const headers = { host: 'lab.example', [name]: 'yes' }
    t.equal(await setUpState(port, { headers }), 'link', name)
    t.match(await register(port, { headers }), { status: 403 }, name)
  }
})

t.test('with a public address or trusted proxies nothing is direct', async t => {
  const proxied = await newServer(t, { TRUSTED_PROXIES: '10.0.0.1' })
  t.equal(await setUpState(proxied.port), 'link')
  t.match(await register(proxied.port), { status: 403, json: { code: 'SETUP_LINK_NEEDED' } })

  const published = await newServer(t, { PUBLIC_URL: 'https://lab.example.org' })
  const headers = { host: 'lab.example.org' }
  t.match(published.links[0], /^https:\/\/lab\.example\.org\/signup#/)
  t.equal(await setUpState(published.port, { headers }), 'link')
  t.match(await register(published.port, { headers }), { status: 403 })
  t.match(await register(published.port, { headers, invitation: secretOf(published.links[0]) }), { status: 201 })
})

t.test('with a remote backend nothing is direct', async t => {
  let secret: string | null = null
  const backend = await testBackend(t, {
    onSetUp: next => {
      secret = next
    }
  })
  const BACKEND_URL = await backend.app.listen({ host: '127.0.0.1', port: 0 })
  const front = await newServer(t, { BACKEND_URL })
  t.equal(front.links.length, 0)
  t.equal(await setUpState(front.port), 'link')
  t.match(await register(front.port, { headers: { 'x-isobath-straight': 'yes' } }), { status: 403, json: { code: 'SETUP_LINK_NEEDED' } })
  t.match(await register(front.port, { invitation: secret! }), { status: 201 })
  t.equal(secret, null)
})

t.test('one of two simultaneous first accounts is the administrator', async t => {
  for (const policy of ['open', 'closed']) {
    const { port, links } = await newServer(t, { REGISTRATION: policy })
    const headers = { host: 'lab.example' }
    const invitation = secretOf(links[0])
    const answers = await Promise.all([register(port), register(port), ...[1, 2].map(() => register(port, { headers, invitation }))])
    const made = answers.filter(({ status }) => status === 201)
    if (policy === 'closed') t.equal(made.length, 1, 'a closed server has one account')
    t.equal(await setUpState(port), 'done')
    const list = answers.filter(({ status }) => status >= 500)
    t.same(list, [])
  }
})

t.test('each start creates a new link, until there is an account', async t => {
  const first = await newServer(t)
  await first.close()
  const second = await newServer(t, { DATA_DIR: first.dataDir })
  t.not(secretOf(first.links[0]), secretOf(second.links[0]))
  t.equal(readFileSync(linkFile(second.dataDir), 'utf8'), `${second.links[0]}\n`)
  const headers = { host: 'lab.example' }
  t.match(await register(second.port, { headers, invitation: secretOf(first.links[0]) }), {
    status: 403,
    json: { code: 'SETUP_LINK_NEEDED' }
  })
  t.match(await register(second.port, { headers, invitation: secretOf(second.links[0]) }), { status: 201 })
  await second.close()

  writeFileSync(linkFile(first.dataDir), 'left behind by a killed process')
  const third = await newServer(t, { DATA_DIR: first.dataDir })
  t.same(third.links, [])
  t.notOk(existsSync(linkFile(first.dataDir)))
  t.equal(await setUpState(third.port), 'done')
})

/** Returns the folder of a server that someone has used, without its database. */
async function withoutDatabase(t: Parameters<typeof newServer>[0]): Promise<string> {
  const { port, dataDir, close } = await newServer(t)
  t.match(await register(port), { status: 201 })
  await close()
  for (const name of readdirSync(dataDir)) if (/\.db/.test(name)) rmSync(join(dataDir, name))
  return dataDir
}

t.test('a folder without its database is not new: a person has signed in here', async t => {
  const DATA_DIR = await withoutDatabase(t)
  const { port, links } = await newServer(t, { DATA_DIR })
  t.equal(await setUpState(port), 'link')
  t.match(await register(port), { status: 403, json: { code: 'SETUP_LINK_NEEDED' } })
  t.match(await register(port, { invitation: secretOf(links[0]) }), { status: 201 })
})

t.test('files without their database are never given to the first account, with or without an audit log', async t => {
  const DATA_DIR = await withoutDatabase(t)
  rmSync(join(DATA_DIR, 'logs'), { recursive: true })
  const folder = join(DATA_DIR, 'blobs', 'ab')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `ab${'0'.repeat(62)}`), 'a photograph')
  const started = await newServer(t, { DATA_DIR }).catch((error: Error) => error)
  if (started instanceof Error) return t.match(started.message, /database/, 'the start is refused')
  t.equal(await setUpState(started.port), 'link')
  t.match(await register(started.port), { status: 403, json: { code: 'SETUP_LINK_NEEDED' } })
})

t.test('failed attempts do not count as use of a folder', async t => {
  const { port, dataDir, close } = await newServer(t)
  t.equal((await register(port, { headers: { host: 'lab.example' } })).status, 403)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  t.equal((await ask(port, '/api/auth/login', { headers: form, json: {} })).status, 422)
  await close()
  const again = await newServer(t, { DATA_DIR: dataDir })
  t.equal(await setUpState(again.port), 'open')
})
