import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { cannedUpstream, closeServer, json, rawUpstream, tokens } from '../../support/canned-upstream.ts'
import { listeningGateway, signIn, testGateway } from '../../support/gateway.ts'
import { ask, headers, long, short, until } from '../../support/proxied.ts'

const goodAnswer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

t.test('a backend that is down, unknown or resets is 502 without its address', async t => {
  const resetting = await rawUpstream(t, socket => socket.resetAndDestroy())
  for (const upstream of ['http://127.0.0.1:9', 'http://nowhere.invalid', resetting]) {
    const { app } = await testGateway(t, upstream)
    const several = await Promise.all(Array.from({ length: 20 }, () => app.inject({ url: '/api/projects', headers })))
    for (const answer of several) t.equal(answer.statusCode, 502)
    t.match(several[0]!.json(), { code: 'BACKEND_UNREACHABLE', requestId: several[0]!.headers['x-request-id'] })
    t.equal(several[0]!.headers['content-type'], 'application/problem+json')
    t.notMatch(several[0]!.body, /127\.0\.0\.1|nowhere|ECONN|ENOTFOUND|UND_/)
    const made = await app.inject({ method: 'POST', url: '/api/projects', headers, payload: { title: 'Canyon' } })
    t.equal(made.statusCode, 502)
  }
})

t.test('a silent and a slow backend are 504 at the deadline, for GET and POST, and their calls are cancelled', async t => {
  const upstream = await cannedUpstream(t, (request, response) => {
    if (request.url !== '/api/notices') return
    response.writeHead(200, { 'content-type': 'application/json' })
    const dripping = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(dripping))
  })
  const { app } = await testGateway(t, upstream.url, { deadlines: { ...long, call: 2_000 } })
  const silent = await app.inject({ url: '/api/projects', headers })
  t.equal(silent.statusCode, 504)
  t.match(silent.json(), { code: 'BACKEND_TIMEOUT' })
  const posted = await app.inject({ method: 'POST', url: '/api/projects', headers, payload: { title: 'Canyon' } })
  t.equal(posted.statusCode, 504)
  const dripped = await app.inject({ url: '/api/notices', headers })
  t.ok(dripped.statusCode >= 500, 'a buffered answer can still become an error')
  await until(() => upstream.cancelled() === 3)
})

t.test('calls that wait for a connection end by their deadline, while health is answered', async t => {
  const upstream = await cannedUpstream(t, () => undefined)
  const { app } = await testGateway(t, upstream.url, { deadlines: { ...short, call: 800 } })
  const calls = Array.from({ length: 130 }, () => app.inject({ url: '/api/projects', headers }))
  t.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
  for (const answer of await Promise.all(calls)) t.equal(answer.statusCode, 504)
})

t.test('a backend that dies during an answer never gives a complete one', async t => {
  const cases = {
    'with a length': 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n',
    chunked: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n200000\r\n'
  }
  for (const [name, head] of Object.entries(cases)) {
    const upstream = await rawUpstream(t, socket => {
      socket.write(head + 'x'.repeat(2 * 1024 * 1024), () => setTimeout(() => socket.destroy(), 50))
    })
    const { url } = await listeningGateway(t, upstream)
    for (const path of ['/api/projects', '/api/media/1/content']) {
      await t.rejects(
        ask(url + path).then(answer => answer.arrayBuffer()),
        `${name} ${path}`
      )
    }
  }
  const small = await rawUpstream(t, socket => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":', () =>
      setTimeout(() => socket.destroy(), 20)
    )
  })
  const { app } = await testGateway(t, small)
  t.equal((await app.inject({ url: '/api/projects', headers })).statusCode, 502, 'a small answer is buffered until it is complete')
})

t.test('invalid HTTP and oversized heads are 502, and the next call works', async t => {
  const bad = [
    `HTTP/1.1 200 OK\r\nX-Pad: ${'x'.repeat(40_000)}\r\nContent-Length: 2\r\n\r\n{}`,
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 2\r\n\r\n{}',
    'HTTP/1.1 200 OK\r\nBad Header\r\n\r\n',
    'NONSENSE\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-A: a\rb\r\nContent-Length: 2\r\n\r\n{}'
  ]
  for (const bytes of bad) {
    let served = 0
    const upstream = await rawUpstream(t, socket => socket.write(served++ === 0 ? bytes : goodAnswer('{}')))
    const { app } = await testGateway(t, upstream, { deadlines: { ...short, connect: 10_000, call: 10_000 } })
    t.equal(
      (await app.inject({ method: 'POST', url: '/api/projects', headers, payload: { title: 'a' } })).statusCode,
      502,
      bytes.slice(0, 40)
    )
    t.equal((await app.inject({ url: '/api/projects', headers })).statusCode, 200)
  }
})

t.test('a 503 passes once with its Retry-After, and hundreds of them with large bodies leave the pool intact', async t => {
  let calls = 0
  const upstream = await cannedUpstream(t, (_request, response) => {
    calls += 1
    json(response, 503, { detail: 'x'.repeat(100_000) }, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })
  })
  const { app } = await testGateway(t, upstream.url)
  const first = await app.inject({ url: '/api/projects', headers })
  t.equal(first.statusCode, 503)
  t.equal(first.headers['retry-after'], 'Wed, 21 Oct 2026 07:28:00 GMT')
  t.equal(calls, 1)
  for (let i = 0; i < 4; i++) await Promise.all(Array.from({ length: 100 }, () => app.inject({ url: '/api/projects', headers })))
  t.equal(calls, 401)
})

t.test('a login response with unrequested compression is refused', async t => {
  const { gzipSync } = await import('node:zlib')
  const upstream = await cannedUpstream(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(JSON.stringify(tokens())))
  })
  const { app } = await testGateway(t, upstream.url)
  const { answer } = await signIn(app, 'ada@example.org', 'secret')
  t.equal(answer.statusCode, 502)
  t.equal(upstream.arrived[0]!.headers['accept-encoding'], 'identity')
})

t.test('a backend that restarts under load affects only the running calls', async t => {
  const answer = (_request: unknown, response: Parameters<typeof json>[0]) => json(response, 200, {})
  const upstream = await cannedUpstream(t, answer)
  const { port } = upstream.server.address() as AddressInfo
  const { app } = await testGateway(t, upstream.url)
  t.equal((await app.inject({ url: '/api/projects', headers })).statusCode, 200)
  await closeServer(upstream.server)
  t.equal((await app.inject({ method: 'POST', url: '/api/projects', headers, payload: { title: 'a' } })).statusCode, 502)
  const again = createServer(answer)
  await new Promise<void>(resolve => again.listen(port, '127.0.0.1', resolve))
  t.teardown(() => closeServer(again))
  t.equal((await app.inject({ url: '/api/projects', headers })).statusCode, 200)
})

t.test('an idle connection that the backend closes at the same moment repeats a GET once and never a POST', async t => {
  let requests = 0
  const upstream = await rawUpstream(t, socket => {
    requests += 1
    if (requests % 2 === 1) socket.write(goodAnswer('{}'))
    else socket.destroy()
  })
  const { app } = await testGateway(t, upstream)
  t.equal((await app.inject({ url: '/api/projects', headers })).statusCode, 200)
  t.equal((await app.inject({ url: '/api/projects', headers })).statusCode, 200, 'the second attempt')
  t.equal(requests, 3)
  t.equal((await app.inject({ method: 'POST', url: '/api/projects', headers, payload: { title: 'a' } })).statusCode, 502)
  t.equal(requests, 4)
})
