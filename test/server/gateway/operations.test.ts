import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t, { type Test } from 'tap'
import { closeGateway } from '../../../server/gateway/streams.ts'
import type { JobEnds } from '../../../server/lib/job-end.ts'
import { cannedUpstream, json, tokens } from '../../support/canned-upstream.ts'
import { fromApp, listeningGateway, signIn, testGateway } from '../../support/gateway.ts'
import { exchangeBytes } from '../../support/raw-client.ts'

const headers = { authorization: 'Bearer isobath_pat_1' }
const fine = (t: Test) => cannedUpstream(t, (request, response) => json(response, 200, request.url === '/api/auth/login' ? tokens() : {}))

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 5))
}

t.test('/healthz answers without the backend; /readyz gives the reason, and recovers automatically', async t => {
  let status = 500
  const upstream = await cannedUpstream(t, (_request, response) => json(response, status, { detail: 'the database is being migrated' }))
  const { app } = await testGateway(t, upstream.url)
  t.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
  const together = await Promise.all([app.inject({ url: '/readyz' }), app.inject({ url: '/readyz' })])
  for (const waiting of together) {
    t.equal(waiting.statusCode, 503)
    t.same(waiting.json(), { status: 'not ready', reasons: ['the backend answered 500: the database is being migrated'] })
  }
  t.equal(upstream.arrived.length, 1, 'probes in quick succession are one check')
  status = 200
  await new Promise(resolve => setTimeout(resolve, 1_050))
  t.equal((await app.inject({ url: '/readyz' })).statusCode, 200)

  const alone = await testGateway(t, 'http://127.0.0.1:9')
  t.equal((await alone.app.inject({ url: '/healthz' })).statusCode, 200)
  t.match((await alone.app.inject({ url: '/readyz' })).json(), { reasons: ['the backend cannot be reached (BACKEND_UNREACHABLE)'] })
})

t.test('a backend without /api/server is ready too', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 404, { detail: 'Not Found' }))
  const { app } = await testGateway(t, upstream.url)
  t.equal((await app.inject({ url: '/readyz' })).statusCode, 200)
})

t.test('/metrics reports requests by route template to machines nearby, and nothing to others', async t => {
  const upstream = await fine(t)
  const { app } = await testGateway(t, upstream.url, { metricsAllowedNetworks: ['10.0.0.0/8', 'fd00::/8'] })
  await app.inject({ url: '/api/projects/secret-id', headers })
  await app.inject({ method: 'POST', url: '/api/projects' })
  await app.inject({ url: '/api/projects?limit=x', headers })
  const numbers = await app.inject({ url: '/metrics', remoteAddress: '10.1.2.3' })
  t.equal(numbers.statusCode, 200)
  t.match(numbers.body, /isobath_http_request_duration_seconds_count\{method="GET",route="\/api\/projects\/:projectId",status="2xx"\} 1/)
  t.match(numbers.body, /isobath_refused_requests_total\{reason="header"\} 1/)
  t.match(numbers.body, /isobath_refused_requests_total\{reason="contract"\} 1/)
  t.match(numbers.body, /isobath_build_info\{version="0\.0\.0-test"\} 1/)
  t.match(numbers.body, /isobath_upstream_duration_seconds_count 1/)
  t.match(numbers.body, /isobath_audit_failures_total 0/)
  t.notMatch(numbers.body, /secret-id/)
  t.equal((await app.inject({ url: '/metrics', remoteAddress: 'fd00::1' })).statusCode, 200)
  t.equal((await app.inject({ url: '/metrics', remoteAddress: '::ffff:10.1.2.3' })).statusCode, 200)
  t.equal((await app.inject({ url: '/metrics' })).statusCode, 404)
  t.equal(
    (await app.inject({ url: '/metrics', remoteAddress: '10.1.2.3', headers: { 'x-forwarded-for': '203.0.113.9' } })).statusCode,
    404,
    'forwarded by a proxy'
  )
  const standard = await testGateway(t, upstream.url)
  t.equal((await standard.app.inject({ url: '/metrics' })).statusCode, 200)
  t.equal((await standard.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode, 404)
})

t.test('/metrics counts the jobs of an embedded backend, by kind and outcome', async t => {
  const upstream = await fine(t)
  const jobEnds = new EventEmitter<JobEnds>()
  const { app } = await testGateway(t, upstream.url, { jobEnds })
  jobEnds.emit('end', { kind: 'media.derive', outcome: 'done', durationMs: 250 })
  jobEnds.emit('end', { kind: 'media.derive', outcome: 'done', durationMs: 750 })
  jobEnds.emit('end', { kind: 'exchange.export', outcome: 'failed', durationMs: 10 })
  const { body } = await app.inject({ url: '/metrics' })
  t.match(body, /isobath_job_duration_seconds_count\{kind="media\.derive",outcome="done"\} 2/)
  t.match(body, /isobath_job_duration_seconds_sum\{kind="media\.derive",outcome="done"\} 1\n/)
  t.match(body, /isobath_job_duration_seconds_count\{kind="exchange\.export",outcome="failed"\} 1/)
})

t.test('row 02: guessing is limited per account and address; the owner elsewhere is not locked out', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 401, { detail: 'Wrong' }))
  const { app } = await testGateway(t, upstream.url, { rates: { signInsPerAccount: 3, signInsPerAddress: 5 } })
  const guess = (username: string, remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      headers: { ...fromApp, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password: 'guess' }).toString()
    })
  for (let n = 0; n < 3; n++) t.equal((await guess('ada@example.org', '203.0.113.9')).statusCode, 401)
  const limited = await guess('ADA@example.org ', '203.0.113.9')
  t.equal(limited.statusCode, 429)
  t.match(limited.json(), { code: 'TOO_MANY_REQUESTS', detail: /Try again in [45] minutes/ })
  t.ok(Number(limited.headers['retry-after']) > 200)
  t.equal((await guess('ada@example.org', '198.51.100.7')).statusCode, 401, 'the owner at another address')
  t.equal((await guess('bob@example.org', '203.0.113.9')).statusCode, 401, 'another account at the same address')
  t.equal((await guess('eve@example.org', '203.0.113.9')).statusCode, 429, 'up to the limit of the address')
})

