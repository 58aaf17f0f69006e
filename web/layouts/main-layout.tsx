import { RequireSession } from './guards.tsx'
import { Shell } from './shell.tsx'

/** Everything behind sign-in that is not inside a project. */
export function Component() {
  return (
    <RequireSession otherwise="/login">
      <Shell />
    </RequireSession>
  )
}
