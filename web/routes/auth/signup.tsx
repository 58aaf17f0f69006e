import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { capabilities, type KnownCapabilities } from '../../api/capabilities.ts'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { useHashSecret } from '../../features/auth/hash-secret.ts'
import { SignupForm } from '../../features/auth/signup-form.tsx'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** Fetched by the first visitor of a server alone. */
const FirstAccount = lazy(() => import('../../features/auth/first-account.tsx'))

type Policy = Pick<KnownCapabilities, 'registration' | 'registrationDomains' | 'setUp'>

const unknownPolicy: Policy = { registration: 'open', registrationDomains: [], setUp: 'done' }

/** Who may register is the server's policy; when it cannot be asked, the form is offered and the server decides. */
export function Component() {
  const server = useQuery(capabilities())
  const [secret, setSecret] = useHashSecret()
  const policy = server.data ?? (server.failureReason ? unknownPolicy : undefined)
  if (policy && policy.setUp !== 'done') {
    return (
      <Suspense fallback={<AuthPage title="Set up this server">{null}</AuthPage>}>
        <FirstAccount setUp={policy.setUp} secret={secret} onSecret={setSecret} />
      </Suspense>
    )
  }
  return (
    <AuthPage title="Create an account" description="An account holds your projects and what you find in them.">
      {!policy ? (
        <SkeletonRows rows={4} height="2.25rem" />
      ) : policy.registration === 'closed' ? (
        <Note>This server takes no registrations. Ask the person who runs it for an account.</Note>
      ) : (
        <SignupForm server={policy} invitation={secret} />
      )}
      <AuthLinks>
        <span>
          Have an account? <Link to="/login">Sign in</Link>
        </span>
      </AuthLinks>
    </AuthPage>
  )
}
