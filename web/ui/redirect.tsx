import { Navigate, type To, useLocation } from 'react-router-dom'

/**
 * Redirects to another address, in place of the current one. A second navigation to the current address ends the redirect under way, so the
 * redirect belongs to the navigation: each one starts it anew.
 * @param state state of the new address; by default the state of the current one, such as the address to return to after sign-in
 */
export function Redirect({ to, state }: { to: To; state?: unknown }) {
  const current = useLocation()
  return <Navigate key={current.key} to={to} replace state={state === undefined ? current.state : state} />
}
