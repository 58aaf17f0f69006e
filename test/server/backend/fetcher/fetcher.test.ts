import type dns from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { openFetcher } from '../../../../server/backend/fetcher/fetcher.ts'

const wanted = { accept: 'application/json', maxBytes: 1_000_000, withinMs: 20_000 }

async function server(t: Test, answer: RequestListener) {
  const http = createServer(answer)
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    http.closeAllConnections()
    http.close()
  })
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
  return { host, url: `http://${host}` }
}

function fetcher(t: Test, options: Partial<Parameters<typeof openFetcher>[0]> = {}) {
  const opened = openFetcher({ isOffline: false, allowedHosts: [], userAgent: 'Isobath/0.0.0-test', ...options })
  t.teardown(() => opened.close())
  return opened
}

/** A name server that answers each query with the next list of addresses. */
function names(...answers: string[][]) {
  const asked: string[] = []
  const lookup = ((host: string, _options: object, done: (error: null, found: { address: string; family: number }[]) => void) => {
    asked.push(host)
    const found = answers[Math.min(asked.length, answers.length) - 1] ?? []
    process.nextTick(
      done,
      null,
      found.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
    )
  }) as unknown as typeof dns.lookup
  return { asked, lookup }
}

t.test('a response of any status is returned whole, in every encoding', async t => {
  const text = JSON.stringify({ taxa: 'Porifera '.repeat(200) })
  const encodings: Record<string, (text: string) => Buffer | string> = {
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    '': plain => plain
  }
  const seen: (string | undefined)[] = []
  const { host, url } = await server(t, (request, reply) => {
    seen.push(request.headers['user-agent'])
    const encoding = request.url?.slice(1) ?? ''
    reply.writeHead(encoding === 'br' ? 404 : 200, encoding ? { 'content-encoding': encoding } : {}).end(encodings[encoding]?.(text))
  })
  const { get } = fetcher(t, { allowedHosts: [host] })
  for (const encoding of Object.keys(encodings)) {
    const answer = await get(`${url}/${encoding}`, wanted)
    t.match({ status: answer.status, body: answer.body.toString() }, { status: encoding === 'br' ? 404 : 200, body: text }, encoding)
  }
  t.same([...new Set(seen)], ['Isobath/0.0.0-test'])
})

t.test('offline, nothing is resolved and nothing is sent', async t => {
  const { asked, lookup } = names(['8.8.8.8'])
  const { get } = fetcher(t, { isOffline: true, lookup })
  await t.rejects(get('https://api.obis.org/v3/', wanted), { code: 'OFFLINE', message: /turned off on this server/ })
  t.same(asked, [])
})

t.test('a name with any private address is refused, at every connection', async t => {
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2606:4700::1', '::1'], ['::ffff:169.254.169.254'], []]) {
    const { asked, lookup } = names(addresses)
    await t.rejects(
      fetcher(t, { lookup }).get('https://rebinding.example/', wanted),
      { message: /not on the public internet/ },
      addresses.join()
    )
    t.same(asked, ['rebinding.example'])
  }
  await t.rejects(
    fetcher(t).get('http://2130706433/', wanted),
    { message: /public internet/ },
    'a literal address is checked without a lookup'
  )
})

t.test('each redirect is checked completely, and at most five are followed', async t => {
  const sent: Record<string, unknown>[] = []
  const other = await server(t, (request, reply) => {
    sent.push(request.headers)
    reply.end('"there"')
  })
  const targets: Record<string, string> = {
    '/near': '/end',
    '/far': `${other.url}/`,
    '/metadata': 'http://169.254.169.254/',
    '/file': 'file:///etc/passwd',
    '/broken': 'http://[',
    '/loop': '/loop'
  }
  const { host, url } = await server(t, (request, reply) => {
    const target = targets[request.url ?? '']
    if (target) reply.writeHead(302, { location: target }).end()
    else reply.end('"here"')
  })
  const { get } = fetcher(t, { allowedHosts: [host, other.host] })
  t.match(await get(`${url}/near`, wanted), { url: `${url}/end`, status: 200 })
  t.match(await get(`${url}/far`, { ...wanted, headers: { authorization: 'Bearer secret' } }), { url: `${other.url}/` })
  t.equal(sent[0]?.authorization, undefined, 'another host does not get the headers')
  await t.rejects(get(`${url}/metadata`, wanted), { message: /public internet/ })
  await t.rejects(get(`${url}/file`, wanted), { message: /neither http nor https/ })
  await t.rejects(get(`${url}/broken`, wanted), { message: /not a URL/ })
  await t.rejects(get(`${url}/loop`, wanted), { message: /more than 5 times/ })
})

