import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { cannedUpstream, closeServer, json, tokens } from '../../support/canned-upstream.ts'
import { certificates } from '../../support/certificates.ts'
import { fromApp, signIn, testGateway } from '../../support/gateway.ts'
import { headers, until } from '../../support/proxied.ts'

t.test('row 39: certificates of the backend are checked, against a private authority when one is configured', async (t: Test) => {
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
  'paths without a contract are 404; with PROXY_UNLISTED they pass with the session and every check except that of a schema',
  async t => {
    const upstream = await cannedUpstream(t, (request, response, body) =>
      json(response, 200, request.url === '/api/auth/login' ? tokens() : { method: request.method, body: body.toString() })
    )
    const strict = await testGateway(t, upstream.url)
    const unknown = await strict.app.inject({ url: '/api/tides', headers })
    t.equal(unknown.statusCode, 404)
    t.match(unknown.json(), { code: 'NO_SUCH_CALL' })
    t.equal(upstream.arrived.length, 0)

    const open = await testGateway(t, upstream.url, { proxyUnlisted: true })
    const { cookies } = await signIn(open.app, 'ada@example.org', 'secret')
    const post = (extra: Record<string, string>) =>
      open.app.inject({
        method: 'POST',
        url: '/api/tides',
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
