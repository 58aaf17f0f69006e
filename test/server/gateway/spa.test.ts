import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { sealWith } from '../../../server/lib/seal.ts'
import { builtWebApp, cookieKey, testGateway } from '../../support/gateway.ts'

const page = { accept: 'text/html,application/xhtml+xml' }
const nowhere = 'http://127.0.0.1:9'

/** Cookies of a session whose access token is valid for this long; null leaves only the refresh token. */
function cookiesOf(accessMs: number | null): string {
  const seal = sealWith([cookieKey])
  const now = Date.now()
  const refresh = seal.close('rt', JSON.stringify(['a session', 'a token', now + 3_600_000, now]))
  const access = accessMs && seal.close('at', JSON.stringify(['a session', 'another token', now + accessMs, now]))
  return access ? `rt=${refresh}; at=${access}` : `rt=${refresh}`
}

const cookie = cookiesOf(600_000)

t.test('paths of the app get index.html with the running configuration, never cached', async t => {
  const { app } = await testGateway(t, nowhere, { webRoot: builtWebApp(t), version: '1.2.3</script>' })
  for (const url of ['/', '/login', '/projects/01a1/annotate', '/dashboard?tab=all', '/index']) {
    const answer = await app.inject({ url, headers: page })
    t.equal(answer.statusCode, 200, url)
    t.match(answer.headers['content-type'], /^text\/html/)
    t.equal(answer.headers['cache-control'], 'no-cache')
    t.match(answer.headers.etag, /^"[\w-]+"$/)
    const config = /<script type="application\/json" id="isobath-config">(.*?)<\/script>/.exec(answer.body)![1]!
    t.same(JSON.parse(config), { sessionMode: 'cookie', version: '1.2.3</script>', embedded: false })
  }
})

t.test('an unchanged index.html is 304, but one of equal size and time with other content is not', async t => {
  const webRoot = builtWebApp(t)
  const first = await testGateway(t, nowhere, { webRoot })
  const { etag } = (await first.app.inject({ url: '/', headers: page })).headers
  t.equal((await first.app.inject({ url: '/', headers: { ...page, 'if-none-match': etag } })).statusCode, 304)
  t.equal((await first.app.inject({ url: '/', headers: { ...page, 'if-none-match': `W/${etag}` } })).statusCode, 304)
  const text = '<!doctype html><html><head></head><body>same size A</body></html>'
  writeFileSync(join(webRoot, 'index.html'), text)
  utimesSync(join(webRoot, 'index.html'), 0, 0)
  const second = await testGateway(t, nowhere, { webRoot })
  const tag = (await second.app.inject({ url: '/', headers: page })).headers.etag
  writeFileSync(join(webRoot, 'index.html'), text.replace('size A', 'size B'))
  utimesSync(join(webRoot, 'index.html'), 0, 0)
  const third = await testGateway(t, nowhere, { webRoot })
  const after = await third.app.inject({ url: '/', headers: { ...page, 'if-none-match': tag } })
  t.equal(after.statusCode, 200)
  t.match(after.body, /isobath-config/, 'the configuration is inserted even when the page has no place for it')
})

t.test('the page is compressed in an encoding that the browser accepts', async t => {
  const { app } = await testGateway(t, nowhere, { webRoot: builtWebApp(t) })
  const as = (encoding: string) => app.inject({ url: '/', headers: { ...page, 'accept-encoding': encoding } })
  t.equal((await as('gzip, deflate, br, zstd')).headers['content-encoding'], 'br')
  t.equal((await as('gzip')).headers['content-encoding'], 'gzip')
  t.equal((await as('br;q=0, identity')).headers['content-encoding'], undefined)
  t.equal((await as('gzip')).headers.vary, 'accept-encoding, cookie')
})

