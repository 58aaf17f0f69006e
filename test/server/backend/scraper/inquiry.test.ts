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

t.test('an account is sent to its own service only, and is in no address that is noted', async t => {
  const seen: string[] = []
  const http = createServer(({ url, headers }, reply) => {
    seen.push(`${url} ${headers.authorization}`)
    reply.writeHead(url === '/broken' ? 503 : 403).end('ana_reef may not read this')
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  t.teardown(() => http.close())
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
  const fetcher = openFetcher({ isOffline: false, allowedHosts: [host], userAgent: 'test' })
  t.teardown(() => fetcher.close())
  const account = { of: { name: 'ana_reef', password: 'kelp: 7' }, address: `http://${host}/v1` }
  const { asAccount, take } = openInquiry({ fetcher, hosts: (_url, work) => work() }, new AbortController().signal, { account })
  await t.rejects(asAccount('https://other.example/v1/user'), { message: 'The account of this job does not belong to other.example' })
  t.match(await asAccount(`http://${host}/user/ana_reef`), {
    status: 403,
    text: 'ana_reef may not read this',
    shown: '… may not read this'
  })
  await t.rejects(asAccount(`http://${host}/broken`), { message: `${host} answered with status 503` })
  const sent = `Basic ${Buffer.from('ana_reef:kelp: 7').toString('base64')}`
  t.same(seen, [`/user/ana_reef ${sent}`, `/broken ${sent}`], 'a failed request is not repeated')
  t.match(take().requests, [
    { url: `http://${host}/user/…`, status: 403 },
    { url: `http://${host}/broken`, status: 503 }
  ])
})
