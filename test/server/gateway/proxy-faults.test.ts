import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { cannedUpstream, closeServer, json, rawUpstream, tokens } from '../../support/canned-upstream.ts'
import { certificates } from '../../support/certificates.ts'
import { fromApp, listeningGateway, signIn, testGateway } from '../../support/gateway.ts'

t.setTimeout(180_000)

const headers = { authorization: 'Bearer isobath_pat_1' }
const short = { call: 400, firstByte: 400, idle: 400, connect: 400 }
const ask = (url: string, init: RequestInit = {}) => fetch(url, { ...init, headers: { ...headers, ...(init.headers as object) } })

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 5))
}

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

t.test('a silent backend and one that drips are 504 at the deadline, for GET and POST, and their calls are cancelled', async t => {
  const upstream = await cannedUpstream(t, (request, response) => {
    if (request.url !== '/api/notices') return
    response.writeHead(200, { 'content-type': 'application/json' })
    const dripping = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(dripping))
  })
  const { app } = await testGateway(t, upstream.url, { deadlines: short })
  const silent = await app.inject({ url: '/api/projects', headers })
  t.equal(silent.statusCode, 504)
  t.match(silent.json(), { code: 'BACKEND_TIMEOUT' })
  const posted = await app.inject({ method: 'POST', url: '/api/projects', headers, payload: { title: 'Canyon' } })
  t.equal(posted.statusCode, 504)
  const dripped = await app.inject({ url: '/api/notices', headers })
  t.ok(dripped.statusCode >= 500, 'an answer held whole can still become an error')
  await until(() => upstream.cancelled() === 3)
})

t.test('calls that wait for a connection end by their deadline, and health is answered meanwhile', async t => {
  const upstream = await cannedUpstream(t, () => undefined)
  const { app } = await testGateway(t, upstream.url, { deadlines: { ...short, call: 800 } })
  const calls = Array.from({ length: 130 }, () => app.inject({ url: '/api/projects', headers }))
  t.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
  for (const answer of await Promise.all(calls)) t.equal(answer.statusCode, 504)
})

t.test('a backend that dies in the middle of an answer never looks like a complete one', async t => {
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
  t.equal((await app.inject({ url: '/api/projects', headers })).statusCode, 502, 'a small answer is held until it is whole')
})

t.test('answers that are not valid HTTP, or too large in their head, are 502 and the next call is fine', async t => {
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
    const { app } = await testGateway(t, upstream, { deadlines: short })
    t.equal(
      (await app.inject({ method: 'POST', url: '/api/projects', headers, payload: { title: 'a' } })).statusCode,
      502,
      bytes.slice(0, 40)
    )
    t.equal((await app.inject({ url: '/api/projects', headers })).statusCode, 200)
  }
})

t.test('204 and 304 pass without a body, HEAD with the length and no body', async t => {
  const upstream = await cannedUpstream(t, (request, response) => {
    if (request.method === 'DELETE') return response.writeHead(204).end()
    if (request.headers['if-none-match']) return response.writeHead(304, { etag: '"1"' }).end()
    json(response, 200, { some: 'thing' }, { etag: '"1"', 'content-length': '16' })
  })
  const { url } = await listeningGateway(t, upstream.url)
  t.equal((await ask(`${url}/api/projects/1`, { method: 'DELETE' })).status, 204)
  const same = await ask(`${url}/api/projects`, { headers: { 'if-none-match': '"1"' } })
  t.equal(same.status, 304)
  t.equal(same.headers.get('etag'), '"1"')
  const head = await ask(`${url}/api/projects`, { method: 'HEAD' })
  t.equal(head.headers.get('content-length'), '16')
  t.equal(await head.text(), '')
})

