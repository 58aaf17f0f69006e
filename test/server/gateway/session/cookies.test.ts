import { randomBytes } from 'node:crypto'
import t from 'tap'
import { cookieJar } from '../../../../server/gateway/session/cookies.ts'
import { sealWith } from '../../../../server/lib/seal.ts'
import { cannedUpstream, json, jwt, tokens } from '../../../support/canned-upstream.ts'
import { cookieKey, cookiesOf, signIn, testGateway } from '../../../support/gateway.ts'
import { issuer, projects } from '../../../support/issuer.ts'

const publicUrl = new URL('https://lab.example.org')
const atLab = { host: 'lab.example.org' }

t.test('row 09: on HTTPS the session cookies are __Host-Http-, HttpOnly, Secure, SameSite=Strict, Path=/ and without Domain', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url, { publicUrl })
  const { answer } = await signIn(app, 'ada@example.org', 'secret', atLab)
  const set = ([answer.headers['set-cookie']] as string[]).flat()
  t.equal(set.length, 3, 'and none from the backend')
  const [device, ...ofSession] = set.toSorted((a, b) => Number(b.startsWith('__Host-Http-kd=')) - Number(a.startsWith('__Host-Http-kd=')))
  t.match(device, /^__Host-Http-kd=[\w-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  t.match(ofSession[0], /^__Host-Http-at=[\w-]+; Max-Age=(299|300); Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  t.match(ofSession[1], /^__Host-Http-rt=[\w-]+; Max-Age=(3599|3600); Path=\/; HttpOnly; Secure; SameSite=Strict$/)
})

t.test('row 09: over plain HTTP the names have no prefix and the cookies are HttpOnly and SameSite=Strict', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const { answer } = await signIn(app, 'ada@example.org', 'secret')
  const set = ([answer.headers['set-cookie']] as string[]).flat()
  const named = (name: string) => set.find(cookie => cookie.startsWith(`${name}=`))
  t.match(named('at'), /^at=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
  t.match(named('rt'), /^rt=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
})

t.test('row 11: a token too large for a cookie is a controlled error, recorded in the audit log', async t => {
  const big = jwt({ sub: 'ada', pad: 'x'.repeat(6000) })
  const backend = await cannedUpstream(t, (_request, response) => json(response, 200, { ...tokens(), access_token: big }))
  const { app } = await testGateway(t, backend.url)
  const { answer } = await signIn(app, 'ada@example.org', 'secret')
  t.equal(answer.statusCode, 502)
  t.match(answer.json(), { code: 'TOKEN_TOO_LARGE' })
  const { kd: _device, ...session } = cookiesOf(answer) // the password was right: the device is known from now on
  t.same(session, {})
  t.equal(app.auditLog.head().seq, 1)
})

t.test('row 13: tampered, truncated, swapped, foreign and duplicate cookies count as absent', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  const { at, rt } = cookies as { at: string; rt: string }
  const foreign = cookieJar(sealWith([randomBytes(32)]), false, () => undefined)
  const set: Record<string, string> = {}
  foreign.write({ setCookie: (name: string, value: string) => (set[name] = value) } as never, foreign.begin(tokens(), null))
  const flipped = (value: string) => value.slice(0, 40) + (value[40] === 'A' ? 'B' : 'A') + value.slice(41)
  const headers = [
    `at=${flipped(at)}; rt=${flipped(rt)}`,
    `at=${at.slice(0, 50)}; rt=${rt.slice(0, 50)}`,
    `at=${rt}; rt=${at}`,
    `at=${set.at}; rt=${set.rt}`,
    `at=${at}; rt=${rt}; rt=${rt}`,
    'at=; rt=',
    'at=AQ; rt=%ff%00',
    `at=${at}`
  ]
  for (const cookie of headers) {
    const answer = await app.inject({ url: '/api/projects', headers: { cookie } })
    t.equal(answer.statusCode, 401, cookie.slice(0, 30))
    t.match(answer.json(), { code: 'NOT_SIGNED_IN' })
  }
  const halfGood = await app.inject({ url: '/api/projects', headers: { cookie: `at=${flipped(at)}; rt=${rt}` } })
  t.equal(halfGood.statusCode, 200, 'with a good refresh cookie the session continues')
  t.equal(backend.state.refreshes, 1)
})

t.test('row 15: a session ends by the clock of the server, whatever the browser sends', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const jar = cookieJar(sealWith([cookieKey]), false, () => undefined)
  const cookies: Record<string, string> = {}
  const session = jar.begin(tokens(), null)
  jar.write({ setCookie: (name: string, value: string) => (cookies[name] = value) } as never, { ...session, refreshEndsAt: Date.now() - 1 })
  t.equal((await projects(app, cookies)).statusCode, 401)
  t.equal(backend.state.refreshes, 0)
  const old = { ...session, startedAt: Date.now() - 89.9 * 24 * 3600_000 }
  const next = jar.begin(tokens(300, 30 * 24 * 3600), old)
  t.ok(next.refreshEndsAt <= old.startedAt + 90 * 24 * 3600_000, 'a renewal does not extend the maximum lifetime')
})

t.test('row 21: old keys open cookies, which are sealed again; a removed key signs out cleanly', async t => {
  const backend = await issuer(t)
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const before = await testGateway(t, backend.url, { cookieKeys: [oldKey] })
  const { cookies } = await signIn(before.app, 'ada@example.org', 'secret')

  const rotating = await testGateway(t, backend.url, { cookieKeys: [newKey, oldKey] })
  const renewed = await projects(rotating.app, cookies)
  t.equal(renewed.statusCode, 200)
  const resealed = cookiesOf(renewed)
  t.same(Object.keys(resealed).sort(), ['at', 'rt'])

  const after = await testGateway(t, backend.url, { cookieKeys: [newKey] })
  t.equal((await projects(after.app, resealed)).statusCode, 200)
  const removed = await projects(after.app, cookies)
  t.equal(removed.statusCode, 401)
  t.match(removed.json(), { code: 'NOT_SIGNED_IN' })
})
