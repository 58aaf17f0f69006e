import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { NoSuchCall, NotFound } from '../lib/errors.ts'
import { type ClientConfig, pageInMemory, withConfig } from './index-page.ts'

export interface SpaOptions {
  webRoot: string
  client: ClientConfig
}

const notBuilt = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Isobath</title></head>
  <body><h1>The web app has not been built yet</h1><p>Run <code>npm run build</code>, then start Isobath again. The API under <a href="/api/docs">/api</a> works.</p></body>
</html>
`

/** Serves the built web app. Its own paths get `index.html`; a missing file is 404, never a page. */
export const spa = fp<SpaOptions>(
  async (app, { webRoot, client }) => {
    const indexFile = join(webRoot, 'index.html')
    const built = existsSync(indexFile)
    if (!built) app.log.warn({ webRoot }, 'the web app has not been built: run npm run build')
    const sendIndex = built ? pageInMemory(withConfig(readFileSync(indexFile, 'utf8'), client)) : pageInMemory(notBuilt, 503)

    if (built) {
      await app.register(fastifyStatic, {
        root: webRoot,
        wildcard: false, // routes made at start avoid disk look-ups for paths that are not files
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
  },
  { name: 'spa' }
)

function isAppPath(request: FastifyRequest, path: string): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const wantsPage = request.raw.headers.accept?.includes('text/html') ?? false
  const isFile = path.startsWith('/assets/') || /\.[a-z0-9]{1,8}$/i.test(path)
  return reads && wantsPage && !isFile
}
