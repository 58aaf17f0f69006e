import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { cookieJar } from '../../../../server/gateway/session/cookies.ts'
import { sealWith } from '../../../../server/lib/seal.ts'
import { refreshGraceMs } from '../../../../shared/limits.ts'
import { cannedUpstream, json, jwt, tokens } from '../../../support/canned-upstream.ts'
import { cookieKey, cookiesOf, fromApp, signIn, testGateway } from '../../../support/gateway.ts'
import { issuer, projects } from '../../../support/issuer.ts'

/** Starts a backend that accepts a refresh token any number of times. `given` lists the access tokens of its renewals. */
async function repeatingIssuer(t: Test) {
  const given: string[] = []
  const backend = await issuer(t, {
    refresh(_request, response) {
      const next = tokens()
      given.push(next.access_token)
      backend.remember(next.access_token)
      json(response, 200, next)
    }
  })
  return { backend, given }
}

t.test('row 16: twenty simultaneous requests and stragglers with an expired access token make one refresh, and all succeed', async t => {
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
    t.equal(answer.cookies.length, 2, 'every answer has the new cookies')
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

t.test('an access token is renewed before it expires, and a backend that cannot renew does not invalidate it', async t => {
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

t.test('row 17: a failed refresh keeps the session; a refused one ends it once', async t => {
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
    t.same(again.cookies, [], 'a straggler clears nothing: there may be a newer session')
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
  t.ok(backend.state.logouts.includes(backend.current().refresh_token), 'so is the new refresh token')
})

t.test('row 19: a late refusal of an old token never clears a newer session', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const { cookies: old } = await signIn(app, 'ada@example.org', 'secret')
  backend.forgetAccess()
  const renewed = await projects(app, old)
  t.equal(renewed.statusCode, 200, 'a 401 from the backend causes one refresh and one retry')
  const newer = cookiesOf(renewed)
  backend.state.revoked = true
  const straggler = await projects(app, old)
  t.equal(straggler.statusCode, 200, 'for 30 s the old cookies get the same answer')
  t.equal((await projects(app, newer)).statusCode, 200)
  t.equal(backend.state.refreshes, 1)
})

t.test('a renewal whose answer never reached the browser is left to the backend, which can repeat it', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { backend, given } = await repeatingIssuer(t)
  const { app } = await testGateway(t, backend.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  const first = { rt: cookies.rt! }
  t.equal((await projects(app, first)).statusCode, 200, 'the answer with the new cookies is lost')
  mock.timers.tick(refreshGraceMs)

  const storm = await Promise.all(Array.from({ length: 10 }, () => projects(app, first)))
  t.same([...new Set(storm.map(answer => answer.statusCode))], [200])
  t.equal(backend.state.refreshes, 2, 'parallel requests share the second renewal')
  t.equal(storm[0]!.json().bearer, given[1])

  const second = cookiesOf(storm[0]!)
  t.equal((await projects(app, second)).statusCode, 200, 'the browser sends the new cookies')
  mock.timers.tick(refreshGraceMs)
  const stolen = await projects(app, first)
  t.equal(stolen.statusCode, 401, 'so the old ones are refused')
  t.match(stolen.json(), { code: 'SESSION_SUPERSEDED' })
  t.same(stolen.cookies, [])
  t.equal(backend.state.refreshes, 2)
  t.equal((await projects(app, second)).statusCode, 200)
})

t.test('of two lost answers, only the newest can be repeated', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { backend } = await repeatingIssuer(t)
  const { app } = await testGateway(t, backend.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  const lost = cookiesOf(await projects(app, { rt: cookies.rt! }))
  mock.timers.tick(refreshGraceMs)
  await projects(app, { rt: cookies.rt! })
  const late = await projects(app, { rt: lost.rt! })
  t.match(late.json(), { code: 'SESSION_SUPERSEDED' })
  t.equal(backend.state.refreshes, 2)
})

t.test('a session that another gateway renewed goes on in this one', async t => {
  const backend = await issuer(t)
  const { app: here } = await testGateway(t, backend.url)
  const { app: there } = await testGateway(t, backend.url)
  const { cookies } = await signIn(here, 'ada@example.org', 'secret')
  const moved = cookiesOf(await projects(there, { rt: cookies.rt! }))
  const back = await projects(here, { rt: moved.rt! })
  t.equal(back.statusCode, 200)
  t.equal(back.cookies.length, 2)
  t.equal(backend.state.refreshes, 2)
  t.match((await projects(here, { rt: cookies.rt! })).json(), { code: 'SESSION_SUPERSEDED' }, 'the token of the sign-in is refused')
  t.equal(backend.state.refreshes, 2)
})

t.test('a refresh does not depend on the client that caused it', async t => {
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
  t.equal((await projects(app, { rt: cookies.rt! })).statusCode, 200, 'the next request gets its answer')
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
