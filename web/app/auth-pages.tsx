import type { RouteObject } from 'react-router-dom'
import { SignedOutOnly } from '../layouts/guards.tsx'
import { inFrame } from './public-pages.tsx'

const signedOutPages: RouteObject[] = [
  { path: '/login', lazy: () => import('../routes/auth/login.tsx') },
  { path: '/signup', lazy: () => import('../routes/auth/signup.tsx') },
  { path: '/forgot-password', lazy: () => import('../routes/auth/forgot-password.tsx') }
]

/** Pages of an account before sign-in. The build prerenders the sign-in page; the others start with a call to the server. */
export const authPages: RouteObject = {
  lazy: () => import('../layouts/auth-layout.tsx'),
  children: inFrame([
    { element: <SignedOutOnly />, children: signedOutPages },
    { path: '/reset-password', lazy: () => import('../routes/auth/reset-password.tsx') },
    { path: '/prove-email', lazy: () => import('../routes/auth/prove-email.tsx') },
    { path: '/invitation', lazy: () => import('../routes/auth/invitation.tsx') }
  ])
}
