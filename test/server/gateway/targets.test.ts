import t from 'tap'
import { cannedUpstream, json } from '../../support/canned-upstream.ts'
import { listeningGateway } from '../../support/gateway.ts'
import { exchangeBytes } from '../../support/raw-client.ts'

const requestFor = (target: string) => `GET ${target} HTTP/1.1\r\nHost: lab\r\nAuthorization: Bearer a\r\nConnection: close\r\n\r\n`

t.test('a raw # in an address is refused, as another parser would read the rest as a fragment', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 200, {}))
  const { port } = await listeningGateway(t, upstream.url)
  for (const target of ['/api/projects/a#b', '/api/projects?limit=5#x', '/#/projects', '/healthz#']) {
    const { text } = await exchangeBytes(port, requestFor(target))
    t.match(text, /^HTTP\/1\.1 400 /, target)
  }
  t.equal(upstream.arrived.length, 0)
  const { text } = await exchangeBytes(port, requestFor('/api/projects/a%23b'))
  t.match(text, /^HTTP\/1\.1 200 /)
  t.equal(upstream.arrived[0]!.url, '/api/projects/a%23b')
})
