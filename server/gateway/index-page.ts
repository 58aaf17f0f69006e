import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Screen } from './screens.ts'

/** Configuration that the web app needs before it starts. */
export interface ClientConfig {
  sessionMode: 'cookie' | 'bearer'
  version: string
  embedded: boolean
}

const configScript = /<script type="application\/json" id="isobath-config">[^<]*<\/script>/
/** Stands for the version in drawn pages: `web/api/config.ts`. */
const versionInDrawn = '%ISOBATH_VERSION%'
const emptyRoot = '<div id="root"></div>'
/** The user of a session, which the app asks for first of all. */
const whoIsThere = '/api/auth/me'

/** Inserts the configuration into the page. It is data, not code, so it complies with the strict CSP. */
export function withConfig(html: string, config: ClientConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const script = `<script type="application/json" id="isobath-config">${json}</script>`
  const configured = configScript.test(html) ? html.replace(configScript, () => script) : html.replace('</head>', () => `${script}</head>`)
  return configured.replaceAll(versionInDrawn, () => asText(config.version))
}

/**
 * The page of one screen: its title, its files in the order of their use, and its markup where the build drew it.
 * @param reads calls whose answers are asked for together with the files
 */
export function withScreen(
  html: string,
  { title, drawn, styles, scripts, fonts }: Omit<Screen, 'path' | 'isForStrangers'>,
  reads: string[]
): string {
  // a drawn page can be read without its scripts
  const late = drawn ? ' fetchpriority="low"' : ''
  const links = [
    ...styles.map(href => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...fonts.map(href => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    ...reads.map(href => `<link rel="preload" as="fetch" crossorigin href="${asText(href)}">`),
    ...scripts.map(href => `<link rel="modulepreload" crossorigin${late} href="${href}">`)
  ]
  const head = html.replace('</head>', () => `${links.join('\n')}</head>`)
  const titled = title ? head.replace(/<title>[^<]*<\/title>/, () => `<title>${asText(title)}</title>`) : head
  if (!drawn) return titled
  return titled
    .replace(emptyRoot, () => `<div id="root" data-built>${drawn}</div>`)
    .replace('<script type="module"', () => `<script type="module"${late}`)
}

/** Calls that a screen begins with, for a person who is signed in by cookie. */
export const readsOf = (screen: Screen): string[] => [whoIsThere, ...screen.reads]

const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * A page in memory with its compressed forms and the hash of its content.
 * @param vary request headers that it depends on, beside the accepted encodings
 */
export function pageInMemory(html: string, { status = 200, vary = [] as string[] } = {}) {
  const plain = Buffer.from(html)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const compress = { br: brotli, gzip: gzipSync, identity: () => plain }
  const made = new Map<string, Buffer>()

  function bodyAs(encoding: keyof typeof compress): Buffer {
    const body = made.get(encoding) ?? compress[encoding](plain)
    made.set(encoding, body)
    return body
  }

  return (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = preferred(String(request.raw.headers['accept-encoding'] ?? ''))
    const etag = `"${hash}-${encoding}"`
    reply
      .header('cache-control', 'no-cache')
      .header('etag', etag)
      .header('vary', ['accept-encoding', ...vary].join(', '))
    const known = String(request.raw.headers['if-none-match'] ?? '')
    if (status === 200 && (known === '*' || known.split(/\s*,\s*/).some(tag => tag.replace(/^W\//, '') === etag)))
      return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.code(status).type('text/html; charset=utf-8').send(bodyAs(encoding))
  }
}

/** Nearly as small as at the highest quality, which holds the thread for a tenth of a second on a long page. */
const brotli = (plain: Buffer) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } })

/** Brotli, else gzip, as the browser accepts them. */
function preferred(accepted: string): 'br' | 'gzip' | 'identity' {
  const taken = accepted.split(',').flatMap(part => {
    const [name = '', weight = ''] = part.split(';')
    return /q=0(\.0*)?$/.test(weight.trim()) ? [] : [name.trim()]
  })
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : 'identity'
}