t.test('a 503 passes once with its Retry-After, and hundreds of them with large bodies leave the pool whole', async t => {
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

t.test('an answer over a megabyte passes whole', async t => {
  const large = JSON.stringify({ pad: 'ä'.repeat(2_000_000) })
  const upstream = await cannedUpstream(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(large)
  })
  const { url } = await listeningGateway(t, upstream.url)
  t.equal(await (await ask(`${url}/api/projects`)).text(), large)
})

t.test('a redirect to the backend becomes a path, one to anywhere else loses its Location', async t => {
  let location = ''
  const upstream = await cannedUpstream(t, (_request, response) => response.writeHead(307, { location }).end())
  const { app } = await testGateway(t, upstream.url)
  const cases: [string, string | undefined][] = [
    [`${upstream.url}/api/projects/`, '/api/projects/'],
    ['/api/projects/', '/api/projects/'],
    ['http://10.0.0.7/admin', undefined],
    ['//10.0.0.7/admin', undefined],
    ['http:\\\\10.0.0.7', undefined]
  ]
  for (const [sent, expected] of cases) {
    location = sent
    t.equal((await app.inject({ url: '/api/projects', headers })).headers.location, expected, sent)
  }
})

t.test('a login that comes compressed although nobody asked is refused, not guessed at', async t => {
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

t.test('a backend that restarts during load costs only the calls under way', async t => {
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

t.test('a client that leaves before the answer cancels the call at the backend, GET and POST', async t => {
  const upstream = await cannedUpstream(t, () => undefined)
  const { url, lines } = await listeningGateway(t, upstream.url)
  for (const init of [{}, { method: 'POST', body: '{"title":"a"}', headers: { 'content-type': 'application/json' } }]) {
    const leaving = new AbortController()
    const before = upstream.arrived.length
    const call = ask(`${url}/api/projects`, { ...init, signal: leaving.signal })
    await until(() => upstream.arrived.length > before)
    leaving.abort()
    await t.rejects(call)
    await until(() => upstream.cancelled() === before + 1)
  }
  await until(() => lines.filter(({ msg, status }) => msg === 'request' && status === 499).length === 2)
  t.pass('both are logged as 499')
})

t.test('a client that leaves during a download or an upload cancels it', async t => {
  let gone = 0
  const server = createServer((request, response) => {
    request.on('error', () => undefined)
    request.on('close', () => {
      if (!request.complete) gone += 1
    })
    response.on('close', () => {
      if (!response.writableFinished && request.complete) gone += 1
    })
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'image/tiff' })
      response.write(Buffer.alloc(1024 * 1024))
    } else request.resume()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => closeServer(server))
  const { url, port } = await listeningGateway(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const leaving = new AbortController()
  const download = await ask(`${url}/api/media/1/content`, { signal: leaving.signal })
  leaving.abort()
  await t.rejects(download.arrayBuffer())
  await until(() => gone === 1)

  const socket = connect(port, '127.0.0.1')
  socket.write(
    `PATCH /api/uploads/1 HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${headers.authorization}\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(100_000)}`
  )
  await until(() => socket.bytesWritten > 100_000)
  setTimeout(() => socket.destroy(), 100)
  await until(() => gone === 2)
})

t.test('a download that falls silent is cut, and one that never starts is 504', async t => {
  const upstream = await cannedUpstream(t, (request, response) => {
    if (request.url === '/api/media/never/content') return
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    response.write('begin')
  })
  const { url } = await listeningGateway(t, upstream.url, { deadlines: short })
  t.equal((await ask(`${url}/api/media/never/content`)).status, 504)
  await t.rejects(ask(`${url}/api/media/1/content`).then(answer => answer.arrayBuffer()))
})

t.test('a download that goes on slowly is not cut by any total deadline', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    let pieces = 0
    const timer = setInterval(() => {
      response.write('x')
      if (++pieces < 10) return
      clearInterval(timer)
      response.end()
    }, 100)
  })
  const { url } = await listeningGateway(t, upstream.url, { deadlines: short })
  t.equal(await (await ask(`${url}/api/media/1/content`)).text(), 'x'.repeat(10))
})

t.test('a reader that stops reading holds neither memory nor the backend for ever', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/tiff' })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(256 * 1024)));
    }
    response.on('drain', more)
    more()
  })
  const { port } = await listeningGateway(t, upstream.url, { deadlines: { ...short, stalledClient: 600 } })
  const before = process.memoryUsage().rss
  const socket: Socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.on('error', () => undefined)
  socket.write(`GET /api/media/1/content HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${headers.authorization}\r\n\r\n`)
  await until(() => upstream.cancelled() === 1)
  t.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024)
  socket.destroy()
})

t.test('downloads pass Range both ways, and private caching of the backend', async t => {
  const upstream = await cannedUpstream(t, (request, response) => {
    t.equal(request.headers.range, 'bytes=2-4')
    response.writeHead(206, {
      'content-type': 'image/jpeg',
      'content-range': 'bytes 2-4/10',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=60',
      'content-disposition': 'attachment; filename="Nördlich.jpg"'
    })
    response.end('234')
  })
  const { url } = await listeningGateway(t, upstream.url)
  const part = await ask(`${url}/api/media/1/content`, { headers: { range: 'bytes=2-4' } })
  t.equal(part.status, 206)
  t.equal(part.headers.get('content-range'), 'bytes 2-4/10')
  t.equal(part.headers.get('cache-control'), 'private, max-age=60')
  t.match(part.headers.get('content-disposition'), /^attachment/)
  t.match(part.headers.get('content-security-policy'), /sandbox/)
  t.equal(await part.text(), '234')
})

