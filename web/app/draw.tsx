import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static.edge'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router-dom'
import { SessionContext } from '../api/session-context.ts'
import { SignedOutOnly } from '../layouts/guards.tsx'
import { documentTitle } from '../layouts/page-title.ts'
import { authPages } from './auth-pages.tsx'
import { inRoot, publicPages } from './public-pages.tsx'
import { routes } from './routes.tsx'
import { strangerSession } from './stranger-session.ts'

// Runs in the build, not in a browser: see scripts/vite/draw-pages.ts.

/** Screen of the app, as described to the gateway. */
export interface Screen {
  /** Path with `:name` for a parameter, and `*` at the end for any remainder. */
  path: string
  /** Modules of the screen, from the outermost layout to the screen itself. */
  modules: string[]
  /** Title of the screen; null where it depends on the project. */
  title: string | null
  /** True when signed-in people are redirected to their dashboard. */
  isForStrangers: boolean
  /** Initial API calls of the screen that are the same for everyone. */
  reads: string[]
}

/** Route with the module that `lazy` imports, as the build adds it. */
type WithModule = { lazy?: { module?: string } }

/** Screens of the app, the most specific paths first. */
export function screens(): Screen[] {
  const found = screensBelow(routes, { path: '', modules: [], title: null, isForStrangers: false, reads: [] })
  return found.sort((one, other) => exactness(other.path) - exactness(one.path) || one.path.localeCompare(other.path))
}

function screensBelow(children: RouteObject[], above: Screen): Screen[] {
  return children.flatMap(route => {
    const path = route.path?.startsWith('/') ? route.path : [above.path, route.path].filter(Boolean).join('/')
    const module = (route as WithModule).lazy?.module
    const guard = (route.element as { type?: unknown } | undefined)?.type
    const screen: Screen = {
      path,
      modules: module ? [...above.modules, module] : above.modules,
      title: path.includes(':') || path.includes('*') ? null : documentTitle(path),
      isForStrangers: above.isForStrangers || guard === SignedOutOnly,
      reads: (route.handle as { reads?: string[] } | undefined)?.reads ?? above.reads
    }
    if (route.children?.length) return screensBelow(route.children, screen)
    return module ? [screen] : []
  })
}

/** Specificity of a path, as React Router ranks it: static segments before dynamic segments, and those before a splat. */
function exactness(path: string): number {
  return path
    .split('/')
    .filter(Boolean)
    .reduce((sum, part) => sum + (part === '*' ? -2 : part.startsWith(':') ? 3 : 10), 0)
}

/** Prerenders a page for a visitor who is not signed in, as markup that React can hydrate. */
export async function draw(path: string): Promise<string> {
  const pages = await Promise.all(inRoot([publicPages, authPages]).map(opened))
  const { query, dataRoutes } = createStaticHandler(pages)
  const context = await query(new Request(`http://isobath.invalid${path}`))
  if (context instanceof Response) throw new Error(`${path} returned status ${context.status}`)
  const failed: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <SessionContext value={strangerSession}>
          <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
        </SessionContext>
      </QueryClientProvider>
    </StrictMode>,
    // no streaming: content that arrives later would need an inline script, which the content security policy refuses
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: error => void failed.push(error) }
  )
  const markup = await new Response(prelude).text()
  if (failed.length > 0) throw new Error(`${path} could not be prerendered`, { cause: failed[0] })
  return markup
}

/** Route with its screen loaded. The loader of the route is left out, because it waits for a browser's fonts. */
async function opened({ lazy, loader: _loader, children, ...route }: RouteObject): Promise<RouteObject> {
  const Component = typeof lazy === 'function' ? (await lazy()).Component : route.Component
  const below = children && (await Promise.all(children.map(opened)))
  return { ...route, ...(Component && { Component }), ...(below && { children: below }) } as RouteObject
}
