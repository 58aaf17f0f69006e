import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { cookieJar } from '../../../server/gateway/session/cookies.ts'
import { sealWith } from '../../../server/gateway/session/seal.ts'
import { type Answering, cannedUpstream, json, jwt, tokens } from '../../support/canned-upstream.ts'
import { cookieKey, cookiesOf, fromApp, signIn, testGateway } from '../../support/gateway.ts'

t.setTimeout(180_000)

const publicUrl = new URL('https://lab.example.org')
const atLab = { host: 'lab.example.org' }

interface Issuer {
  accessSeconds?: number
  /** Answers instead of the usual renewal. */
  refresh?: Answering
}

/** A backend that issues tokens, takes each refresh token once, and knows which access token is good. */
async function issuer(t: Test, { accessSeconds = 300, refresh }: Issuer = {}) {
  let given = tokens(accessSeconds)
  const used = new Set<string>()
  const good = new Set<string>([given.access_token])
  const state = { refreshes: 0, logouts: [] as string[], revoked: false, holdRefreshMs: 0, accessSeconds }
  const upstream = await cannedUpstream(t, (request, response, body) => {
    const path = request.url!.split('?')[0]
    if (path === '/api/auth/login') return json(response, 200, given, { 'set-cookie': 'upstream=1; Path=/' })
    if (path === '/api/auth/logout') {
      state.logouts.push((JSON.parse(body.toString()) as { refresh_token: string }).refresh_token)
      return json(response, 200, {})
    }
    if (path === '/api/auth/refresh') {
      state.refreshes += 1
      if (refresh) return refresh(request, response, body)
      const sent = new URLSearchParams(body.toString()).get('refresh_token') ?? (JSON.parse(body.toString()).refresh_token as string)
      const renew = () => {
        if (state.revoked || used.has(sent) || sent !== given.refresh_token) return json(response, 401, { detail: 'used' })
        used.add(sent)
        given = tokens(state.accessSeconds)
        good.add(given.access_token)
        json(response, 200, given)
      }
      return state.holdRefreshMs ? setTimeout(renew, state.holdRefreshMs) : renew()
    }
    const bearer = request.headers.authorization?.slice(7) ?? ''
    if (!good.has(bearer)) return json(response, 401, { detail: 'bad token' })
    json(response, 200, { bearer, echoed: body.toString() })
  })
  return {
    ...upstream,
    state,
    current: () => given,
    /** Access tokens given so far are refused from now on. */
    forgetAccess: () => good.clear(),
    remember: (token: string) => good.add(token)
  }
}

const projects = (app: FastifyInstance, cookies: Record<string, string>) => app.inject({ url: '/api/projects', cookies })

t.test('row 09: on HTTPS the session cookies are __Host-Http-, HttpOnly, Secure, SameSite=Strict, Path=/ and without Domain', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url, { publicUrl })
  const { answer } = await signIn(app, 'ada@example.org', 'secret', atLab)
  const set = ([answer.headers['set-cookie']] as string[]).flat()
  t.equal(set.length, 2, 'and none of the backend')
  t.match(set[0], /^__Host-Http-at=[\w-]+; Max-Age=(299|300); Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  t.match(set[1], /^__Host-Http-rt=[\w-]+; Max-Age=(3599|3600); Path=\/; HttpOnly; Secure; SameSite=Strict$/)
})

t.test('row 09: over plain HTTP the names have no prefix and the cookies are HttpOnly and SameSite=Strict', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const { answer } = await signIn(app, 'ada@example.org', 'secret')
  const set = ([answer.headers['set-cookie']] as string[]).flat()
  t.match(set[0], /^at=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
  t.match(set[1], /^rt=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
})

t.test('row 10: no token leaves in a body or a header other than Set-Cookie, and the answer is not stored', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const { answer, cookies } = await signIn(app, 'ada@example.org', 'secret')
  const { access_token, refresh_token } = backend.current()
  const { 'set-cookie': sealed, ...others } = answer.headers
  for (const secret of [access_token, refresh_token]) {
    t.notOk(answer.body.includes(secret))
    t.notOk(JSON.stringify(others).includes(secret))
    t.notOk(JSON.stringify(sealed).includes(secret), 'and the cookie does not show it')
  }
  t.equal(answer.headers['cache-control'], 'no-store')
  t.match(answer.json(), { token_type: 'bearer', sub: 'ada', exp: Number })
  const renewed = await app.inject({ method: 'POST', url: '/api/auth/refresh', headers: fromApp, cookies, payload: {} })
  t.equal(renewed.statusCode, 200)
  t.same(Object.keys(renewed.json()).sort(), ['exp', 'sub', 'token_type'])
})

