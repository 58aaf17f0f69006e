import t from 'tap'
import { cannedUpstream, json, tokens } from '../../../support/canned-upstream.ts'
import { cookiesOf, fromApp, signIn, testGateway } from '../../../support/gateway.ts'
import { issuer, projects } from '../../../support/issuer.ts'

t.test('after a 401 from the backend a buffered body is sent once more', async t => {
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

t.test('an upload that cannot be repeated still renews the session, and requests another attempt', async t => {
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

t.test('opaque tokens are used until the backend refuses them', async t => {
  const backend = await cannedUpstream(t, (_request, response) =>
    json(response, 200, { access_token: 'opaque', refresh_token: 'opaque too' })
  )
  const { app } = await testGateway(t, backend.url)
  const { answer, cookies } = await signIn(app, 'ada@example.org', 'secret')
  t.same(answer.json(), { token_type: 'bearer', exp: null, sub: null })
  t.equal((await projects(app, cookies)).statusCode, 200)
  t.equal(backend.arrived.at(-1)!.headers.authorization, 'Bearer opaque')
})

t.test('a personal API token passes without a session, and a session takes precedence over one', async t => {
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