t.test('the page of a screen lists the files of that screen', async t => {
  const { app } = await testGateway(t, nowhere, { webRoot: builtWebApp(t) })
  const get = async (url: string) => (await app.inject({ url, headers: page })).body
  /** Preload links of a page, without those of the entry, which every page has. */
  const preloads = (body: string) =>
    [...body.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)]
      .map(match => match[1])
      .filter(href => href !== '/assets/runtime.js')

  const dashboard = await get('/dashboard?tab=all')
  t.same(preloads(dashboard), ['/assets/shell.js', '/assets/dashboard.js'])
  t.match(dashboard, '<link rel="stylesheet" crossorigin href="/assets/dashboard.css">')
  t.match(dashboard, '<title>Dashboard · Isobath</title>')
  t.match(dashboard, '<div id="root"></div>', 'only the browser renders it')
  t.same(preloads(await get('/projects/01a1/annotate')), ['/assets/annotate.js'])
  t.match(await get('/projects/01a1/annotate'), '<title>Isobath</title>', 'its title depends on the project')
  t.same(preloads(await get('/projects/01a1/annotate/sessions/02b2/results')), ['/assets/sessions.js'])
  for (const url of ['/nowhere', '/dashboard/', '/projects/01a1/annotate/02b2']) t.same(preloads(await get(url)), [], url)
})

t.test('public pages are sent as markup, which the security policy allows, with the version of this server', async t => {
  const { app } = await testGateway(t, nowhere, { webRoot: builtWebApp(t), version: '1.2.3<' })
  const { body, headers } = await app.inject({ url: '/', headers: page })
  t.match(body, '<div id="root" data-built><h1>The open lab</h1><p>Version 1.2.3&lt;</p></div>')
  t.match(body, '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/serif.woff2">')
  t.match(
    body,
    '<script defer src="/start.js" data-entry="/assets/index-abc123.js" data-modules="/assets/runtime.js /assets/landing.js"></script>'
  )
  t.notMatch(body, /modulepreload|type="module"/, 'its scripts come after its text and pictures')
  t.match(headers['content-security-policy'], "script-src 'self'; style-src 'self';")
  const head = await app.inject({ method: 'HEAD', url: '/', headers: page })
  t.equal(head.body, '')
  t.equal(head.headers.etag, headers.etag)
})

t.test('for a signed-in person, a page also starts the calls of its screen, and the landing page redirects', async t => {
  const { app } = await testGateway(t, nowhere, { webRoot: builtWebApp(t) })
  const get = (url: string, headers: Record<string, string> = { cookie }) => app.inject({ url, headers: { ...page, ...headers } })
  const calls = (body: string) => [...body.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)"/g)].map(match => match[1])
  const ofDashboard = ['/api/auth/me', '/api/projects?sort=modified&amp;limit=6']

  const dashboard = await get('/dashboard')
  t.same(calls(dashboard.body), ofDashboard)
  t.equal(dashboard.headers['cache-control'], 'no-cache')
  const landing = await get('/')
  t.notMatch(landing.body, 'data-built', 'the landing page does not flash')
  t.same(calls(landing.body), ofDashboard)
  for (const file of ['shell.js', 'dashboard.js', 'landing.js', 'dashboard.css', 'landing.css']) t.match(landing.body, `/assets/${file}`)
  t.match((await get('/pricing')).body, 'data-built', 'other public pages are the same for everybody')
  t.same(calls((await get('/pricing')).body), ['/api/auth/me'])

  const stranger = await get('/dashboard', {})
  t.same(calls(stranger.body), [])
  t.not(stranger.headers.etag, dashboard.headers.etag)
  t.equal((await get('/dashboard', { cookie, 'if-none-match': String(stranger.headers.etag) })).statusCode, 200)
  t.equal((await get('/dashboard', { cookie, 'if-none-match': String(dashboard.headers.etag) })).statusCode, 304)
  for (const ended of [cookiesOf(null), cookiesOf(5_000)]) {
    t.same(calls((await get('/dashboard', { cookie: ended })).body), [], 'the page refreshes the session first')
    t.notMatch((await get('/', { cookie: ended })).body, 'data-built')
  }
  t.same(calls((await get('/dashboard', { cookie: 'rt=forged; at=forged' })).body), [])
  t.match((await get('/', { cookie: 'rt=forged; at=forged' })).body, 'data-built')
})

t.test('with tokens in the page, its HTML is the same for everyone', async t => {
  const { app } = await testGateway(t, nowhere, { webRoot: builtWebApp(t), sessionMode: 'bearer' })
  const { body, headers } = await app.inject({ url: '/', headers: { ...page, cookie } })
  t.match(body, 'data-built')
  t.notMatch(body, 'as="fetch"')
  t.equal(headers.vary, 'accept-encoding')
})

