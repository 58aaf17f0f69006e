import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import t from 'tap'
import { cannedUpstream, closeServer } from '../../support/canned-upstream.ts'
import { listeningGateway } from '../../support/gateway.ts'
import { ask, headers, long, short, until } from '../../support/proxied.ts'

t.test('a silent download is cut, and one that never starts is 504', async t => {
  const upstream = await cannedUpstream(t, (request, response) => {
    if (request.url === '/api/media/never/content') return
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    response.write('begin')
  })
  const impatient = await listeningGateway(t, upstream.url, { deadlines: short })
  t.equal((await ask(`${impatient.url}/api/media/never/content`)).status, 504)
  const { url } = await listeningGateway(t, upstream.url, { deadlines: { ...long, idle: short.idle } })
  await t.rejects(ask(`${url}/api/media/1/content`).then(answer => answer.arrayBuffer()))
})

t.test('a slow download is not cut off by any total deadline', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    let pieces = 0
    const timer = setInterval(() => {
      response.write('x')
      if (++pieces < 30) return
      clearInterval(timer)
      response.end()
    }, 200)
  })
  const patient = { call: 400, connect: 5_000, firstByte: 5_000, idle: 5_000 } // each pause is shorter than the whole download
  const { url } = await listeningGateway(t, upstream.url, { deadlines: patient })
  t.equal(await (await ask(`${url}/api/media/1/content`)).text(), 'x'.repeat(30))
})

t.test('a stalled reader holds neither memory nor the backend forever', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/tiff' })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(256 * 1024)));
    }
    response.on('drain', more)
    more()
  })
  const { port } = await listeningGateway(t, upstream.url, { deadlines: { ...long, stalledClient: 600 } })
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

t.test('events flow as they occur, and end cleanly when the gateway closes', async t => {
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
  t.equal((await reader.read()).value, ': the server is shutting down\n\n')
  t.equal((await reader.read()).done, true)
  await closing
})
