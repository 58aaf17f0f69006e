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
/** Placeholder for the version in prerendered pages. See `web/api/config.ts`. */
const versionInDrawn = '%ISOBATH_VERSION%'
const entryScript = /<script type="module"[^>]*? src="([^"]+)"><\/script>/
const modulePreload = /<link rel="modulepreload"[^>]*? href="([^"]+)">/g
const emptyRoot = '<div id="root"></div>'
/** First call that the app makes with a session. */
const currentUser = '/api/auth/me'

/** Inserts the configuration into the page as data, not code, which complies with the strict CSP. */
export function withConfig(html: string, config: ClientConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const script = `<script type="application/json" id="isobath-config">${json}</script>`
  const configured = configScript.test(html) ? html.replace(configScript, () => script) : html.replace('</head>', () => `${script}</head>`)
  return configured.replaceAll(versionInDrawn, () => asText(config.version))
}

/**
 * Builds the page of a screen: its title, its files in the order of use, and any prerendered markup. A prerendered page is readable without
 * its scripts, so `web/public/start.js` loads them later.
 * @param reads calls that are preloaded together with the files
 */
export function withScreen(
  html: string,
  { title, drawn, styles, scripts, fonts }: Omit<Screen, 'path' | 'isForStrangers'>,
  reads: string[]
): string {
  const links = [
    ...styles.map(href => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...fonts.map(href => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    ...reads.map(href => `<link rel="preload" as="fetch" crossorigin href="${asText(href)}">`),
    ...(drawn ? [] : scripts.map(href => `<link rel="modulepreload" crossorigin href="${href}">`))
  ]
  const head = html.replace('</head>', () => `${links.join('\n')}</head>`)
  const titled = title ? head.replace(/<title>[^<]*<\/title>/, () => `<title>${asText(title)}</title>`) : head
  if (!drawn) return titled
  const modules = [...[...titled.matchAll(modulePreload)].map(([, href]) => href), ...scripts]
  return titled
    .replace(emptyRoot, () => `<div id="root" data-built>${drawn}</div>`)
    .replace(modulePreload, '')
    .replace(
      entryScript,
      (_, entry: string) => `<script defer src="/start.js" data-entry="${entry}" data-modules="${modules.join(' ')}"></script>`
    )
}

/** Returns the first calls of a screen for a user signed in by cookie. */
export const readsOf = (screen: Screen): string[] => [currentUser, ...screen.reads]

const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * Keeps a page in memory, with its compressed forms and the hash of its content.
 * @param vary request headers that the page depends on, besides `Accept-Encoding`
 * @returns a handler that sends the page
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

/** Compresses with Brotli at quality 7. The highest quality saves little, but would block all requests for a tenth of a second on a long page. */
const brotli = (plain: Buffer) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } })

/** Selects the encoding of a response: Brotli, else gzip, if the browser accepts it. */
function preferred(accepted: string): 'br' | 'gzip' | 'identity' {
  const taken = accepted.split(',').flatMap(part => {
    const [name = '', weight = ''] = part.split(';')
    return /q=0(\.0*)?$/.test(weight.trim()) ? [] : [name.trim()]
  })
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : 'identity'
}
