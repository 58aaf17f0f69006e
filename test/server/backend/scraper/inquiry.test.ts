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
