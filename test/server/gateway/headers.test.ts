import t from 'tap'
import { cannedUpstream, json } from '../../support/canned-upstream.ts'
import { builtWebApp, testGateway } from '../../support/gateway.ts'

const authorization = 'Bearer isobath_pat_1'

t.test('row 52: every answer has the headers, including errors; HSTS only on HTTPS', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 200, {}))
  const webRoot = builtWebApp(t)
  const plain = await testGateway(t, upstream.url, { webRoot })
  const down = await testGateway(t, 'http://127.0.0.1:9', { webRoot })
  const lab = await testGateway(t, upstream.url, { webRoot, publicUrl: new URL('https://lab.example.org') })
  const requests = {
    page: { url: '/', headers: { accept: 'text/html' } },
    asset: { url: '/assets/index-abc123.js' },
    call: { url: '/api/projects', headers: { authorization } },
    'signed out': { url: '/api/projects' },
    'wrong query': { url: '/api/projects?limit=x', headers: { authorization } },
    'no such call': { url: '/api/nothing' },
    'no such file': { url: '/nothing.png' },
    forged: { method: 'POST', url: '/api/projects' } as const,
    'too large': {
      method: 'POST',
      url: '/api/projects',
      headers: { authorization, 'content-type': 'application/json' },
      payload: `"${'x'.repeat(2_000_000)}"`
    } as const,
    health: { url: '/healthz' },
    docs: { url: '/api/docs' }
  }
  for (const [name, request] of Object.entries(requests)) {
    for (const { app } of [plain, down, lab]) {
      const secure = app === lab.app
      const { headers, statusCode } = await app.inject({
        ...request,
        headers: { ...('headers' in request ? request.headers : {}), ...(secure && { host: 'lab.example.org' }) }
      })
      const where = `${name} (${statusCode})`
      t.match(headers['content-security-policy'], /default-src '(self|none)'/, where)
      t.match(headers['content-security-policy'], /frame-ancestors 'none'/)
      t.equal(headers['x-content-type-options'], 'nosniff', where)
      t.equal(headers['referrer-policy'], 'same-origin')
      t.equal(headers['cross-origin-opener-policy'], 'same-origin')
      t.equal(headers['cross-origin-resource-policy'], 'same-origin')
      t.match(headers['x-request-id'], /^[0-9a-f-]{36}$/)
      t.equal(headers['strict-transport-security'] !== undefined, secure, `HSTS: ${where}`)
      t.equal(
        /upgrade-insecure-requests/.test(String(headers['content-security-policy'])),
        secure && /'self'/.test(String(headers['content-security-policy']))
      )
      t.notOk('server' in headers || 'x-powered-by' in headers)
    }
  }
})

t.test('row 53: the policy of pages lets no inline code or style run, and the pages need none', async t => {
  const { app } = await testGateway(t, 'http://127.0.0.1:9', { webRoot: builtWebApp(t) })
  for (const url of ['/', '/api/docs']) {
    const { headers, body } = await app.inject({ url, headers: { accept: 'text/html' } })
    const policy = String(headers['content-security-policy'])
    t.notMatch(policy, /unsafe|https:|\*/)
    t.match(policy, /object-src 'none'.*base-uri 'none'/)
    t.notMatch(body, /<style|style="|<script(?! type="application\/json")(?![^>]* src=)|\son\w+="/, url)
  }
})

t.test('row 54: no CORS header is ever sent, neither our own nor reflected nor from the backend', async t => {
  const upstream = await cannedUpstream(t, (_request, response) =>
    json(response, 200, {}, { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' })
  )
  const { app } = await testGateway(t, upstream.url)
  const origin = 'https://evil.example'
  for (const request of [
    { url: '/api/projects', headers: { authorization, origin } },
    { method: 'OPTIONS' as const, url: '/api/projects', headers: { origin, 'access-control-request-method': 'POST' } },
    { url: '/healthz', headers: { origin } }
  ]) {
    const { headers } = await app.inject(request)
    t.notOk(Object.keys(headers).some(name => name.startsWith('access-control')))
  }
})

t.test('row 56: errors show no stack, version or path of the server', async t => {
  const { app } = await testGateway(t, 'http://127.0.0.1:9')
  for (const url of ['/api/projects', '/api/nothing', '/debug/vars', '/server-status', '/api/projects/%']) {
    const { body } = await app.inject({ url, headers: { authorization } })
    t.notMatch(body, /node_modules|\.ts:|at \w+ \(|fastify|undici/i, url)
  }
})

t.test('row 55: answers of the API are not stored', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 200, {}, { 'cache-control': 'public, max-age=600' }))
  const { app } = await testGateway(t, upstream.url)
  t.equal((await app.inject({ url: '/api/projects', headers: { authorization } })).headers['cache-control'], 'no-store')
  t.equal((await app.inject({ url: '/api/projects' })).headers['cache-control'], 'no-store')
})
