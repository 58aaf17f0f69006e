import { request as httpRequest } from 'node:http'
import t from 'tap'
import { Check } from 'typebox/value'
import { projectsApi } from '../../../shared/contracts/projects.ts'
import { cannedUpstream, json } from '../../support/canned-upstream.ts'
import { cookieKey, listeningGateway } from '../../support/gateway.ts'

/** Small and seeded, so that a failure can be reproduced. Source: Vigna, splitmix32. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x9e3779b9) | 0
    let z = state ^ (state >>> 16)
    z = Math.imul(z, 0x21f0aaad)
    z ^= z >>> 15
    z = Math.imul(z, 0x735a2d97)
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32
  }
}

const allowedUpstream =
  /^(accept|accept-(encoding|language)|authorization|connection|content-(length|type)|host|if-[a-z-]+|last-event-id|prefer|range|traceparent|transfer-encoding|user-agent|x-forwarded-(for|host|proto)|x-request-id|(tus|upload|isobath)-[a-z0-9-]+)$/

t.test('no request gives 500, and the backend receives only fields of the contracts and of the header list', async t => {
  const next = random(20_261_201) // the same requests in each run
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 200, {}))
  const { port } = await listeningGateway(t, upstream.url, {
    cookieKeys: [cookieKey],
    rates: { signInsPerAccount: 1e6, signInsPerAddress: 1e6 }
  })

  const pieces = [
    'api',
    'projects',
    'media',
    'auth',
    'login',
    'me',
    'uploads',
    '..',
    '.',
    '%2e%2e',
    '%00',
    '%252f',
    '\\',
    ';',
    '',
    'ä',
    '%C3%A4',
    '%ff',
    '%',
    'a'.repeat(300),
    '1',
    '__proto__',
    '*',
    '@evil.example',
    '?limit=5',
    '?limit=NaN',
    '?cursor=%00',
    '#x'
  ]
  const names = [
    'authorization',
    'cookie',
    'content-type',
    'content-encoding',
    'x-forwarded-for',
    'x_forwarded_for',
    'x-user',
    'connection',
    'te',
    'upgrade',
    'origin',
    'sec-fetch-site',
    'x-requested-by',
    'x-request-id',
    'traceparent',
    'range',
    'if-none-match',
    'accept',
    'forwarded',
    'expect',
    'tus-resumable',
    'upload-metadata',
    'x-http-method-override',
    '__proto__',
    'constructor'
  ]
  const values = [
    'Bearer isobath_pat_1',
    'Bearer isobath_pat_1',
    'at=x; rt=y',
    'application/json',
    'application/json;charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'gzip',
    '6.6.6.6',
    'close, authorization',
    'app',
    'null',
    'https://evil.example',
    'cross-site',
    'same-origin',
    'x'.repeat(5_000),
    '\x80\xff',
    ';;;,,,',
    '',
    'text/html',
    '*',
    'bytes=0-',
    'h2c',
    '100-continue'
  ]
  const bodies = [
    '',
    '{}',
    '{"title":"Canyon"}',
    '{"title":"Canyon","revision":1}',
    '{"title":1}',
    '{"__proto__":{"a":1}}',
    '[]',
    'null',
    '"x"',
    '{',
    '\x00',
    'username=a&password=b',
    'a=1&a=2',
    '{"refresh_token":"x"}',
    `{"title":"${'x'.repeat(500)}"}`,
    '['.repeat(2_000)
  ]
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

  const send = (method: string, path: string, headers: Record<string, string>, body: string) =>
    new Promise<number | null>(resolve => {
      try {
        const request = httpRequest({ port, method, path, headers, timeout: 20_000 }, response => {
          response.resume()
          response.on('end', () => resolve(response.statusCode!))
          response.on('error', () => resolve(null))
        })
        request.on('timeout', () => request.destroy(new Error('no answer')))
        request.on('error', error => resolve(error.message === 'no answer' ? 0 : null))
        request.end(method === 'GET' || method === 'HEAD' || method === 'TRACE' ? undefined : body)
      } catch {
        resolve(null) // Node’s client refuses to send it
      }
    })

  let answered = 0
  for (let round = 0; round < 150; round++) {
    const requests = Array.from({ length: 20 }, () => {
      const path =
        next() < 0.5
          ? pick(['/api/projects', '/api/projects/1', '/api/auth/login', '/api/auth/refresh', '/api/media/1', '/api/uploads/1'])
          : `/${Array.from({ length: Math.ceil(next() * 5) }, () => pick(pieces)).join('/')}`
      const headers: Record<string, string> =
        next() < 0.6 ? { authorization: 'Bearer isobath_pat_1', 'content-type': 'application/json' } : {}
      for (let n = Math.floor(next() * 5); n > 0; n--) headers[pick(names)] = pick(values)
      return [pick(methods), path, headers, pick(bodies)] as const
    })
    const statuses = await Promise.all(requests.map(request => send(...request)))
    statuses.forEach((status, n) => {
      if (status !== null) answered += 1
      if (status === 500 || status === 0 || status === 502) t.fail(`${status}: ${JSON.stringify(requests[n])}`)
    })
  }
  t.ok(answered > 1_500, `${answered} were answered`)
  t.ok(upstream.arrived.length > 100, `${upstream.arrived.length} reached the backend`)
  for (const { method, url, headers, body } of upstream.arrived) {
    const strange = Object.keys(headers).filter(name => !allowedUpstream.test(name))
    if (strange.length > 0) t.fail(`${strange} passed`)
    if (!/^\/api\/[\w/%.?=&-]*$/.test(url)) t.fail(`${url} passed`)
    const schema =
      method === 'POST' && url === '/api/projects'
        ? projectsApi.create.schema.body
        : method === 'PUT' && /^\/api\/projects\/[^/]+$/.test(url)
          ? projectsApi.revise.schema.body
          : null
    if (schema && !Check(schema, JSON.parse(body.toString()))) t.fail(`${body} passed`)
  }
})
