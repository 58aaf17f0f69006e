import type dns from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { openFetcher } from '../../../../server/backend/fetcher/fetcher.ts'
import { openInquiry } from '../../../../server/backend/scraper/inquiry.ts'

t.test('a refused URL is reported with its reason', async t => {
  const fetcher = openFetcher({ isOffline: false, allowedHosts: [], userAgent: 'test' })
  t.teardown(() => fetcher.close())
  const { file } = openInquiry({ fetcher, hosts: (_url, work) => work() }, new AbortController().signal)
  const long = `${'a.'.repeat(130)}example`
  const refusals: [string, RegExp][] = [
    ['http://127.0.0.1/data.csv', /^127\.0\.0\.1 leads to an address inside this network/],
    ['http://archive.local/data.csv', /^archive\.local leads to an address inside this network/],
    [`http://${long}/data.csv`, /was not read: its host is longer than 253 characters$/],
    ['http://ana:secret@data.example/data.csv', /^data\.example was not read: it contains a user name or a password$/]
  ]
  for (const [url, message] of refusals) await t.rejects(file(url, { accept: '*/*', maxBytes: 10 }), { message }, url.slice(0, 40))
})

t.test('a name that leads to a private address, and a response above the limit, are reported without a retry', async t => {
  const http = createServer(({ url }, reply) => reply.writeHead(url === '/robots.txt' ? 404 : 200).end('longer than ten bytes'))
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  t.teardown(() => http.close())
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
  const lookup = ((_host: string, _options: object, done: (error: null, found: { address: string; family: number }[]) => void) =>
    process.nextTick(done, null, [{ address: '10.0.0.1', family: 4 }])) as unknown as typeof dns.lookup
  const fetcher = openFetcher({ isOffline: false, allowedHosts: [host], userAgent: 'test', lookup })
  t.teardown(() => fetcher.close())
  const { file } = openInquiry({ fetcher, hosts: (_url, work) => work() }, new AbortController().signal)
  await t.rejects(file('http://data.example/data.csv', { accept: '*/*', maxBytes: 10 }), {
    message: /^data\.example leads to an address inside this network/
  })
  await t.rejects(file(`http://${host}/data.csv`, { accept: '*/*', maxBytes: 10 }), {
    message: `The response of ${host} is too large and was not read`
  })
})
