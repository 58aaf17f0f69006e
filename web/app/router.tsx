import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { SignedOutOnly } from '../layouts/guards.tsx'
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

const mainPages: RouteObject[] = [
  { path: '/dashboard', lazy: () => import('../routes/main/dashboard.tsx') },
  { path: '/projects', lazy: () => import('../routes/main/projects.tsx') },
  { path: '/projects/new', lazy: () => import('../routes/main/new-project.tsx') },
  { path: '/projects/edit/:projectId', lazy: () => import('../routes/main/edit-project.tsx') },
  { path: '/opportunities', lazy: () => import('../routes/areas/opportunities.tsx') },
  { path: '/community', lazy: () => import('../routes/areas/community.tsx') },
  { path: '/organizations/new', lazy: () => import('../routes/areas/new-organization.tsx') },
  { path: '/profile', lazy: () => import('../routes/main/profile.tsx') }
]

const projectPages: RouteObject[] = [
  { index: true, element: <Navigate to="dashboard" replace /> },
  { path: 'dashboard', lazy: () => import('../routes/project/overview.tsx') },
  {
    path: 'annotate',
    lazy: () => import('../layouts/annotate-layout.tsx'),
    children: [
      { index: true, lazy: () => import('../routes/project/annotate.tsx') },
      { path: 'review', lazy: () => import('../routes/project/review.tsx') },
      { path: 'sessions/*', lazy: () => import('../routes/project/annotation-sessions.tsx') },
      { path: 'results', lazy: () => import('../routes/project/results.tsx') },
      { path: 'sites', lazy: () => import('../routes/project/sites.tsx') },
      { path: 'exchange', lazy: () => import('../routes/project/exchange.tsx') }
    ]
  },
  { path: 'ai', lazy: () => import('../routes/areas/ai.tsx') },
  { path: 'catalog', lazy: () => import('../routes/project/catalog.tsx') },
  { path: 'map', lazy: () => import('../routes/areas/map.tsx') },
  { path: 'journal', lazy: () => import('../routes/areas/journal.tsx') },
  { path: 'publication', lazy: () => import('../routes/project/publication.tsx') },
  { path: 'settings', lazy: () => import('../routes/project/settings.tsx') }
]

/** A screen that breaks leaves its frame standing. */
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
      { lazy: () => import('../layouts/main-layout.tsx'), children: inFrame(mainPages) },
      { path: '/projects/:projectId', lazy: () => import('../layouts/project-layout.tsx'), children: inFrame(projectPages) },
      { path: '*', element: <Navigate to="/" replace /> }
    ]
  }
])
