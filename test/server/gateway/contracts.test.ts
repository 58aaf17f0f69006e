import t from 'tap'
import { everyContract } from '../../../shared/every-contract.ts'
import { cannedUpstream, json } from '../../support/canned-upstream.ts'
import { listeningGateway, testGateway } from '../../support/gateway.ts'
import { exchangeBytes } from '../../support/raw-client.ts'

const authorization = 'Bearer isobath_pat_1'
const headers = { authorization, 'content-type': 'application/json' }
const echo = (t: Parameters<typeof cannedUpstream>[0]) => cannedUpstream(t, (_request, response) => json(response, 200, {}))

t.test('every contract that needs a session is 401 without one, and the backend receives nothing', async t => {
  const upstream = await echo(t)
  const { app } = await testGateway(t, upstream.url)
  for (const { method, url, auth } of everyContract) {
    if (auth === 'none') continue
    const answer = await app.inject({ method, url: `/api${url.replaceAll(/:\w+/g, 'x')}`, headers: { 'x-requested-by': 'app' } })
    t.equal(answer.statusCode, 401, `${method} ${url}`)
  }
  t.equal(upstream.arrived.length, 0)
})

t.test('a body is checked as it was sent and forwarded byte for byte', async t => {
  const upstream = await echo(t)
  const { app } = await testGateway(t, upstream.url)
  const payload = '{ "title" : "Tiefe \\u00e4",\n "revision": 1 }'
  const answer = await app.inject({ method: 'PUT', url: '/api/projects/1', headers, payload })
  t.equal(answer.statusCode, 200)
  t.equal(upstream.arrived[0]!.body.toString(), payload)
  t.equal(upstream.arrived[0]!.headers['content-length'], String(Buffer.byteLength(payload)))
})

t.test('an id may have any content, and reaches the backend only as an id', async t => {
  const upstream = await echo(t)
  const { app } = await testGateway(t, upstream.url)
  t.equal((await app.inject({ url: '/api/projects/a*b@c;d:e~%C3%A4', headers })).statusCode, 200)
  t.strictSame(
    upstream.arrived.map(({ url }) => url),
    ['/api/projects/a%2Ab%40c%3Bd%3Ae%7E%C3%A4']
  )
})

t.test('a request outside its contract is refused with the wrong fields', async t => {
  const upstream = await echo(t)
  const { app } = await testGateway(t, upstream.url)
  const post = (payload: unknown) => app.inject({ method: 'POST', url: '/api/projects', headers, payload: JSON.stringify(payload) })
  const extra = await post({ title: 'Canyon', role: 'owner', ownerId: '1' })
  t.equal(extra.statusCode, 422)
  t.equal(extra.headers['content-type'], 'application/problem+json')
  t.match(extra.json(), { code: 'INVALID_REQUEST', errors: [{ path: '/role' }, { path: '/ownerId' }] })
  t.equal((await post({ title: 5 })).statusCode, 422, 'nothing is converted')
  t.equal((await post({})).statusCode, 422)
  t.equal((await post(null)).statusCode, 422)
  t.equal((await app.inject({ method: 'POST', url: '/api/projects', headers: { authorization } })).statusCode, 422, 'no body')
  t.equal((await app.inject({ url: '/api/projects?limit=5000', headers })).statusCode, 400)
  t.equal((await app.inject({ url: '/api/projects?limit=5&limit=6', headers })).statusCode, 400)
  t.equal((await app.inject({ url: '/api/projects?owner=1', headers })).statusCode, 400)
  t.equal((await app.inject({ url: `/api/projects/${'x'.repeat(200)}`, headers })).statusCode, 400)
  t.equal((await app.inject({ url: '/api/media/1/tiles/99/0/0', headers })).statusCode, 400)
  t.equal(upstream.arrived.length, 0)
})

t.test('a body that the contract does not define is not forwarded', async t => {
  const upstream = await echo(t)
  const { app } = await testGateway(t, upstream.url)
  await app.inject({ method: 'DELETE', url: '/api/projects/1', headers, payload: '{"sneaked":"in"}' })
  await app.inject({ method: 'POST', url: '/api/projects/1/restore', headers, payload: '{"sneaked":"in"}' })
  t.same(
    upstream.arrived.map(({ body }) => body.length),
    [0, 0]
  )
})

