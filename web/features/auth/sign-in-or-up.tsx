import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { capabilities } from '../../api/capabilities.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AuthLinks } from './auth-page.tsx'
import { LoginForm } from './login-form.tsx'
import { SignupForm } from './signup-form.tsx'
import { invitationTexts as words } from './texts.ts'

/** Sign-up and sign-in forms for an invited person. @param invitation secret of the invitation link */
export default function SignInOrUp({ invitation }: { invitation: string }) {
  const server = useQuery(capabilities()).data
  const isClosed = server?.registration === 'closed'
  const [hasAccount, setHasAccount] = useState(false)
  if (!server) return <SkeletonRows rows={4} height="2.25rem" />
  if (isClosed || hasAccount)
    return (
      <>
        {isClosed && <Note>{words.closed}</Note>}
        <LoginForm />
        {!isClosed && (
          <AuthLinks>
            <Button variant="quiet" onClick={() => setHasAccount(false)}>
              {words.createInstead}
            </Button>
          </AuthLinks>
        )}
      </>
    )
  return (
    <>
      <SignupForm server={server} invitation={invitation} />
      <AuthLinks>
        <Button variant="quiet" onClick={() => setHasAccount(true)}>
          {words.haveAccount}
        </Button>
      </AuthLinks>
    </>
  )
}
