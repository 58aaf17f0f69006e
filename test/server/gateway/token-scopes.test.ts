import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { startApp } from '../../support/app.ts'
import { cannedUpstream, json } from '../../support/canned-upstream.ts'
import { fromApp, listeningGateway } from '../../support/gateway.ts'

const operations = '/api/projects/p/annotations/operations'

/** Sends the head of a request and the start of its body. Resolves to the answer. */
function beginBody(t: Test, url: string, token: string, length: number): Promise<string> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.write(
    [
      `POST ${operations} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${length}`,
      '',
      '{"'
    ].join('\r\n')
  )
  return new Promise(resolve => {
    let heard = ''
    socket.on('data', piece => {
      heard += piece
      if (heard.includes('requestId')) resolve(heard)
    })
  })
}

async function apiToken(url: string, scope: string): Promise<string> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, { method: 'POST', headers: { ...fromApp, 'content-type': 'application/json', cookie }, body: JSON.stringify(body) })
  const signedUp = await post('/api/auth/register', { email: `${scope}@lab.example`, password: 'gorgonian lantern halocline' })
  const cookie = signedUp.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const answer = await post('/api/auth/tokens', { name: 'script', scope, expiresAt: null }, cookie)
  return ((await answer.json()) as { secret: string }).secret
}

t.test('a read-only or forged token is refused before the body is read', async t => {
  const url = await startApp(t)
  const token = await apiToken(url, 'read')
  for (const length of [100, 8_000_000]) {
    t.match(await beginBody(t, url, token, length), /^HTTP\/1\.1 403 .*READ_ONLY_TOKEN/s, `${length} bytes`)
  }
  t.match(await beginBody(t, url, `isobath_${'x'.repeat(43)}`, 100), /^HTTP\/1\.1 401 /)
  t.match(await beginBody(t, url, 'anything', 8_000_000), /^HTTP\/1\.1 401 /)
})

t.test('the scope of a write token is fetched once a minute, and checked by the backend at every call', async t => {
  let scope = 'write'
  let questions = 0
  const upstream = await cannedUpstream(t, (request, response) => {
    if (request.url !== '/scope') return json(response, 201, {})
    questions += 1
    json(response, 200, { scope })
  })
  const { app } = await listeningGateway(t, upstream.url)
  const create = () =>
    app.inject({
      method: 'POST',
      url: '/api/projects',
      headers: { authorization: `Bearer isobath_${'a'.repeat(43)}` },
      payload: { title: 'Reef' }
    })
  const answers = await Promise.all([create(), create(), create()])
  scope = 'none'
  answers.push(await create())
  t.same(
    answers.map(({ statusCode }) => statusCode),
    [201, 201, 201, 201]
  )
  t.equal(questions, 1)
  t.equal(upstream.arrived.length, 4)
})

t.test('a backend that cannot return the scope of a token gets the call', async t => {
  const upstream = await cannedUpstream(t, (request, response) => json(response, request.url === '/scope' ? 404 : 201, {}))
  const { app } = await listeningGateway(t, upstream.url)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/projects',
    headers: { authorization: `Bearer isobath_${'a'.repeat(43)}` },
    payload: { title: 'Reef' }
  })
  t.equal(answer.statusCode, 201)
})
