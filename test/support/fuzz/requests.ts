import type { Contract } from '../../../shared/contracts/contract.ts'
import { fileBody } from './bodies.ts'
import type { Chance } from './chance.ts'
import { bodyText, spoil } from './hostile.ts'
import type { Ids } from './ids.ts'
import { hostileTexts } from './texts.ts'
import { valueFor } from './values.ts'

export interface FuzzRequest {
  method: Contract['method']
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** Maximum length of a URL. Node refuses heads above 16 KiB before the app receives them. */
const longestUrl = 12_000

/** Draws a call of a contract: half of them valid, the others with a fault in address, query or body. */
export function requestFor(contract: Contract, bearer: string, ids: Ids, chance: Chance): FuzzRequest {
  const draws = { chance, id: (name: string) => ids.pick(name, chance) }
  const wrong = chance.in100(50) ? chance.one(['params', 'query', 'body', 'body', 'headers'] as const) : null
  const { params, querystring, body } = contract.schema
  const headers: Record<string, string> = { 'x-requested-by': 'app', ...(bearer && { authorization: `Bearer ${bearer}` }) }

  const drawn = (params ? valueFor(params, '', draws) : {}) as Record<string, unknown>
  if (wrong === 'params' && params) drawn[chance.one(Object.keys(drawn))] = chance.one(hostileTexts.filter(text => text.length < 700))
  const path = contract.url.replace(/:(\w+)/g, (_, name: string) => encoded(String(drawn[name])))
  const url = `/api${path}${queryOf()}`.slice(0, longestUrl)

  if (wrong === 'headers') Object.assign(headers, chance.one(oddHeaders))
  if (contract.url.startsWith('/uploads')) Object.assign(headers, tusHeaders())
  const payload = contract.method === 'GET' || contract.method === 'HEAD' ? undefined : payloadOf()
  return { method: contract.method, url, headers, ...(payload !== undefined && { payload }) }

  function queryOf(): string {
    if (!querystring) return wrong === 'query' ? `?${encoded(chance.one(hostileTexts).slice(0, 500))}=1` : ''
    let values = valueFor(querystring, '', draws)
    if (wrong === 'query') values = spoil(values, chance)
    const fields = Object.entries((values ?? {}) as object).map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
      return `${encoded(name)}=${encoded(text.slice(0, 9_000))}`
    })
    if (wrong === 'query' && fields.length > 0 && chance.in100(20)) fields.push(chance.one(fields))
    return fields.length > 0 ? `?${fields.join('&')}` : ''
  }

  function payloadOf(): string | Buffer | undefined {
    if (contract.body === 'stream') {
      headers['content-type'] ??= contract.url.startsWith('/uploads')
        ? 'application/offset+octet-stream'
        : chance.one(['application/octet-stream', 'text/csv', 'text/csv', 'image/png', 'application/json'])
      return fileBody(chance)
    }
    if (!body) return chance.in100(3) ? '{}' : undefined
    const value = valueFor(body, '', draws)
    if (contract.body === 'form') {
      headers['content-type'] ??= 'application/x-www-form-urlencoded'
      const fields = Object.entries(((wrong === 'body' ? spoil(value, chance) : value) ?? {}) as object)
      return fields
        .map(
          ([name, field]) =>
            `${encoded(name)}=${encoded((typeof field === 'string' ? field : (JSON.stringify(field) ?? '')).slice(0, 9_000))}`
        )
        .join('&')
    }
    headers['content-type'] ??= 'application/json'
    return bodyText(value, wrong === 'body', chance)
  }

  function tusHeaders(): Record<string, string> {
    const { one, in100 } = chance
    const projectId = ids.pick('projectId', chance)
    const fields = { projectId, filename: in100(70) ? 'IMG_1.JPG' : one(hostileTexts) }
    const metadata = Object.entries(fields).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    return {
      'tus-resumable': in100(90) ? '1.0.0' : '0.2.2',
      'upload-length': one(['0', '10', '299', '100000', '-1', '1e3', '99999999999999999999', 'x']),
      'upload-offset': one(['0', '0', '0', '5', '-1', 'NaN']),
      'upload-metadata': in100(85) ? metadata.join(',') : one(['', 'filename', 'filename !!!', ',,,', 'projectId  ', 'a b,a b'])
    }
  }
}

/** Encodes a text. A lone surrogate has no UTF-8 form, so it becomes the bytes that some programs produce. */
function encoded(text: string): string {
  const bytes = Buffer.from(text)
  return Array.from(bytes, byte =>
    /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  ).join('')
}

const oddHeaders: Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': ';' },
  { 'content-encoding': 'gzip' },
  { range: 'bytes=5-1' },
  { range: 'bytes=0-,5-' },
  { range: 'bytes=-99999999999999999999' },
  { range: 'pages=1' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"' },
  { 'if-modified-since': 'never' },
  { 'if-range': '"x"' },
  { accept: 'image/webp;q=x' },
  { 'accept-encoding': 'br;q=0, *;q=0' },
  { authorization: 'Bearer isobath_nothing' },
  { authorization: 'Bearer a.b.c' },
  { authorization: 'Basic YTpi' },
  { 'x-forwarded-for': '::ffff:1.2.3.4, nonsense' },
  { 'x-request-id': 'a'.repeat(500) },
  { 'last-event-id': '\u00ff' }
]
