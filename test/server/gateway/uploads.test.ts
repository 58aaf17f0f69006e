import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import t from 'tap'
import { cannedUpstream, closeServer } from '../../support/canned-upstream.ts'
import { listeningGateway } from '../../support/gateway.ts'
import { ask, headers, short } from '../../support/proxied.ts'

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

t.test('200 MB are uploaded with Expect: 100-continue, without being held in memory', async t => {
  let received = 0
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length))
    request.on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => closeServer(server))
  const { port } = await listeningGateway(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const piece = Buffer.alloc(1024 * 1024)

  /** Sends a body of this many bytes. @returns the status and the peak memory meanwhile */
  async function send(size: number): Promise<{ status: number; peak: number }> {
    let peak = 0
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
    return { status, peak }
  }

  await send(40 * 1024 * 1024) // the first megabytes take memory that the process then keeps
  received = 0
  const size = 200 * 1024 * 1024
  const before = process.memoryUsage().rss
  const { status, peak } = await send(size)
  t.equal(status, 204)
  t.equal(received, size)
  t.ok(peak - before < 120 * 1024 * 1024, `grew by ${Math.round((peak - before) / 1e6)} MB`)
})

t.test('an upload whose client falls silent is 408, one over its limit 413, with and without a length', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => response.writeHead(204).end())
  const { port: impatient } = await listeningGateway(t, upstream.url, { deadlines: short })
  const { port } = await listeningGateway(t, upstream.url)
  const start = (path: string, more: string, to = port) => {
    const socket = connect(to, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: localhost:${to}\r\nAuthorization: ${headers.authorization}\r\nContent-Type: image/png\r\n${more}`
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
  t.match(await start('/api/auth/me/avatar', 'Content-Length: 100\r\n\r\nabc', impatient), /^HTTP\/1\.1 408 /)
  t.match(await start('/api/auth/me/avatar', `Content-Length: ${6 * 1024 * 1024}\r\n\r\n`), /^HTTP\/1\.1 413 /)
  const answers = connect(port, '127.0.0.1')
  answers.on('error', () => undefined)
  const closed = new Promise(resolve => answers.on('close', resolve))
  answers.resume()
  answers.write(
    `PUT /api/auth/me/avatar HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${headers.authorization}\r\nContent-Length: 9000000\r\n\r\nabc`
  )
  await closed
  t.pass('and the connection ends, so that the rest is not parsed as another request')
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
  t.match(await start('/api/auth/me/avatar', `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}`), /^HTTP\/1\.1 413 /)
})
