import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useSession } from '../api/session-context.ts'
import { Redirect } from '../ui/redirect.tsx'
import { Splash } from '../ui/splash.tsx'

/** Shows its children only to people who are signed in. Redirects others to `otherwise`, with the address to return to. */
export function RequireSession({ otherwise, children }: { otherwise: '/login' | '/auth'; children: ReactNode }) {
  const { state } = useSession()
  const { pathname, search, hash } = useLocation()
  if (state === 'loading') return <Splash />
  if (state === 'signed-out') return <Redirect to={otherwise} state={{ from: `${pathname}${search}${hash}` }} />
  return children
}

/** Guard of landing and auth pages, for people who are signed out. Others are redirected to `from`, or to their dashboard. */
export function SignedOutOnly() {
  const { state } = useSession()
  const from = (useLocation().state as { from?: string } | null)?.from
  if (state === 'loading') return <Splash />
  if (state === 'signed-in') return <Redirect to={from ?? '/dashboard'} state={null} />
  return <Outlet />
}
