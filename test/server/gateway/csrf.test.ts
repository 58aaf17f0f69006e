import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { everyContract } from '../../../shared/every-contract.ts'
import { cannedUpstream, json, tokens } from '../../support/canned-upstream.ts'
import { fromApp, listeningGateway, signIn, testGateway } from '../../support/gateway.ts'
import { exchangeBytes } from '../../support/raw-client.ts'

const publicUrl = new URL('https://lab.example.org')
const host = 'lab.example.org'

const backend = (t: Parameters<typeof cannedUpstream>[0]) =>
  cannedUpstream(t, (request, response) => json(response, 200, request.url === '/api/auth/login' ? tokens() : { made: true }))

const create = (app: FastifyInstance, headers: Record<string, string>, cookies: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/projects', headers, cookies, payload: { title: 'Canyon' } })

t.test('row 22: an unsafe method without X-Requested-By is 403 for every kind of body, and never reaches the backend', async t => {
  const upstream = await backend(t)
  const { app } = await testGateway(t, upstream.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  const before = upstream.arrived.length
  const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', undefined]
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    for (const type of types) {
      const answer = await app.inject({
        method,
        url: '/api/projects',
        cookies,
        headers: type ? { 'content-type': type } : {},
        payload: type ? '{}' : undefined
      })
      t.equal(answer.statusCode, 403, `${method} ${type}`)
      t.equal(answer.json().code, 'HEADER_NEEDED')
    }
  }
  t.equal(upstream.arrived.length, before)
  t.equal((await create(app, fromApp, cookies)).statusCode, 200)
})

t.test('row 23: Sec-Fetch-Site cross-site and same-site are refused, but same-origin and none are not', async t => {
  const upstream = await backend(t)
  const { app } = await testGateway(t, upstream.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  for (const [site, status] of [
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200]
  ] as const) {
    t.equal((await create(app, { ...fromApp, 'sec-fetch-site': site }, cookies)).statusCode, status, site)
  }
})

t.test('row 24: an Origin that is null, resembles ours, or has another port or scheme is 403', async t => {
  const upstream = await backend(t)
  const { app } = await testGateway(t, upstream.url, { publicUrl })
  const { cookies } = await signIn(app, 'ada@example.org', 'secret', { host })
  for (const origin of [
    'null',
    'https://lab.example.org.evil.net',
    'https://lab-example.org',
    'https://lab.example.org:8443',
    'http://lab.example.org',
    'https://x@lab.example.org'
  ]) {
    const answer = await create(app, { ...fromApp, host, origin }, cookies)
    t.equal(answer.statusCode, 403, origin)
    t.equal(answer.json().code, 'FOREIGN_ORIGIN')
  }
  t.equal((await create(app, { ...fromApp, host, origin: 'https://lab.example.org' }, cookies)).statusCode, 200)
})

t.test('without PUBLIC_URL the origin must be the requested host', async t => {
  const upstream = await backend(t)
  const { app } = await testGateway(t, upstream.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  t.equal((await create(app, { ...fromApp, host: 'ship:8080', origin: 'http://ship:8080' }, cookies)).statusCode, 200)
  t.equal((await create(app, { ...fromApp, host: 'ship:8080', origin: 'http://ship:9090' }, cookies)).statusCode, 403)
  t.equal((await create(app, { ...fromApp, host: 'ship:8080', origin: 'null' }, cookies)).statusCode, 403)
})

t.test('row 25: reading calls change nothing, and method overrides are ignored', async t => {
  const upstream = await backend(t)
  const { app } = await testGateway(t, upstream.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  for (const { method, audit, url } of everyContract)
    if (method === 'GET' || method === 'HEAD') t.equal(audit, undefined, `${method} ${url} is not an event`)
  const overrides = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE', 'x-http-method': 'DELETE' }
  await app.inject({ url: '/api/projects/1?_method=DELETE', headers: overrides, cookies })
  const seen = upstream.arrived.at(-1)!
  t.equal(seen.method, 'GET')
  t.notOk(Object.keys(seen.headers).some(name => name.includes('method')))
})

t.test('row 26: signing in and registering are checked the same way, without cookies too', async t => {
  const upstream = await backend(t)
  const { app } = await testGateway(t, upstream.url)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const login = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/api/auth/login', headers: { ...form, ...headers }, payload: 'username=a%40b.org&password=x' })
  t.equal((await login({})).statusCode, 403)
  t.equal((await login({ ...fromApp, 'sec-fetch-site': 'cross-site' })).statusCode, 403)
  t.equal((await login({ ...fromApp, origin: 'https://evil.example' })).statusCode, 403)
  const register = await app.inject({ method: 'POST', url: '/api/auth/register', payload: { email: 'a@b.org', password: 'long enough' } })
  t.equal(register.statusCode, 403)
  t.equal(upstream.arrived.length, 0)
})

t.test('a script with its own bearer token needs no header of the app, but one with session cookies does', async t => {
  const upstream = await backend(t)
  const { app } = await testGateway(t, upstream.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  const authorization = 'Bearer isobath_pat_1'
  t.equal((await create(app, { authorization })).statusCode, 200)
  t.equal((await create(app, { authorization }, { theme: 'dark' })).statusCode, 200, 'other cookies do not matter')
  t.equal((await create(app, { authorization }, cookies)).statusCode, 403)
})

t.test('row 27: upgrades to WebSocket are refused', async t => {
  const upstream = await backend(t)
  const { port } = await listeningGateway(t, upstream.url)
  const upgrade = (path: string) =>
    exchangeBytes(
      port,
      `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
    )
  for (const path of ['/', '/api/events', '/api/nothing']) t.match((await upgrade(path)).text, /^HTTP\/1\.1 403 /)
  t.equal(upstream.arrived.length, 0)
})