t.test('row 10: a registration that gives tokens becomes a session; one that gives half of them is refused', async t => {
  let answer: unknown = { id: 1, user: { nested: true }, ...tokens() }
  const backend = await cannedUpstream(t, (_request, response) => json(response, 201, answer))
  const { app } = await testGateway(t, backend.url)
  const register = () =>
    app.inject({
      method: 'POST',
      url: '/api/auth/register',
      headers: fromApp,
      payload: { email: 'ada@example.org', password: 'long enough' }
    })
  const whole = await register()
  t.equal(whole.statusCode, 201)
  t.same(Object.keys(whole.json()).sort(), ['exp', 'sub', 'token_type'])
  t.equal(whole.cookies.length, 2)
  answer = { id: 1, tokens: { access_token: 'half' } }
  const half = await register()
  t.equal(half.statusCode, 502)
  t.notOk(half.body.includes('half'))
})

t.test('a sign-in answer without both tokens is refused with the sentence of the spec', async t => {
  for (const body of [{ access_token: 'a' }, { refresh_token: 'b' }, {}, 'text', null]) {
    const backend = await cannedUpstream(t, (_request, response) => json(response, 200, body))
    const { app } = await testGateway(t, backend.url)
    const { answer } = await signIn(app, 'ada@example.org', 'secret')
    t.equal(answer.statusCode, 502)
    t.match(answer.json(), { detail: 'Invalid authentication response from server', code: 'INVALID_AUTH_ANSWER' })
    t.same(answer.cookies, [])
  }
})

t.test('row 11: a token that no cookie can hold is a controlled error, told to the audit log', async t => {
  const big = jwt({ sub: 'ada', pad: 'x'.repeat(6000) })
  const backend = await cannedUpstream(t, (_request, response) => json(response, 200, { ...tokens(), access_token: big }))
  const { app } = await testGateway(t, backend.url)
  const { answer } = await signIn(app, 'ada@example.org', 'secret')
  t.equal(answer.statusCode, 502)
  t.match(answer.json(), { code: 'TOKEN_TOO_LARGE' })
  t.same(cookiesOf(answer), {})
  t.equal(app.auditLog.head().seq, 1)
})

t.test('row 12: every sign-in begins a new session, and the one before is revoked', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const planted = (await signIn(app, 'mallory@example.org', 'secret')).cookies
  const before = backend.current().refresh_token
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { ...fromApp, 'content-type': 'application/x-www-form-urlencoded' },
    cookies: planted,
    payload: 'username=ada%40example.org&password=secret'
  })
  t.equal(answer.statusCode, 200)
  t.equal((await projects(app, planted)).statusCode, 401, 'the planted session is worth nothing')
  t.equal((await projects(app, cookiesOf(answer))).statusCode, 200)
  t.same(backend.state.logouts, [before])
})

t.test('row 13: tampered, cut, swapped, foreign and doubled cookies count as absent', async t => {
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
  t.equal(halfGood.statusCode, 200, 'with a good refresh cookie the session goes on')
  t.equal(backend.state.refreshes, 1)
})

t.test('row 14: signing out revokes the session at the backend, clears the cookies, and the old ones are worth nothing', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url, { publicUrl })
  const { cookies } = await signIn(app, 'ada@example.org', 'secret', atLab)
  const { refresh_token } = backend.current()
  const out = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: { ...fromApp, ...atLab }, cookies, payload: {} })
  t.equal(out.statusCode, 204)
  t.same(backend.state.logouts, [refresh_token])
  t.equal(out.headers['clear-site-data'], '"cookies", "storage"')
  for (const cookie of [out.headers['set-cookie']].flat()) {
    t.match(cookie, /^__Host-Http-(at|rt)=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict$/)
  }
  t.equal((await app.inject({ url: '/api/projects', headers: atLab, cookies })).statusCode, 401)
  const renewed = await app.inject({ method: 'POST', url: '/api/auth/refresh', headers: { ...fromApp, ...atLab }, cookies, payload: {} })
  t.equal(renewed.statusCode, 401)
  t.equal(backend.state.refreshes, 0, 'the backend is not even asked')
})