t.test('row 02: addresses of one IPv6 network share the limits of sign-ins', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 401, { detail: 'Wrong' }))
  const { app } = await testGateway(t, upstream.url, { rates: { signInsPerAccount: 3, signInsPerAddress: 5 } })
  const guess = async (username: string, remoteAddress: string) => {
    const payload = new URLSearchParams({ username, password: 'guess' }).toString()
    const typed = { ...fromApp, 'content-type': 'application/x-www-form-urlencoded' }
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, headers: typed, payload })
    return statusCode
  }
  for (let n = 1; n <= 3; n++) t.equal(await guess('ada@example.org', `2001:db8:1:2::${n}`), 401)
  t.equal(await guess('ada@example.org', '2001:db8:1:2::4'), 429, 'of an account')
  t.equal(await guess('ada@example.org', '2001:db8:1:3::1'), 401, 'the owner in another network')
  t.equal(await guess('bob@example.org', '2001:db8:1:2::5'), 401)
  t.equal(await guess('eve@example.org', '2001:db8:1:2::6'), 429, 'of all accounts')
})

t.test('calls are limited by address (by network for IPv6), and unknown paths count too', async t => {
  const upstream = await fine(t)
  const { app } = await testGateway(t, upstream.url, { rates: { callsPerMinute: 5 } })
  const call = (remoteAddress: string) => app.inject({ url: '/api/projects', remoteAddress, headers })
  for (let n = 0; n < 5; n++) t.equal((await call(`2001:db8:1:2::${n}`)).statusCode, 200)
  const limited = await call('2001:db8:1:2::99')
  t.equal(limited.statusCode, 429)
  t.ok(Number(limited.headers['retry-after']) >= 1)
  t.equal((await call('2001:db8:1:3::1')).statusCode, 200)
  for (let n = 1; n <= 5; n++) t.equal((await call(`2001:db8::${n}`)).statusCode, 200)
  t.equal((await call('2001:db8::6')).statusCode, 429, 'zeros of the network may be left out')
  t.equal((await call('2001:db8:0:0:1::1')).statusCode, 429)
  t.equal((await app.inject({ url: '/healthz', remoteAddress: '2001:db8:1:2::99' })).statusCode, 200)
})

t.test('above the limit of open requests, others are refused immediately, but health checks are not', async t => {
  const held = Promise.withResolvers<void>()
  const upstream = await cannedUpstream(t, async (_request, response) => {
    await held.promise
    json(response, 200, {})
  })
  const { app } = await testGateway(t, upstream.url, { rates: { openRequests: 5 } })
  const open = Array.from({ length: 5 }, () => app.inject({ url: '/api/projects', headers }))
  await until(() => upstream.arrived.length === 5)
  const refused = await app.inject({ url: '/api/projects', headers })
  t.equal(refused.statusCode, 503)
  t.match(refused.json(), { code: 'OVERLOADED' })
  t.equal(refused.headers['retry-after'], '2')
  t.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
  held.resolve()
  await Promise.all(open)
  t.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
})