t.test('the tus protocol passes: creation with a Location, offsets, pieces and the id at the end', async t => {
  const upstream = await cannedUpstream(t, (request, response, body) => {
    const tus = { 'tus-resumable': '1.0.0' }
    if (request.method === 'POST') return response.writeHead(201, { ...tus, location: `${upstream.url}/api/uploads/u1` }).end()
    if (request.method === 'HEAD') return response.writeHead(200, { ...tus, 'upload-offset': '3', 'upload-length': '6' }).end()
    if (request.method === 'DELETE') return response.writeHead(204, tus).end()
    response.writeHead(204, { ...tus, 'upload-offset': String(3 + body.length), 'isobath-media-id': 'm1' }).end()
  })
  const { url } = await listeningGateway(t, upstream.url)
  const tus = { 'tus-resumable': '1.0.0' }
  const made = await ask(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': '6', 'upload-metadata': 'filename eA==' }
  })
  t.equal(made.status, 201)
  t.equal(made.headers.get('location'), '/api/uploads/u1')
  t.match(upstream.arrived[0]!.headers, { 'upload-length': '6', 'upload-metadata': 'filename eA==', 'tus-resumable': '1.0.0' })
  const offset = await ask(`${url}/api/uploads/u1`, { method: 'HEAD', headers: tus })
  t.equal(offset.headers.get('upload-offset'), '3')
  const piece = await ask(`${url}/api/uploads/u1`, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '3', 'content-type': 'application/offset+octet-stream' },
    body: 'abc'
  })
  t.equal(piece.status, 204)
  t.equal(piece.headers.get('isobath-media-id'), 'm1')
  t.equal(upstream.arrived[2]!.body.toString(), 'abc')
  t.equal((await ask(`${url}/api/uploads/u1`, { method: 'DELETE', headers: tus })).status, 204)
})

t.test('200 MB go up with Expect: 100-continue, without being held in memory', async t => {
  let received = 0
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length))
    request.on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => closeServer(server))
  const { port } = await listeningGateway(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const size = 200 * 1024 * 1024
  const piece = Buffer.alloc(1024 * 1024)
  let peak = 0
  const before = process.memoryUsage().rss
  const status = await new Promise<number>((resolve, reject) => {
    const upload = httpRequest({
      port,
      method: 'PATCH',
      path: '/api/uploads/u1',
      headers: { ...headers, expect: '100-continue', 'content-length': size, 'content-type': 'application/offset+octet-stream' }
    })
    upload.on('error', reject)
    upload.on('response', response => resolve(response.statusCode!))
    upload.on('continue', () => {
      let sent = 0
      const more = () => {
        while (sent < size) {
          sent += piece.length
          peak = Math.max(peak, process.memoryUsage().rss)
          if (!upload.write(piece)) return upload.once('drain', more)
        }
        return upload.end()
      }
      more()
    })
  })
  t.equal(status, 204)
  t.equal(received, size)
  t.ok(peak - before < 120 * 1024 * 1024, `grew by ${Math.round((peak - before) / 1e6)} MB`)
})