t.test('signing out works with a backend that is down, and without a session', async t => {
  const { app } = await testGateway(t, 'http://127.0.0.1:9')
  const jar = cookieJar(sealWith([cookieKey]), false, () => undefined)
  const cookies: Record<string, string> = {}
  jar.write({ setCookie: (name: string, value: string) => (cookies[name] = value) } as never, jar.begin(tokens(), null))
  for (const held of [cookies, {}]) {
    const out = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: fromApp, cookies: held, payload: {} })
    t.equal(out.statusCode, 204)
    t.equal([out.headers['set-cookie']].flat().length, 2)
  }
})

t.test('row 15: a session ends by the clock of the server, whatever the browser still sends', async t => {
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
  t.ok(next.refreshEndsAt <= old.startedAt + 90 * 24 * 3600_000, 'a renewal does not lengthen the longest life')
})

t.test('row 16: twenty requests at once and stragglers with an ended access token make one refresh, and all succeed', async t => {
  const backend = await issuer(t, { accessSeconds: 1 })
  const { app } = await testGateway(t, backend.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  backend.forgetAccess()
  backend.state.accessSeconds = 300
  const { rt } = cookies as { rt: string }
  const first = await Promise.all(Array.from({ length: 20 }, () => projects(app, { rt })))
  const late = await Promise.all(Array.from({ length: 5 }, () => projects(app, { rt })))
  for (const answer of [...first, ...late]) {
    t.equal(answer.statusCode, 200)
    t.equal(answer.cookies.length, 2, 'every one brings the new cookies')
  }
  t.equal(backend.state.refreshes, 1)
})

t.test('refresh storm: 200 parallel requests over 8 tabs make one refresh and no sign-out', async t => {
  const backend = await issuer(t, { accessSeconds: 1 })
  backend.state.holdRefreshMs = 50
  const { app } = await testGateway(t, backend.url)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  backend.forgetAccess()
  backend.state.accessSeconds = 300
  const tab = () =>
    Promise.all(
      Array.from({ length: 25 }, () => fetch(`http://127.0.0.1:${port}/api/projects`, { headers: { cookie: `rt=${cookies.rt}` } }))
    )
  const answers = (await Promise.all(Array.from({ length: 8 }, tab))).flat()
  t.same([...new Set(answers.map(answer => answer.status))], [200])
  t.ok(answers.every(answer => answer.headers.getSetCookie().every(cookie => !cookie.includes('Max-Age=0'))))
  t.equal(backend.state.refreshes, 1)
  await Promise.all(answers.map(answer => answer.arrayBuffer()))
})

t.test('an access token is renewed before it ends, and a backend that cannot renew does not end a token that is still good', async t => {
  let broken = false
  const backend = await issuer(t, { refresh: (_request, response) => json(response, broken ? 503 : 200, tokens()) })
  const { app } = await testGateway(t, backend.url)
  const jar = cookieJar(sealWith([cookieKey]), false, () => undefined)
  const cookies: Record<string, string> = {}
  const session = jar.begin(backend.current(), null)
  jar.write({ setCookie: (name: string, value: string) => (cookies[name] = value) } as never, {
    ...session,
    accessEndsAt: Date.now() + 5_000,
    accessReceivedAt: Date.now() - 300_000
  })
  broken = true
  const answer = await projects(app, cookies)
  t.equal(answer.statusCode, 200)
  t.equal(backend.state.refreshes, 1)
  t.same(answer.cookies, [])
})

t.test('row 17: a refresh that fails keeps the session; one that is refused ends it once', async t => {
  for (const [status, expected] of [
    [500, 503],
    [429, 503],
    [408, 503]
  ] as const) {
    const backend = await issuer(t, { refresh: (_request, response) => json(response, status, {}) })
    const { app } = await testGateway(t, backend.url)
    const { cookies } = await signIn(app, 'ada@example.org', 'secret')
    const answer = await projects(app, { rt: cookies.rt! })
    t.equal(answer.statusCode, expected)
    t.same(answer.cookies, [], 'the cookies stay')
    t.match(answer.json(), { code: 'SESSION_UNAVAILABLE' })
  }
  const silent = await issuer(t, { refresh: () => undefined })
  const { app } = await testGateway(t, silent.url, { deadlines: { refresh: 100 } })
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  const late = await projects(app, { rt: cookies.rt! })
  t.equal(late.statusCode, 504)
  t.same(late.cookies, [])

  for (const status of [400, 401, 403]) {
    const backend = await issuer(t, { refresh: (_request, response) => json(response, status, { error: 'invalid_grant' }) })
    const { app } = await testGateway(t, backend.url)
    const { cookies } = await signIn(app, 'ada@example.org', 'secret')
    const answer = await projects(app, { rt: cookies.rt! })
    t.equal(answer.statusCode, 401)
    t.match(answer.json(), { code: 'SESSION_ENDED' })
    t.ok([answer.headers['set-cookie']].flat().every(cookie => cookie?.includes('Max-Age=0')))
    const again = await projects(app, { rt: cookies.rt! })
    t.equal(again.statusCode, 401)
    t.same(again.cookies, [], 'a straggler clears nothing: a newer session may be there')
    t.equal(backend.state.refreshes, 1)
  }
})

t.test('row 18: signing out during a refresh leaves no cookies, and the renewed session is revoked', async t => {
  const backend = await issuer(t)
  backend.state.holdRefreshMs = 100
  const { app } = await testGateway(t, backend.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  const waiting = projects(app, { rt: cookies.rt! })
  while (backend.state.refreshes === 0) await new Promise(resolve => setImmediate(resolve))
  const out = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: fromApp, cookies, payload: {} })
  t.equal(out.statusCode, 204)
  const answer = await waiting
  t.equal(answer.statusCode, 401)
  t.same(answer.cookies, [])
  t.ok(backend.state.logouts.includes(backend.current().refresh_token), 'the new refresh token too')
})