t.test('row 55: hashed assets are cached forever in their precompressed form; a missing one is 404 and never a page', async t => {
  const { app } = await testGateway(t, nowhere, { webRoot: builtWebApp(t) })
  const asset = await app.inject({ url: '/assets/index-abc123.js', headers: { 'accept-encoding': 'br, gzip' } })
  t.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable')
  t.equal(asset.headers['content-encoding'], 'br')
  t.equal(asset.body, 'brotli bytes')
  t.match(asset.headers['content-type'], /javascript/)
  t.equal((await app.inject({ url: '/assets/index-abc123.js', headers: { 'accept-encoding': 'gzip' } })).body, 'gzip bytes')
  const plain = await app.inject({ url: '/assets/index-abc123.js' })
  t.equal(plain.body, 'export const depth = 1')
  t.match(plain.headers.vary, /accept-encoding/i)
  t.equal((await app.inject({ url: '/favicon.svg' })).headers['cache-control'], 'no-cache')

  for (const url of ['/assets/index-old999.js', '/assets/', '/assets/x', '/logo.png', '/app.js.map']) {
    const missing = await app.inject({ url, headers: { accept: '*/*' } })
    t.equal(missing.statusCode, 404, url)
    t.match(missing.headers['content-type'], /problem\+json/)
    t.equal((await app.inject({ url, headers: page })).statusCode, 404, `${url} as a page`)
  }
  const api = await app.inject({ url: '/api/nothing', headers: page })
  t.equal(api.statusCode, 404)
  t.equal(api.headers['cache-control'], 'no-store')
  t.match(api.json(), { code: 'NO_SUCH_CALL' })
})

t.test('no page is sent to clients that do not accept one, or in response to writing methods', async t => {
  const { app } = await testGateway(t, nowhere, { webRoot: builtWebApp(t) })
  t.equal((await app.inject({ url: '/dashboard', headers: { accept: 'application/json' } })).statusCode, 404)
  t.equal((await app.inject({ url: '/dashboard' })).statusCode, 404)
  t.equal((await app.inject({ method: 'POST', url: '/dashboard', headers: { ...page, 'x-requested-by': 'app' } })).statusCode, 404)
  const head = await app.inject({ method: 'HEAD', url: '/dashboard', headers: page })
  t.equal(head.statusCode, 200)
  t.equal(head.body, '')
})

t.test('row 56: dot files, source maps, listings and precompressed names are not served', async t => {
  const webRoot = builtWebApp(t)
  mkdirSync(join(webRoot, '.git'))
  writeFileSync(join(webRoot, '.git', 'config'), '[core]')
  const { app } = await testGateway(t, nowhere, { webRoot })
  for (const url of [
    '/.env',
    '/.git/config',
    '/.vite/manifest.json',
    '/.vite/screens.json',
    '/assets/index-abc123.js.map',
    '/assets/index-abc123.js.br',
    '/assets/index-abc123.js.gz',
    '/assets',
    '/package.json',
    '/server/main.ts'
  ]) {
    const answer = await app.inject({ url })
    t.equal(answer.statusCode, 404, url)
    t.notMatch(answer.body, /SECRET|core|brotli/)
  }
  const hidden = await app.inject({ url: '/index.html', headers: page })
  t.equal(hidden.statusCode, 404)
})

t.test('ranges, conditional requests and HEAD work for assets', async t => {
  const { app } = await testGateway(t, nowhere, { webRoot: builtWebApp(t) })
  const url = '/assets/index-abc123.js'
  const part = await app.inject({ url, headers: { range: 'bytes=0-5' } })
  t.equal(part.statusCode, 206)
  t.equal(part.body, 'export')
  const { etag } = (await app.inject({ url })).headers
  t.equal((await app.inject({ url, headers: { 'if-none-match': etag } })).statusCode, 304)
  const head = await app.inject({ method: 'HEAD', url })
  t.equal(head.headers['content-length'], '22')
  t.equal(head.body, '')
})

t.test('without a built web app a page states the next step, and the API works', async t => {
  const { app, lines } = await testGateway(t, nowhere)
  const answer = await app.inject({ url: '/', headers: page })
  t.equal(answer.statusCode, 503)
  t.match(answer.body, /npm run build/)
  t.ok(lines.some(({ msg }) => /has not been built/.test(String(msg))))
  t.equal((await app.inject({ url: '/api/openapi.json' })).statusCode, 200)
})
