import t from 'tap'
import { cannedUpstream, json } from '../../support/canned-upstream.ts'
import { listeningGateway, testGateway } from '../../support/gateway.ts'
import { exchangeBytes } from '../../support/raw-client.ts'

const authorization = 'Bearer isobath_pat_1'
const echo = (t: Parameters<typeof cannedUpstream>[0]) => cannedUpstream(t, (_request, response) => json(response, 200, {}))

t.test('row 32: identity and forwarding headers of a client never reach the backend, with a dash or an underscore', async t => {
  const upstream = await echo(t)
  const { app } = await testGateway(t, upstream.url)
  const sent = {
    'x-user': 'root',
    x_user: 'root',
    'x-forwarded-for': '6.6.6.6',
    x_forwarded_for: '6.6.6.6',
    'x-forwarded-host': 'evil',
    'x-forwarded-proto': 'https',
    'x-real-ip': '6.6.6.6',
    forwarded: 'for=6.6.6.6',
    'x-request-id': 'chosen-by-client',
    'proxy-authorization': 'Basic x',
    'x-forwarded-user': 'root',
    remote_user: 'root',
    'x-original-url': '/admin',
    cookie: 'theme=dark',
    'x-requested-by': 'app',
    traceparent: '00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01'
  }
  const answer = await app.inject({ url: '/api/projects', headers: { ...sent, authorization } })
  const { headers } = upstream.arrived[0]!
  t.same(Object.keys(headers).sort(), [
    'authorization',
    'connection',
    'host',
    'traceparent',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-request-id'
  ])
  t.equal(headers['x-forwarded-for'], '127.0.0.1')
  t.equal(headers['x-forwarded-proto'], 'http')
  t.equal(headers['x-request-id'], answer.headers['x-request-id'])
  t.notMatch(JSON.stringify(headers), /6\.6\.6\.6|root|evil|chosen-by-client|aaaaaaaa/)
})

t.test('row 33: targets that name another host never leave the configured backend', async t => {
  const upstream = await echo(t)
  const { port } = await listeningGateway(t, upstream.url)
  const targets = [
    'http://169.254.169.254/api/projects',
    'http://user@evil.example/api/projects',
    '//evil.example/api/projects',
    '/\\evil.example/api',
    '\\\\evil.example',
    '*',
    'evil.example:443',
    'https://evil.example'
  ]
  for (const target of targets) {
    const { text } = await exchangeBytes(
      port,
      `GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`
    )
    t.match(text, /^HTTP\/1\.1 4\d\d /, target)
  }
  t.equal(upstream.arrived.length, 0)
})

t.test('row 34: paths that climb, hide or double-encode are 400 and never reach the backend', async t => {
  const upstream = await echo(t)
  const { port } = await listeningGateway(t, upstream.url, { proxyUnlisted: true })
  const paths = [
    '/api/../secret',
    '/api/projects/../../etc/passwd',
    '/api/./projects',
    '/api/projects/..',
    '/api/%2e%2e/secret',
    '/api/%2E%2e/secret',
    '/api/.%2e/secret',
    '/api/projects/%252e%252e/x',
    '/api/projects/%2fetc',
    '/api/projects/%5c..%5cx',
    '/api/projects\\..\\x',
    '/api/projects/..;/admin',
    '/api/projects/%00',
    '/api/projects/a%00b',
    '/api/projects/%252fx',
    '/api/projects/%255cx',
    '/api/projects?cursor=%00',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fpackage.json',
    '/api/projects/%'
  ]
  for (const path of paths) {
    const { text } = await exchangeBytes(
      port,
      `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`
    )
    t.match(text, /^HTTP\/1\.1 400 /, path)
    t.match(text, /x-content-type-options: nosniff/, 'with the headers of every answer')
  }
  t.equal(upstream.arrived.length, 0)
})

t.test('row 35: a Connection header cannot remove headers that the gateway adds', async t => {
  const upstream = await echo(t)
  const { port } = await listeningGateway(t, upstream.url)
  await exchangeBytes(
    port,
    `GET /api/projects HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${authorization}\r\nConnection: close, authorization, x-request-id, x-forwarded-for, traceparent\r\n\r\n`
  )
  const { headers } = upstream.arrived[0]!
  t.equal(headers.authorization, authorization)
  t.ok(headers['x-request-id'])
  t.equal(headers['x-forwarded-for'], '127.0.0.1')
})