t.test('row 19: a late refusal of an old token never clears a newer session', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const { cookies: old } = await signIn(app, 'ada@example.org', 'secret')
  backend.forgetAccess()
  const renewed = await projects(app, old)
  t.equal(renewed.statusCode, 200, 'a 401 of the backend is one refresh and one repetition')
  const newer = cookiesOf(renewed)
  backend.state.revoked = true
  const straggler = await projects(app, old)
  t.equal(straggler.statusCode, 200, 'within 30 s the old cookies get the remembered answer')
  t.equal((await projects(app, newer)).statusCode, 200)
  t.equal(backend.state.refreshes, 1)
})

t.test('after a 401 of the backend a body that was read is sent again, once, and not more often', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  backend.forgetAccess()
  const made = await app.inject({ method: 'POST', url: '/api/projects', headers: fromApp, cookies, payload: { title: 'Canyon' } })
  t.equal(made.json().echoed, '{"title":"Canyon"}')
  const attempts = backend.arrived.filter(({ method, url }) => method === 'POST' && url === '/api/projects')
  t.equal(attempts.length, 2)
  t.notSame(attempts[0]!.headers.authorization, attempts[1]!.headers.authorization)

  const stubborn = await cannedUpstream(t, (request, response) =>
    request.url === '/api/projects' ? json(response, 401, { detail: 'no' }) : json(response, 200, tokens())
  )
  const other = await testGateway(t, stubborn.url)
  const held = (await signIn(other.app, 'ada@example.org', 'secret')).cookies
  const refused = await projects(other.app, held)
  t.equal(refused.statusCode, 401)
  t.same(refused.json(), { detail: 'no' })
  t.equal(stubborn.arrived.filter(({ url }) => url === '/api/projects').length, 2)
})