t.test('a body is bounded after decompression, and a bomb is stopped early', async t => {
  const bomb = gzipSync(Buffer.alloc(60_000_000))
  const { host, url } = await server(t, (request, reply) => {
    if (request.url === '/large') reply.end(Buffer.alloc(1_000_001))
    else if (request.url === '/bomb') reply.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    else if (request.url === '/broken') reply.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all')
    else if (request.url === '/cut') reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a'.repeat(1000)).subarray(0, 20))
    else reply.writeHead(200, { 'content-encoding': 'zstd' }).end('x')
  })
  const { get } = fetcher(t, { allowedHosts: [host] })
  await t.rejects(get(`${url}/large`, wanted), { message: /more than 1000000 bytes/ })
  await t.rejects(get(`${url}/bomb`, wanted), { message: /more than 1000000 bytes/ })
  await t.rejects(get(`${url}/bomb`, { ...wanted, maxBytes: 100_000_000 }), { message: /more than 100-fold/ })
  await t.rejects(get(`${url}/broken`, wanted), { message: /not compressed as its header states/ })
  await t.rejects(get(`${url}/cut`, wanted), { message: /not compressed as its header states/ })
  await t.rejects(get(`${url}/zstd`, wanted), { message: /encoding zstd/ })
})

t.test('a slow server is stopped by the deadline, and a caller can cancel', async t => {
  const timers: NodeJS.Timeout[] = []
  t.teardown(() => timers.forEach(clearInterval))
  const { host, url } = await server(t, (_request, reply) => {
    reply.writeHead(200)
    timers.push(setInterval(() => reply.write('.'), 20))
  })
  const { get } = fetcher(t, { allowedHosts: [host] })
  await t.rejects(get(url, { ...wanted, withinMs: 300 }), { name: 'TimeoutError' })
  await t.rejects(get(url, { ...wanted, signal: AbortSignal.timeout(200) }), { name: 'TimeoutError' })
})

t.test('a host gets one request at a time', async t => {
  let [now, most] = [0, 0]
  const { host, url } = await server(t, (_request, reply) => {
    most = Math.max(most, ++now)
    setTimeout(() => {
      now--
      reply.end()
    }, 30)
  })
  const { get } = fetcher(t, { allowedHosts: [host] })
  await Promise.all(Array.from({ length: 4 }, () => get(url, wanted)))
  t.equal(most, 1)
})

t.test('a request with an account has method, body and headers, and follows no redirect', async t => {
  const seen: unknown[] = []
  const { host, url } = await server(t, async (request, reply) => {
    let body = ''
    for await (const part of request) body += part
    seen.push([request.method, request.url, request.headers.authorization, request.headers['content-type'], body])
    reply.writeHead(request.url === '/moved' ? 307 : 201, { location: `${url}/elsewhere` }).end('key')
  })
  const { send } = fetcher(t, { allowedHosts: [host] })
  const headers = { authorization: 'Basic YTpi', 'content-type': 'application/json' }
  const request = { ...wanted, method: 'POST' as const, headers, body: '{"a":1}' }
  const answer = await send(`${url}/request`, request)
  t.match({ status: answer.status, body: answer.body.toString() }, { status: 201, body: 'key' })
  await t.rejects(send(`${url}/moved`, request), { message: 'it redirects a request with an account' })
  t.same(
    seen,
    ['/request', '/moved'].map(path => ['POST', path, 'Basic YTpi', 'application/json', '{"a":1}'])
  )
  await t.rejects(send('http://10.0.0.1/request', request), { message: 'its address is not on the public internet' })
  await t.rejects(fetcher(t, { isOffline: true, allowedHosts: [host] }).send(`${url}/request`, request), { code: 'OFFLINE' })
  t.equal(seen.length, 2)
})
