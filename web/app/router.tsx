import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { SignedOutOnly } from '../layouts/guards.tsx'
import type { Area } from '../routes/area.ts'
import { mainAreas } from '../routes/main-areas.ts'
import { projectAreas } from '../routes/project-areas.ts'
import { Splash } from '../ui/splash.tsx'
import { ErrorPage } from './error-page.tsx'

const publicPages: RouteObject[] = [
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

const authPages: RouteObject[] = [
  { path: '/login', lazy: () => import('../routes/auth/login.tsx') },
  { path: '/signup', lazy: () => import('../routes/auth/signup.tsx') },
  { path: '/forgot-password', lazy: () => import('../routes/auth/forgot-password.tsx') }
]

const routesOf = ({ path, lazy, tabs = [], pages = [] }: Area): RouteObject[] => [
  { path, lazy, children: tabs.map(({ path, lazy }) => (path ? { path, lazy } : { index: true, lazy })) },
  ...pages
]

const projectPages: RouteObject[] = [{ index: true, element: <Navigate to="dashboard" replace /> }, ...projectAreas.flatMap(routesOf)]

/** Routes with an error boundary inside their frame, so that a broken screen does not take the frame with it. */
const inFrame = (children: RouteObject[]): RouteObject[] => [{ ErrorBoundary: ErrorPage, children }]

/** The map of the app: every address, its frame and its screen. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: Splash,
    children: [
      { lazy: () => import('../layouts/public-layout.tsx'), children: inFrame(publicPages) },
      {
        lazy: () => import('../layouts/auth-layout.tsx'),
        children: inFrame([
          { element: <SignedOutOnly />, children: authPages },
          { path: '/reset-password', lazy: () => import('../routes/auth/reset-password.tsx') },
          { path: '/prove-email', lazy: () => import('../routes/auth/prove-email.tsx') },
          { path: '/invitation', lazy: () => import('../routes/auth/invitation.tsx') }
        ])
      },
      { path: '/auth', element: <Navigate to="/login" replace /> },
      { lazy: () => import('../layouts/main-layout.tsx'), children: inFrame(mainAreas.flatMap(routesOf)) },
      { path: '/projects/:projectId', lazy: () => import('../layouts/project-layout.tsx'), children: inFrame(projectPages) },
      { path: '*', element: <Navigate to="/" replace /> }
    ]
  }
])