t.test('an upload that cannot be sent again renews the session all the same and asks for another try', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  backend.forgetAccess()
  const piece = (held: Record<string, string>) =>
    app.inject({
      method: 'PATCH',
      url: '/api/uploads/u1',
      headers: { ...fromApp, 'content-type': 'application/offset+octet-stream' },
      cookies: held,
      payload: 'abc'
    })
  const first = await piece(cookies)
  t.equal(first.statusCode, 503)
  t.match(first.json(), { code: 'SESSION_RENEWED' })
  t.equal((await piece(cookiesOf(first))).json().echoed, 'abc')
})

t.test('row 20: a session that the backend ended is over with the next refused call', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  backend.forgetAccess()
  backend.state.revoked = true
  const answer = await projects(app, cookies)
  t.equal(answer.statusCode, 401)
  t.match(answer.json(), { code: 'SESSION_ENDED' })
})

t.test('row 21: old keys open cookies and they are sealed anew; a removed key is a clean sign-out', async t => {
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

t.test('a refresh is not tied to the client that asked for it', async t => {
  const backend = await issuer(t)
  backend.state.holdRefreshMs = 100
  const { app } = await testGateway(t, backend.url)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  const leaving = new AbortController()
  const gone = fetch(`http://127.0.0.1:${port}/api/projects`, { headers: { cookie: `rt=${cookies.rt}` }, signal: leaving.signal })
  while (backend.state.refreshes === 0) await new Promise(resolve => setImmediate(resolve))
  leaving.abort()
  await t.rejects(gone)
  t.equal((await projects(app, { rt: cookies.rt! })).statusCode, 200, 'the next one gets its answer')
  t.equal(backend.state.refreshes, 1)
})

t.test('clocks that differ by five minutes do not make every request a refresh', async t => {
  for (const skewSeconds of [-300, 300]) {
    const iat = Math.floor(Date.now() / 1000) + skewSeconds
    const skewed = { access_token: jwt({ sub: 'ada', iat, exp: iat + 200 }), refresh_token: jwt({ iat, exp: iat + 3600 }) }
    const backend = await cannedUpstream(t, (_request, response) => json(response, 200, skewed))
    const { app } = await testGateway(t, backend.url)
    const { cookies } = await signIn(app, 'ada@example.org', 'secret')
    t.equal((await projects(app, cookies)).statusCode, 200)
    t.equal(backend.arrived.filter(({ url }) => url === '/api/auth/refresh').length, 0)
  }
})

t.test('tokens that say nothing are used until the backend refuses them', async t => {
  const backend = await cannedUpstream(t, (_request, response) =>
    json(response, 200, { access_token: 'opaque', refresh_token: 'opaque too' })
  )
  const { app } = await testGateway(t, backend.url)
  const { answer, cookies } = await signIn(app, 'ada@example.org', 'secret')
  t.same(answer.json(), { token_type: 'bearer', exp: null, sub: null })
  t.equal((await projects(app, cookies)).statusCode, 200)
  t.equal(backend.arrived.at(-1)!.headers.authorization, 'Bearer opaque')
})

t.test('a personal API token passes when there is no session, and a session comes before one', async t => {
  const backend = await issuer(t)
  backend.remember('isobath_pat_123')
  const { app } = await testGateway(t, backend.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  const authorization = 'Bearer isobath_pat_123'
  t.equal((await app.inject({ url: '/api/projects', headers: { authorization } })).json().bearer, 'isobath_pat_123')
  t.equal((await app.inject({ url: '/api/projects', headers: { authorization }, cookies })).json().bearer, backend.current().access_token)
  t.equal((await app.inject({ url: '/api/projects', headers: { authorization: 'Basic YWRhOmE=' } })).statusCode, 401)
})

t.test('SESSION_MODE=bearer passes tokens through and sets no cookies', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url, { sessionMode: 'bearer' })
  const { answer } = await signIn(app, 'ada@example.org', 'secret')
  t.same(answer.json(), backend.current())
  t.same(answer.cookies, [])
  const authorization = `Bearer ${backend.current().access_token}`
  t.equal((await app.inject({ url: '/api/projects', headers: { authorization } })).statusCode, 200)
  const body = `refresh_token=${encodeURIComponent(backend.current().refresh_token)}`
  const refreshed = await app.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    headers: { ...fromApp, 'content-type': 'application/x-www-form-urlencoded' },
    payload: body
  })
  t.match(refreshed.json(), { access_token: String, refresh_token: String })
})
