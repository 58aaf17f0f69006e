import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Configuration that the web app needs before it starts. */
export interface ClientConfig {
  sessionMode: 'cookie' | 'bearer'
  version: string
  embedded: boolean
}

const configScript = /<script type="application\/json" id="isobath-config">[^<]*<\/script>/

/** Inserts the configuration into the page. It is data, not code, so it complies with the strict CSP. */
export function withConfig(html: string, config: ClientConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const script = `<script type="application/json" id="isobath-config">${json}</script>`
  return configScript.test(html) ? html.replace(configScript, () => script) : html.replace('</head>', () => `${script}</head>`)
}

/** A page in memory with its compressed forms and the hash of its content. */
export function pageInMemory(html: string, status = 200) {
  const plain = Buffer.from(html)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const compress = { br: brotliCompressSync, gzip: gzipSync, identity: () => plain }
  const made = new Map<string, Buffer>()

  function bodyAs(encoding: keyof typeof compress): Buffer {
    const body = made.get(encoding) ?? compress[encoding](plain)
    made.set(encoding, body)
    return body
  }

  return (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = preferred(String(request.raw.headers['accept-encoding'] ?? ''))
    const etag = `"${hash}-${encoding}"`
    reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept-encoding')
    const known = String(request.raw.headers['if-none-match'] ?? '')
    if (status === 200 && (known === '*' || known.split(/\s*,\s*/).some(tag => tag.replace(/^W\//, '') === etag)))
      return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.code(status).type('text/html; charset=utf-8').send(bodyAs(encoding))
  }
}

/** Brotli, else gzip, as the browser accepts them. */
function preferred(accepted: string): 'br' | 'gzip' | 'identity' {
  const taken = accepted.split(',').flatMap(part => {
    const [name = '', weight = ''] = part.split(';')
    return /q=0(\.0*)?$/.test(weight.trim()) ? [] : [name.trim()]
  })
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : 'identity'
}
