import { RequireSession } from './guards.tsx'
import { Shell } from './shell.tsx'

/** Frame of the screens after sign-in that are outside a project. */
export function Component() {
  return (
    <RequireSession otherwise="/login">
      <Shell />
    </RequireSession>
  )
}
