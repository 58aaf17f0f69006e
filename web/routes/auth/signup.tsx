import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { capabilities } from '../../api/capabilities.ts'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { SignupForm } from '../../features/auth/signup-form.tsx'
import { takeFromHash } from '../../features/auth/take-from-hash.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** Who may register is the server's policy; when it cannot be asked, the form is offered and the server decides. */
export function Component() {
  const server = useQuery(capabilities())
  const [invitation] = useState(() => takeFromHash())
  const [settingUp, setSettingUp] = useState(false)
  const policy = server.data ?? (server.failureReason ? { registration: 'open' as const, registrationDomains: [] } : undefined)
  return (
    <AuthPage title="Create an account" description="An account holds your projects and what you find in them.">
      {!policy ? (
        <SkeletonRows rows={4} height="2.25rem" />
      ) : policy.registration === 'closed' && !settingUp ? (
        <>
          <Note>This server takes no registrations. Ask the person who runs it for an account.</Note>
          <Button variant="quiet" onClick={() => setSettingUp(true)}>
            I run it and make its first account
          </Button>
        </>
      ) : (
        <SignupForm server={policy} invitation={invitation} />
      )}
      <AuthLinks>
        <span>
          Have an account? <Link to="/login">Sign in</Link>
        </span>
      </AuthLinks>
    </AuthPage>
  )
}
