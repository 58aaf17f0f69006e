import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import t from 'tap'
import { cannedUpstream, closeServer } from '../../support/canned-upstream.ts'
import { listeningGateway } from '../../support/gateway.ts'
import { ask, headers, until } from '../../support/proxied.ts'

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
  let uploads = 0
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
    } else request.once('data', () => (uploads += 1)).resume()
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
  await until(() => uploads === 1)
  socket.destroy()
  await until(() => gone === 2)
})
