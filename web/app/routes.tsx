import type { RouteObject } from 'react-router-dom'
import type { Area } from '../routes/area.ts'
import { mainAreas } from '../routes/main-areas.ts'
import { projectAreas } from '../routes/project-areas.ts'
import { Redirect } from '../ui/redirect.tsx'
import { authPages } from './auth-pages.tsx'
import { inFrame, inRoot, publicPages } from './public-pages.tsx'

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

const projectPages: RouteObject[] = [{ index: true, element: <Redirect to="dashboard" /> }, ...projectAreas.flatMap(routesOf)]

/** Routes of the app: each path with its frame and its screen. */
export const routes: RouteObject[] = inRoot([
  publicPages,
  authPages,
  { path: '/auth', element: <Redirect to="/login" /> },
  { lazy: () => import('../layouts/main-layout.tsx'), children: inFrame([...mainAreas.flatMap(routesOf), administrationPage]) },
  { path: '/projects/:projectId', lazy: () => import('../layouts/project-layout.tsx'), children: inFrame(projectPages) },
  { path: '*', element: <Redirect to="/" /> }
])
