import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { capabilities } from '../../api/capabilities.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AuthLinks } from './auth-page.tsx'
import { LoginForm } from './login-form.tsx'
import { SignupForm } from './signup-form.tsx'

/** For who holds an invitation: an account is made, or the one that is there is used. @param invitation its secret */
export default function SignInOrUp({ invitation }: { invitation: string }) {
  const server = useQuery(capabilities()).data
  const isClosed = server?.registration === 'closed'
  const [hasAccount, setHasAccount] = useState(false)
  if (!server) return <SkeletonRows rows={4} height="2.25rem" />
  if (isClosed || hasAccount)
    return (
      <>
        {isClosed && <Note>This server takes no registrations: sign in with the account that you have here.</Note>}
        <LoginForm />
        {!isClosed && (
          <AuthLinks>
            <Button variant="quiet" onClick={() => setHasAccount(false)}>
              Create an account instead
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
          I have an account here
        </Button>
      </AuthLinks>
    </>
  )
}