t.test('row 43: bodies over the limit are 413, with and without a length, and compressed ones 415', async t => {
  const upstream = await echo(t)
  const { app, port } = await listeningGateway(t, upstream.url)
  const large = JSON.stringify({ title: 'x'.repeat(1_100_000) })
  t.equal((await app.inject({ method: 'POST', url: '/api/projects', headers, payload: large })).statusCode, 413)
  const chunked = `POST /api/projects HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  t.match((await exchangeBytes(port, chunked + piece.repeat(20))).text, /^HTTP\/1\.1 413 /)
  const packed = await app.inject({
    method: 'POST',
    url: '/api/projects',
    headers: { ...headers, 'content-encoding': 'gzip' },
    payload: 'x'
  })
  t.equal(packed.statusCode, 415)
  t.equal(upstream.arrived.length, 0)
})

t.test('row 50: prototype keys, broken JSON and hostile nesting are refused; large integers survive', async t => {
  const upstream = await echo(t)
  const { app } = await testGateway(t, upstream.url)
  const post = (payload: string) => app.inject({ method: 'POST', url: '/api/projects', headers, payload })
  for (const payload of [
    '{"title":"a","__proto__":{"role":"owner"}}',
    '{"title":"a","constructor":{"prototype":{}}}',
    '{"title":',
    '',
    '{"title":"a"}x',
    `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  ]) {
    const answer = await post(payload)
    t.ok(answer.statusCode === 400 || answer.statusCode === 422, `${payload.slice(0, 40)} is ${answer.statusCode}`)
  }
  t.equal(upstream.arrived.length, 0)
  const big = '{"revision":9007199254740993,"title":"a"}'
  await app.inject({ method: 'PUT', url: '/api/projects/1', headers, payload: big })
  t.equal(upstream.arrived[0]!.body.toString(), big)
})

t.test('row 51: the patterns of contracts are fast on hostile strings', async t => {
  const patterns = new Set<string>()
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { pattern } = part as { pattern?: unknown }
    if (typeof pattern === 'string') patterns.add(pattern)
    for (const value of Object.values(part)) collect(value)
  }
  for (const { schema } of everyContract) collect(schema)
  t.ok(patterns.size > 0)
  const hostile = ['a', '0', '-', ' ', '0000-', 'f'].map(piece => `${piece.repeat(50_000 / piece.length)}!`)
  for (const pattern of patterns) {
    const started = process.cpuUsage()
    for (const text of hostile) new RegExp(pattern, 'u').test(text)
    const { user } = process.cpuUsage(started)
    t.ok(user < 300_000, `${pattern}: ${user} µs for six strings`)
  }
})

t.test('forms are read with one value per name', async t => {
  const upstream = await echo(t)
  const { app } = await testGateway(t, upstream.url, { sessionMode: 'bearer' })
  const login = (payload: string, type = 'application/x-www-form-urlencoded') =>
    app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'x-requested-by': 'app', 'content-type': type }, payload })
  t.equal((await login('username=ada%40example.org&password=a%26b')).statusCode, 200)
  t.equal(upstream.arrived[0]!.body.toString(), 'username=ada%40example.org&password=a%26b')
  t.equal((await login('username=a&username=b&password=c')).statusCode, 400)
  t.equal((await login('username=a&password=c&role=admin')).statusCode, 422)
  t.equal((await login('{"username":"a","password":"b"}', 'application/json')).statusCode, 415)
  const refresh = (payload: string, type: string) =>
    app.inject({ method: 'POST', url: '/api/auth/refresh', headers: { 'x-requested-by': 'app', 'content-type': type }, payload })
  t.equal((await refresh('{"refresh_token":"r"}', 'application/json')).statusCode, 200)
  t.equal((await refresh('refresh_token=r', 'application/x-www-form-urlencoded')).statusCode, 200)
})

t.test('a body that does not arrive is 408', async t => {
  const upstream = await echo(t)
  const { port } = await listeningGateway(t, upstream.url, { deadlines: { requestBody: 200 } })
  const { text } = await exchangeBytes(
    port,
    `POST /api/projects HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":`,
    1_500
  )
  t.match(text, /^HTTP\/1\.1 408 /)
  t.match(text, /BODY_TOO_SLOW/)
  t.equal(upstream.arrived.length, 0)
})

t.test('the OpenAPI document and its page list every call', async t => {
  const { app } = await testGateway(t, 'http://127.0.0.1:9')
  const document = (await app.inject({ url: '/api/openapi.json' })).json()
  t.equal(document.openapi, '3.1.0')
  const page = await app.inject({ url: '/api/docs', headers: { accept: 'text/html' } })
  t.match(page.headers['content-type'], /^text\/html/)
  for (const { method, url, summary } of everyContract) {
    const operation = document.paths[`/api${url.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
    t.equal(operation?.summary, summary, `${method} ${url}`)
    t.ok(Object.keys(operation?.responses ?? {}).length > 0)
    t.ok(page.body.includes(summary.replaceAll("'", "'").replaceAll('&', '&amp;')), `page: ${summary}`)
  }
  const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? []
  t.ok(references.length > 50)
  for (const reference of new Set(references)) t.ok(document.components.schemas[reference.split('/').at(-1)!], reference)
  t.match((await app.inject({ url: '/api/docs.css' })).headers['content-type'], /^text\/css/)
})