t.test('row 36: hop-by-hop headers pass in neither direction, and unusual ones do no harm', async t => {
  const upstream = await cannedUpstream(t, (_request, response) =>
    json(
      response,
      200,
      {},
      {
        'keep-alive': 'timeout=1',
        'proxy-authenticate': 'Basic',
        connection: 'close, x-secret',
        'x-secret': '1',
        upgrade: 'h2c',
        server: 'uvicorn',
        'x-powered-by': 'x',
        via: 'y',
        'set-cookie': 'a=b',
        'access-control-allow-origin': '*',
        'www-authenticate': 'Basic',
        'content-security-policy': 'none',
        etag: '"1"'
      }
    )
  )
  const { app, port } = await listeningGateway(t, upstream.url)
  const answer = await app.inject({
    url: '/api/projects',
    headers: { authorization, te: 'trailers', 'keep-alive': '1', 'proxy-connection': 'x', upgrade: 'h2c' }
  })
  t.equal(answer.statusCode, 200)
  for (const name of [
    'keep-alive',
    'proxy-authenticate',
    'x-secret',
    'upgrade',
    'server',
    'x-powered-by',
    'via',
    'set-cookie',
    'access-control-allow-origin',
    'www-authenticate'
  ]) {
    t.notOk(name in answer.headers && name !== 'keep-alive', name)
  }
  t.match(answer.headers['content-security-policy'], /default-src 'none'/)
  t.equal(answer.headers.etag, '"1"')
  t.notOk('te' in upstream.arrived[0]!.headers)
  const expecting = await exchangeBytes(
    port,
    `POST /api/projects HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 16\r\nExpect: 100-continue\r\nTrailer: X-After\r\nConnection: close\r\n\r\n{"title":"Deep"}`
  )
  t.match(expecting.text, /HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 200 OK/)
  t.notOk('expect' in upstream.arrived[1]!.headers)
})

