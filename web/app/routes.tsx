import { Navigate, type RouteObject } from 'react-router-dom'
import { SignedOutOnly } from '../layouts/guards.tsx'
import type { Area } from '../routes/area.ts'
import { mainAreas } from '../routes/main-areas.ts'
import { projectAreas } from '../routes/project-areas.ts'
import { inFrame, inRoot, publicPages } from './public-pages.tsx'

const authPages: RouteObject[] = [
  { path: '/login', lazy: () => import('../routes/auth/login.tsx') },
  { path: '/signup', lazy: () => import('../routes/auth/signup.tsx') },
  { path: '/forgot-password', lazy: () => import('../routes/auth/forgot-password.tsx') }
]

const routesOf = ({ path, lazy, tabs = [], pages = [], reads }: Area): RouteObject[] => [
  {
    path,
    lazy,
    ...(reads && { handle: { reads } }),
    children: tabs.map(({ path, lazy }) => (path ? { path, lazy } : { index: true, lazy }))
  },
  ...pages
]

/** Screen that is linked only from the account menu and the command palette of administrators. */
const administrationPage: RouteObject = { path: '/admin', lazy: () => import('../routes/main/administration.tsx') }

const projectPages: RouteObject[] = [{ index: true, element: <Navigate to="dashboard" replace /> }, ...projectAreas.flatMap(routesOf)]

/** Routes of the app: each path with its frame and its screen. */
export const routes: RouteObject[] = inRoot([
  publicPages,
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
  { lazy: () => import('../layouts/main-layout.tsx'), children: inFrame([...mainAreas.flatMap(routesOf), administrationPage]) },
  { path: '/projects/:projectId', lazy: () => import('../layouts/project-layout.tsx'), children: inFrame(projectPages) },
  { path: '*', element: <Navigate to="/" replace /> }
])