t.test('an upload whose client falls silent is 408, one over its limit 413, with and without a length', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => response.writeHead(204).end())
  const { port } = await listeningGateway(t, upstream.url, { deadlines: short })
  const start = (path: string, more: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${headers.authorization}\r\nContent-Type: image/png\r\n${more}`
    )
    return new Promise<string>(resolve => {
      let text = ''
      socket.on('data', chunk => {
        text += chunk.toString('latin1')
        if (text.includes('}')) resolve(text)
      })
      socket.on('close', () => resolve(text))
      t.teardown(() => socket.destroy())
    })
  }
  t.match(await start('/api/auth/me/avatar', 'Content-Length: 100\r\n\r\nabc'), /^HTTP\/1\.1 408 /)
  t.match(await start('/api/auth/me/avatar', `Content-Length: ${6 * 1024 * 1024}\r\n\r\n`), /^HTTP\/1\.1 413 /)
  const answers = connect(port, '127.0.0.1')
  answers.on('error', () => undefined)
  const closed = new Promise(resolve => answers.on('close', resolve))
  answers.resume()
  answers.write(
    `PUT /api/auth/me/avatar HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${headers.authorization}\r\nContent-Length: 9000000\r\n\r\nabc`
  )
  await closed
  t.pass('and the connection ends, so that the rest is not taken for another request')
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
  t.match(await start('/api/auth/me/avatar', `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}`), /^HTTP\/1\.1 413 /)
})

t.test('events flow as they happen, and end politely when the gateway closes', async t => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.write('data: {"n":1}\n\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => closeServer(server))
  const { app, url } = await listeningGateway(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const stream = await ask(`${url}/api/events`)
  t.match(stream.headers.get('content-type'), /text\/event-stream/)
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  t.equal((await reader.read()).value, 'data: {"n":1}\n\n')
  const closing = app.close()
  t.equal((await reader.read()).value, ': the server is closing\n\n')
  t.equal((await reader.read()).done, true)
  await closing
})

t.test('row 39: certificates of the backend are checked; a private authority counts when it is given', async (t: Test) => {
  const { right, misnamed: wrong, expired: old } = certificates
  const answer = (_request: unknown, response: Parameters<typeof json>[0]) => json(response, 200, {})
  const trusted = await cannedUpstream(t, answer, right)
  const misnamed = await cannedUpstream(t, answer, wrong)
  const expired = await cannedUpstream(t, answer, old)

  const selfSigned = await testGateway(t, trusted.url)
  const refused = await selfSigned.app.inject({ url: '/api/projects', headers })
  t.equal(refused.statusCode, 502)
  t.match(refused.json(), { code: 'BACKEND_UNTRUSTED' })
  await until(() => selfSigned.app.auditLog.head().seq === 1)
  const known = await testGateway(t, trusted.url, { upstream: { url: trusted.url, ca: right.cert } })
  t.equal((await known.app.inject({ url: '/api/projects', headers })).statusCode, 200)
  const misled = await testGateway(t, misnamed.url, { upstream: { url: misnamed.url, ca: wrong.cert } })
  t.equal((await misled.app.inject({ url: '/api/projects', headers })).statusCode, 502)
  const late = await testGateway(t, expired.url, { upstream: { url: expired.url, ca: old.cert } })
  t.equal((await late.app.inject({ url: '/api/projects', headers })).statusCode, 502)
})

t.test('a backend behind a Unix socket, or under a path, is reached the same way', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-socket-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const server = createServer((request, response) => json(response, 200, { url: request.url, host: request.headers.host }))
  const socketPath = join(folder, 'backend.sock')
  await new Promise<void>(resolve => server.listen(socketPath, resolve))
  t.teardown(() => closeServer(server))
  const behindSocket = await testGateway(t, '', { upstream: { url: 'http://backend.internal', socketPath } })
  t.same((await behindSocket.app.inject({ url: '/api/projects?limit=5', headers })).json(), {
    url: '/api/projects?limit=5',
    host: 'backend.internal'
  })

  const upstream = await cannedUpstream(t, (request, response) => json(response, 200, { url: request.url }))
  const underPath = await testGateway(t, `${upstream.url}/v2/`, { proxyUnlisted: true })
  t.same((await underPath.app.inject({ url: '/api/projects?limit=5', headers })).json(), { url: '/v2/api/projects?limit=5' })
  t.same((await underPath.app.inject({ url: '/api/scraper/jobs?project_id=1', headers })).json(), {
    url: '/v2/api/scraper/jobs?project_id=1'
  })
})

t.test(
  'paths without a contract are 404, and with PROXY_UNLISTED they pass with the session and every check but that of a schema',
  async t => {
    const upstream = await cannedUpstream(t, (request, response, body) =>
      json(response, 200, request.url === '/api/auth/login' ? tokens() : { method: request.method, body: body.toString() })
    )
    const strict = await testGateway(t, upstream.url)
    const unknown = await strict.app.inject({ url: '/api/scraper/jobs', headers })
    t.equal(unknown.statusCode, 404)
    t.match(unknown.json(), { code: 'NO_SUCH_CALL' })
    t.equal(upstream.arrived.length, 0)

    const open = await testGateway(t, upstream.url, { proxyUnlisted: true })
    const { cookies } = await signIn(open.app, 'ada@example.org', 'secret')
    const post = (extra: Record<string, string>) =>
      open.app.inject({
        method: 'POST',
        url: '/api/scraper/jobs',
        headers: { 'content-type': 'text/plain', ...extra },
        cookies,
        payload: 'free text'
      })
    t.equal((await post({})).statusCode, 403)
    const made = await post(fromApp)
    t.same(made.json(), { method: 'POST', body: 'free text' })
    t.match(upstream.arrived.at(-1)!.headers.authorization, /^Bearer ey/)
    t.notOk('cookie' in upstream.arrived.at(-1)!.headers)
  }
)
