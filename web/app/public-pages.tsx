import type { RouteObject } from 'react-router-dom'
import { SignedOutOnly } from '../layouts/guards.tsx'
import { Splash } from '../ui/splash.tsx'
import { ErrorPage } from './error-page.tsx'

/** Public pages. The build prerenders them, and React hydrates the result. */
const pages: RouteObject[] = [
  { element: <SignedOutOnly />, children: [{ path: '/', lazy: () => import('../routes/public/landing.tsx') }] },
  { path: '/features', lazy: () => import('../routes/public/landing.tsx') },
  { path: '/demo', lazy: () => import('../routes/public/landing.tsx') },
  { path: '/pricing', lazy: () => import('../routes/public/pricing.tsx') },
  { path: '/about', lazy: () => import('../routes/public/about.tsx') },
  { path: '/terms', lazy: () => import('../routes/public/terms.tsx') },
  { path: '/privacy', lazy: () => import('../routes/public/privacy.tsx') },
  { path: '/blog', lazy: () => import('../routes/public/blog.tsx') },
  { path: '/blog/how-ai-transforms-marine-research', lazy: () => import('../routes/public/how-ai-transforms-marine-research.tsx') },
  {
    path: '/blog/top-marine-conservation-technologies',
    lazy: () => import('../routes/public/top-marine-conservation-technologies.tsx')
  },
  { path: '/debug', lazy: () => import('../routes/debug.tsx') }
]

/** Routes with an error boundary inside their frame, so that the frame survives a broken screen. */
export const inFrame = (children: RouteObject[]): RouteObject[] => [{ ErrorBoundary: ErrorPage, children }]

/** Routes wrapped in the root of the app, with its error boundary and splash screen. */
export const inRoot = (children: RouteObject[]): RouteObject[] => [{ ErrorBoundary: ErrorPage, HydrateFallback: Splash, children }]

export const publicPages: RouteObject = { lazy: () => import('../layouts/public/public-layout.tsx'), children: inFrame(pages) }
