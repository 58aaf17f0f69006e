import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { refreshAheadMs } from '../../shared/limits.ts'
import { NoSuchCall, NotFound } from '../lib/errors.ts'
import { type ClientConfig, pageInMemory, readsOf, withConfig, withScreen } from './index-page.ts'
import { readScreens, type Screen } from './screens.ts'
import type { Session } from './session/cookies.ts'

export interface SpaOptions {
  webRoot: string
  client: ClientConfig
  /** Reads a session from a cookie header; null with `SESSION_MODE=bearer`, where only the page has the session. */
  readSession: ((cookies: string | undefined) => Session | null) | null
}

/** State of a visitor. `returning`: the visitor has a session that the page must refresh before its first call. */
type Visitor = 'stranger' | 'returning' | 'signed in'

/** Path that signed-in users are redirected to from pages for signed-out visitors. */
const dashboard = '/dashboard'

const notBuilt = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Isobath</title></head>
  <body><h1>The web app has not been built yet</h1><p>Run <code>npm run build</code>, then start Isobath again. The API under <a href="/api/docs">/api</a> works.</p></body>
</html>
`

/** Serves the built web app. Paths of the app get `index.html`. A missing file is answered with 404, never with a page. */
export const spa = fp<SpaOptions>(
  async (app, { webRoot, client, readSession }) => {
    const indexFile = join(webRoot, 'index.html')
    const built = existsSync(indexFile)
    if (!built) app.log.warn({ webRoot }, 'the web app has not been built: run `npm run build`')
    const sendIndex = built ? pages(readFileSync(indexFile, 'utf8')) : pageInMemory(notBuilt, { status: 503 })

    if (built) {
      await app.register(fastifyStatic, {
        root: webRoot,
        wildcard: false, // routes created at startup avoid disk access for paths that are not files
        dotfiles: 'ignore',
        index: [],
        globIgnore: ['index.html', '**/*.map', '**/*.br', '**/*.gz'],
        preCompressed: true,
        cacheControl: false,
        setHeaders(reply, path) {
          const hashed = path.slice(webRoot.length).startsWith('/assets/')
          reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        }
      })
    }
    app.get('/', { exposeHeadRoute: true }, sendIndex)

    app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
      const url = request.raw.url!
      const path = url.split('?', 1)[0]!
      if (path === '/api' || path.startsWith('/api/')) throw new NoSuchCall(request.method, path.slice(0, 200))
      if (isAppPath(request, path)) return sendIndex(request, reply)
      throw new NotFound(path.slice(0, 200))
    })

    /** Returns a handler that sends the page of the requested screen. A page is built on first request. */
    function pages(html: string) {
      const screenOf = readScreens(webRoot)
      const vary = readSession ? ['cookie'] : []
      const made = new Map<string, ReturnType<typeof pageInMemory>>()

      function make(screen: Screen | undefined, visitor: Visitor) {
        if (!screen) return withConfig(html, client)
        const reads = visitor === 'signed in' ? readsOf(screen) : []
        return withConfig(withScreen(html, screen, reads), client)
      }

      return (request: FastifyRequest, reply: FastifyReply) => {
        const wanted = screenOf(request.raw.url!.split('?', 1)[0]!)
        const visitor = visitorOf(readSession?.(request.raw.headers.cookie) ?? null)
        const screen = visitor !== 'stranger' && wanted?.isForStrangers ? onTheWayTo(screenOf(dashboard), wanted) : wanted
        const key = `${screen?.path} ${visitor}`
        const send = made.get(key) ?? pageInMemory(make(screen, visitor), { vary })
        made.set(key, send)
        return send(request, reply)
      }
    }
  },
  { name: 'spa' }
)

function visitorOf(session: Session | null): Visitor {
  if (!session) return 'stranger'
  const { accessToken, accessEndsAt } = session
  const isDue = accessToken === null || (accessEndsAt !== null && accessEndsAt <= Date.now() + refreshAheadMs)
  return isDue ? 'returning' : 'signed in'
}

/** Adds the files of the redirect target to a screen for signed-out visitors, and drops the prerendered markup. */
function onTheWayTo(goal: Screen | undefined, passed: Screen): Screen {
  if (!goal) return { ...passed, drawn: null }
  const { styles, scripts, reads } = goal
  return {
    ...passed,
    title: goal.title,
    drawn: null,
    fonts: [],
    reads,
    styles: [...new Set([...styles, ...passed.styles])],
    scripts: [...new Set([...scripts, ...passed.scripts])]
  }
}

function isAppPath(request: FastifyRequest, path: string): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const wantsPage = request.raw.headers.accept?.includes('text/html') ?? false
  const isFile = path.startsWith('/assets/') || /\.[a-z0-9]{1,8}$/i.test(path)
  return reads && wantsPage && !isFile
}