t.test('closing ends readiness first, completes running requests, and refuses new ones', async t => {
  const late = Promise.withResolvers<void>()
  const upstream = await cannedUpstream(t, async (request, response) => {
    if (request.url === '/api/projects') await late.promise
    json(response, 200, { late: request.url === '/api/projects' })
  })
  const { app, url, port } = await listeningGateway(t, upstream.url, { drainDelayMs: 12_000 })
  const inFlight = fetch(`${url}/api/projects`, { headers })
  await until(() => upstream.arrived.length === 1)
  const closing = closeGateway(app)
  const ready = await fetch(`${url}/readyz`)
  t.equal(ready.status, 503)
  t.match(await ready.json(), { reasons: ['the gateway is shutting down'] })
  setTimeout(late.resolve, 12_500) // after the drain
  t.same(await (await inFlight).json(), { late: true })
  await closing
  await t.rejects(
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy()))
      socket.on('error', reject)
    })
  )
})

t.test('a connection whose last response had begun before the end is not kept for another request', async t => {
  const closing = Promise.withResolvers<void>()
  const upstream = await cannedUpstream(t, async (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).write('begin')
    await closing.promise
    response.end('end')
  })
  const { app, port } = await listeningGateway(t, upstream.url)
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /api/media/1/content HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${headers.authorization}\r\n\r\n`)
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk.toString('latin1')
  })
  await until(() => answer.includes('begin'))
  const ended = new Promise(resolve => socket.once('end', resolve))
  const closed = app.close()
  closing.resolve()
  await ended
  t.match(answer, /end\r\n0\r\n\r\n$/, 'the answer arrived whole')
  await closed
})

t.test('requests beyond the time limit are cut when the gateway closes', async t => {
  const upstream = await cannedUpstream(t, () => undefined)
  const { app, url } = await listeningGateway(t, upstream.url, { deadlines: { close: 200 } })
  const hanging = fetch(`${url}/api/projects`, { headers })
  hanging.catch(() => undefined)
  await until(() => upstream.arrived.length === 1)
  await app.close()
  await t.rejects(hanging)
})

t.test(
  'row 60: with slow headers (408), a thousand idle connections and a burst of 10,000 calls it keeps answering within bounded memory',
  async t => {
    const upstream = await fine(t)
    const strict = await listeningGateway(t, upstream.url, { deadlines: { requestHeaders: 500 } })
    const slow = await exchangeBytes(strict.port, 'GET /api/projects HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 60_000)
    t.match(slow.text, /^HTTP\/1\.1 408 /)
    t.ok(slow.closed)

    const { url, port } = await listeningGateway(t, upstream.url)
    const idle = await Promise.all(
      Array.from(
        { length: 1_000 },
        () =>
          new Promise<ReturnType<typeof connect>>((resolve, reject) => {
            const socket = connect(port, '127.0.0.1', () => resolve(socket))
            socket.on('error', reject)
          })
      )
    )
    t.equal((await fetch(`${url}/healthz`)).status, 200)
    for (const socket of idle) socket.destroy()

    const before = memory()
    const statuses = new Set<number>()
    const worker = async () => {
      for (let n = 0; n < 100; n++) {
        const answer = await fetch(`${url}/api/projects`, { headers })
        statuses.add(answer.status)
        await answer.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: 100 }, worker))
    t.same(
      [...statuses].filter(status => status !== 200 && status !== 503),
      []
    )
    t.equal((await fetch(`${url}/healthz`)).status, 200)
    const after = memory()
    t.ok(after.rss - before.rss < 250e6, 'resident')
    t.ok(after.held - before.held < 50e6, 'held')
  }
)

t.test('a request from a session forwards its trace to the backend under the id in the log', async t => {
  const upstream = await fine(t)
  const { app } = await testGateway(t, upstream.url)
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  const answer = await app.inject({ url: '/api/projects', cookies })
  const id = String(answer.headers['x-request-id'])
  const seen = upstream.arrived.at(-1)!.headers
  t.equal(seen['x-request-id'], id)
  t.match(String(seen.traceparent), new RegExp(`^00-${id.replaceAll('-', '')}-[0-9a-f]{16}-00$`))
  const trusting = await testGateway(t, upstream.url, { trustedProxies: ['127.0.0.1'] })
  const sent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await trusting.app.inject({ url: '/api/projects', headers: { ...headers, traceparent: sent } })
  t.equal(upstream.arrived.at(-1)!.headers.traceparent, sent)
})

/** Memory in bytes after a garbage collection, so that the time of the last one does not matter. */
function memory(): { rss: number; held: number } {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, held: heapUsed + external }
}
