import t from 'tap'
import { cookieJar } from '../../../../server/gateway/session/cookies.ts'
import { sealWith } from '../../../../server/lib/seal.ts'
import { cannedUpstream, json, tokens } from '../../../support/canned-upstream.ts'
import { cookieKey, cookiesOf, fromApp, signIn, testGateway } from '../../../support/gateway.ts'
import { issuer, projects } from '../../../support/issuer.ts'

const publicUrl = new URL('https://lab.example.org')
const atLab = { host: 'lab.example.org' }

t.test('row 10: no token leaves in a body or a header other than Set-Cookie, and the answer is not stored', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url)
  const { answer, cookies } = await signIn(app, 'ada@example.org', 'secret')
  const { access_token, refresh_token } = backend.current()
  const { 'set-cookie': sealed, ...others } = answer.headers
  for (const secret of [access_token, refresh_token]) {
    t.notOk(answer.body.includes(secret))
    t.notOk(JSON.stringify(others).includes(secret))
    t.notOk(JSON.stringify(sealed).includes(secret), 'and the cookie does not reveal it')
  }
  t.equal(answer.headers['cache-control'], 'no-store')
  t.match(answer.json(), { token_type: 'bearer', sub: 'ada', exp: Number })
  const renewed = await app.inject({ method: 'POST', url: '/api/auth/refresh', headers: fromApp, cookies, payload: {} })
  t.equal(renewed.statusCode, 200)
  t.same(Object.keys(renewed.json()).sort(), ['exp', 'sub', 'token_type'])
})

t.test('row 10: a registration with tokens becomes a session; one with half of them is refused', async t => {
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
  t.same(whole.cookies.map(({ name }) => name).sort(), ['at', 'kd', 'rt'])
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

t.test('row 12: every sign-in begins a new session, and the previous one is revoked', async t => {
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
  t.equal((await projects(app, planted)).statusCode, 401, 'the planted session is worthless')
  t.equal((await projects(app, cookiesOf(answer))).statusCode, 200)
  t.same(backend.state.logouts, [before])
})

t.test('row 14: signing out revokes the session at the backend, clears the cookies, and the old ones are invalid', async t => {
  const backend = await issuer(t)
  const { app } = await testGateway(t, backend.url, { publicUrl })
  const { cookies } = await signIn(app, 'ada@example.org', 'secret', atLab)
  const { refresh_token } = backend.current()
  const out = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: { ...fromApp, ...atLab }, cookies, payload: {} })
  t.equal(out.statusCode, 204)
  t.same(backend.state.logouts, [refresh_token])
  t.equal(out.headers['clear-site-data'], '"cookies"')
  for (const cookie of [out.headers['set-cookie']].flat()) {
    t.match(cookie, /^__Host-Http-(at|rt)=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict$/)
  }
  t.equal((await app.inject({ url: '/api/projects', headers: atLab, cookies })).statusCode, 401)
  const renewed = await app.inject({ method: 'POST', url: '/api/auth/refresh', headers: { ...fromApp, ...atLab }, cookies, payload: {} })
  t.equal(renewed.statusCode, 401)
  t.equal(backend.state.refreshes, 0, 'the backend is not even called')
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
