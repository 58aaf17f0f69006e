import t from 'tap'
import { cannedUpstream, json } from '../../support/canned-upstream.ts'
import { listeningGateway, testGateway } from '../../support/gateway.ts'
import { ask, headers } from '../../support/proxied.ts'

t.test('204 and 304 pass without a body, and HEAD with the length and no body', async t => {
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

t.test('an answer over a megabyte passes whole', async t => {
  const large = JSON.stringify({ pad: 'ä'.repeat(2_000_000) })
  const upstream = await cannedUpstream(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(large)
  })
  const { url } = await listeningGateway(t, upstream.url)
  t.equal(await (await ask(`${url}/api/projects`)).text(), large)
})

t.test('a redirect to the backend becomes a path, and one to another host loses its Location', async t => {
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