t.test('row 37: a body of an unknown type is 415, and a known one is checked however its type is written', async t => {
  const upstream = await echo(t)
  const { port } = await listeningGateway(t, upstream.url)
  const post = (type: string, body: string) =>
    exchangeBytes(
      port,
      `POST /api/projects HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${authorization}\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
    )
  const wrong = '{"title":"Deep","role":"owner"}'
  const types = [
    'application/json',
    'application/json\t',
    ' application/json',
    'application/json;',
    'APPLICATION/JSON',
    'application/json ; charset=utf-8',
    'application/json\t;x=1',
    ';application/json',
    'text/plain',
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'a'
  ]
  for (const type of types)
    t.match((await post(`Content-Type: ${type}\r\n`, wrong)).text, /^HTTP\/1\.1 (415|422|400) /, JSON.stringify(type))
  t.match((await post('Content-Type: application/json\r\nContent-Type: text/plain\r\n', wrong)).text, /^HTTP\/1\.1 (415|422|400) /)
  t.match((await post('', wrong)).text, /^HTTP\/1\.1 (415|422|400) /, 'a body without a type')
  t.equal(upstream.arrived.length, 0)
  t.match((await post('Content-Type: APPLICATION/JSON; charset=utf-8\r\n', '{"title":"Deep"}')).text, /^HTTP\/1\.1 200 /)
  t.equal(upstream.arrived[0]!.headers['content-type'], 'application/json')
})

t.test('row 38: ambiguous messages are 400, and the connection ends', async t => {
  const upstream = await echo(t)
  const { port } = await listeningGateway(t, upstream.url)
  const head = `POST /api/projects HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`
  const attacks: Record<string, string> = {
    'length and chunks': `${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX`,
    'two lengths': `${head}Content-Length: 2\r\nContent-Length: 16\r\n\r\n{}`,
    'bare line feeds': `POST /api/projects HTTP/1.1\nHost: localhost:${port}\nContent-Length: 2\n\n{}`,
    'folded header': `${head}X-Folded: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`,
    'bad chunk': `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
    'odd coding': `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    'space before colon': `${head}Content-Length : 2\r\n\r\n{}`,
    'no host': 'GET /api/projects HTTP/1.1\r\n\r\n',
    'not HTTP': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'
  }
  for (const [name, bytes] of Object.entries(attacks)) {
    const { text, closed } = await exchangeBytes(port, bytes)
    t.match(text, /^HTTP\/1\.1 400 /, name)
    t.ok(closed, `${name}: closed`)
    t.equal(text.split('HTTP/1.1 ').length, 2, `${name}: one answer`)
    t.notMatch(text, /HPE_|llhttp|at .*\.js/)
  }
  t.equal(upstream.arrived.length, 0)
})

t.test('row 38: headers over the limit are 431 with the headers of every answer', async t => {
  const upstream = await echo(t)
  const { port } = await listeningGateway(t, upstream.url)
  const { text } = await exchangeBytes(
    port,
    `GET /api/projects HTTP/1.1\r\nHost: localhost:${port}\r\nX-Pad: ${'x'.repeat(20_000)}\r\n\r\n`
  )
  t.match(text, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
  t.match(text, /"code":"HEADERS_TOO_LARGE"/)
  t.match(text, /content-type: application\/problem\+json/)
  t.match(text, /x-content-type-options: nosniff/)
})

t.test('row 40: forwarding headers of a peer that is not trusted change nothing; those of a trusted proxy count', async t => {
  const upstream = await echo(t)
  const spoofed = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-request-id': 'from-the-proxy-1'
  }
  const distrusting = await testGateway(t, upstream.url)
  const plain = await distrusting.app.inject({ url: '/api/projects', headers: { ...spoofed, authorization } })
  t.equal(upstream.arrived[0]!.headers['x-forwarded-for'], '127.0.0.1')
  t.not(plain.headers['x-request-id'], 'from-the-proxy-1')
  t.match(
    distrusting.lines.find(({ msg }) => msg === 'request'),
    { ip: '127.0.0.1' }
  )

  const trusting = await testGateway(t, upstream.url, { trustedProxies: ['127.0.0.0/8'] })
  const behind = await trusting.app.inject({ url: '/api/projects', headers: { ...spoofed, authorization } })
  t.equal(upstream.arrived[1]!.headers['x-forwarded-for'], '203.0.113.9')
  t.equal(upstream.arrived[1]!.headers['x-forwarded-proto'], 'https')
  t.equal(behind.headers['x-request-id'], 'from-the-proxy-1')
  const odd = await trusting.app.inject({ url: '/api/projects', headers: { ...spoofed, 'x-request-id': 'a b\tc', authorization } })
  t.match(odd.headers['x-request-id'], /^[0-9a-f-]{36}$/)
})

t.test('row 41: methods without a contract, TRACE and CONNECT are refused', async t => {
  const upstream = await echo(t)
  const { port } = await listeningGateway(t, upstream.url)
  const ask = (method: string, target: string) =>
    exchangeBytes(
      port,
      `${method} ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`
    )
  for (const method of ['TRACE', 'OPTIONS', 'PROPFIND', 'SEARCH', 'PURGE', 'DELETE', 'PATCH', 'FOO']) {
    t.match((await ask(method, '/api/projects')).text, /^HTTP\/1\.1 (400|404|405) /, method)
  }
  t.notMatch((await ask('CONNECT', 'evil.example:443')).text, /^HTTP\/1\.1 2/)
  t.equal(upstream.arrived.length, 0)
})

t.test('row 42: with PUBLIC_URL another Host is 421, except for probes of machines nearby', async t => {
  const upstream = await echo(t)
  const { app } = await testGateway(t, upstream.url, { publicUrl: new URL('https://lab.example.org') })
  for (const host of ['evil.example', 'lab.example.org:8443', '127.0.0.1:8080', 'lab.example.org.evil.net']) {
    const answer = await app.inject({ url: '/api/projects', headers: { host, authorization } })
    t.equal(answer.statusCode, 421, host)
    t.equal(answer.json().code, 'WRONG_HOST')
    t.equal((await app.inject({ url: '/', headers: { host, accept: 'text/html' } })).statusCode, 421)
  }
  t.equal((await app.inject({ url: '/api/projects', headers: { host: 'LAB.example.org', authorization } })).statusCode, 200)
  t.equal((await app.inject({ url: '/healthz', headers: { host: 'localhost' } })).statusCode, 200)
})
