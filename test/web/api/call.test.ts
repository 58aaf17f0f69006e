import t from 'tap'
import { requestTimeoutMs } from '../../../shared/limits.ts'
import { api } from '../../../shared/nouns.ts'
import { call } from '../../../web/api/call.ts'
import type { CallName } from '../../../web/api/calls.ts'
import { provideCredentials } from '../../../web/api/credentials.ts'
import { apiPath, request } from '../../../web/api/request.ts'
import { fakeFetch } from '../../support/fake-fetch.ts'

const noCredentials = { authorization: async () => null, isOpen: () => false, signIns: () => 0, refused: () => {} }
t.beforeEach(() => provideCredentials(noCredentials))

t.test('every path is prefixed with /api when it lacks it', async t => {
  t.equal(apiPath('/projects'), '/api/projects')
  t.equal(apiPath('projects'), '/api/projects')
  t.equal(apiPath('/api/projects'), '/api/projects')
  t.equal(apiPath('/apiary'), '/api/apiary')
})

t.test('params are escaped, absent query values are left out, and the header of the app is sent', async t => {
  const sent = fakeFetch(t, () => ({ json: { items: [], nextCursor: null } }))
  const answer = await call('GET /projects/:projectId/media', {
    params: { projectId: 'a/b c' },
    query: { limit: 5, search: undefined, cursor: '' }
  })
  t.strictSame(answer, { items: [], nextCursor: null })
  t.match(sent, [{ method: 'GET', path: '/api/projects/a%2Fb%20c/media?limit=5', headers: { 'x-requested-by': 'app' } }])
})

t.test('bodies are JSON by default, and form-encoded where the contract requires it', async t => {
  const sent = fakeFetch(t, () => ({ json: {} }))
  await call('POST /projects', { json: { title: 'Reef' } })
  await call('POST /auth/login', { form: { username: 'ana@example.org', password: 'a&b=c d' } })
  t.match(sent[0], { body: '{"title":"Reef"}', headers: { 'content-type': 'application/json' } })
  t.match(sent[1], {
    body: 'username=ana%40example.org&password=a%26b%3Dc+d',
    headers: { 'content-type': /^application\/x-www-form-urlencoded/ }
  })
})

t.test('no content gives null', async t => {
  fakeFetch(t, () => ({ status: 204 }))
  t.equal(await call('DELETE /projects/:projectId', { params: { projectId: '1' } }), null)
})

t.test('a call outside the contracts does not compile', async t => {
  const names = Object.values(api).flatMap(group => Object.values(group).map(({ method, url }) => `${method} ${url}`))
  const known: CallName = 'GET /projects/:projectId'
  t.ok(names.includes(known))
  // @ts-expect-error no such call
  const unknown: CallName = 'GET /nothing'
  t.notOk(names.includes(unknown))
})

t.test('a call times out after 30,000 ms, but an upload does not', async t => {
  const asked: number[] = []
  const original = AbortSignal.timeout
  t.teardown(() => {
    AbortSignal.timeout = original
  })
  AbortSignal.timeout = ms => {
    asked.push(ms)
    return original.call(AbortSignal, ms)
  }
  fakeFetch(t, () => ({ json: {} }))
  await call('GET /projects', {})
  await call('PUT /auth/me/avatar', { stream: new Blob(['x'], { type: 'image/png' }) })
  t.strictSame(asked, [30_000])
  t.equal(requestTimeoutMs, 30_000)
})

t.test('the bearer header is requested before each call, except those that create a session', async t => {
  provideCredentials({ ...noCredentials, authorization: async () => 'Bearer abc' })
  const sent = fakeFetch(t, () => ({ json: {} }))
  await call('GET /projects', {})
  await call('POST /auth/login', { form: { username: 'a', password: 'b' } })
  await call('POST /auth/refresh', { json: {} })
  await call('GET /server', {})
  t.equal(sent[0]?.headers.authorization, 'Bearer abc')
  for (const { headers } of sent.slice(1)) t.equal(headers.authorization, undefined)
})

t.test('every 401 is reported to the session, whichever call it answers; other refusals are not', async t => {
  let refused = 0
  provideCredentials({ ...noCredentials, refused: () => refused++ })
  let status = 401
  fakeFetch(t, () => ({ status, json: { detail: 'no' } }))
  await t.rejects(call('GET /projects', {}), { status: 401, message: 'no' })
  await t.rejects(call('DELETE /projects/:projectId', { params: { projectId: '1' } }), { message: 'no', status: 401 })
  t.equal(refused, 2)
  status = 403
  await t.rejects(call('GET /projects', {}), { message: 'no', status: 403 })
  t.equal(refused, 2)
})

t.test('a cancelled call rejects with its abort, not with a network error', async t => {
  const gone = new AbortController()
  fakeFetch(t, () => new DOMException('gone', 'AbortError'))
  gone.abort()
  await t.rejects(request('/projects', { method: 'GET', signal: gone.signal }), { name: 'AbortError' })
})

t.test('a missing network is reported as such', async t => {
  fakeFetch(t, () => new TypeError('Failed to fetch'))
  await t.rejects(call('GET /projects', {}), { name: 'ApiError', code: 'NETWORK', status: 0 })
})
