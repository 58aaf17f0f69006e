import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { capabilities, type KnownCapabilities } from '../../api/capabilities.ts'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { useHashSecret } from '../../features/auth/hash-secret.ts'
import { SignupForm } from '../../features/auth/signup-form.tsx'
import { signInTexts as texts } from '../../features/auth/texts.ts'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const { signUp: words, setUp } = texts

/** Set-up form of a new server, loaded only for its first visitor. */
const FirstAccount = lazy(() => import('../../features/auth/first-account.tsx'))

type Policy = Pick<KnownCapabilities, 'registration' | 'registrationDomains' | 'setUp'>

const unknownPolicy: Policy = { registration: 'open', registrationDomains: [], setUp: 'done' }

/** Registration under the policy of the server. If the policy cannot be loaded, the form is shown and the server decides. */
export function Component() {
  const server = useQuery(capabilities())
  const [secret, setSecret] = useHashSecret()
  const policy = server.data ?? (server.failureReason ? unknownPolicy : undefined)
  if (policy && policy.setUp !== 'done') {
    return (
      <Suspense fallback={<AuthPage title={setUp.title}>{null}</AuthPage>}>
        <FirstAccount setUp={policy.setUp} secret={secret} onSecret={setSecret} />
      </Suspense>
    )
  }
  return (
    <AuthPage title={words.title} description={words.about}>
      {!policy ? (
        <SkeletonRows rows={4} height="2.25rem" />
      ) : policy.registration === 'closed' ? (
        <Note>{words.closed}</Note>
      ) : (
        <SignupForm server={policy} invitation={secret} />
      )}
      <AuthLinks>
        <span>
          {words.haveAccount(text => (
            <Link to="/login">{text}</Link>
          ))}
        </span>
      </AuthLinks>
    </AuthPage>
  )
}
