import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { capabilities, type KnownCapabilities } from '../../api/capabilities.ts'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { SetUpLinkForm } from '../../features/auth/set-up-link-form.tsx'
import { SignupForm } from '../../features/auth/signup-form.tsx'
import { takeFromHash } from '../../features/auth/take-from-hash.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

type Policy = Pick<KnownCapabilities, 'registration' | 'registrationDomains' | 'setUp'>

const unknownPolicy: Policy = { registration: 'open', registrationDomains: [], setUp: 'done' }

/** Who may register is the server's policy; when it cannot be asked, the form is offered and the server decides. */
export function Component() {
  const server = useQuery(capabilities())
  const [secret, setSecret] = useState(() => takeFromHash())
  const policy = server.data ?? (server.failureReason ? unknownPolicy : undefined)
  if (policy && policy.setUp !== 'done') return <FirstAccount setUp={policy.setUp} secret={secret} onSecret={setSecret} />
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

interface FirstAccountProps {
  setUp: 'open' | 'link'
  secret: string
  onSecret: (secret: string) => void
}

/** A new server: whoever holds its link, or sits at the machine, makes the account that administers it. */
function FirstAccount({ setUp, secret, onSecret }: FirstAccountProps) {
  if (setUp === 'link' && secret === '')
    return (
      <AuthPage title="Set up this server">
        <Note>
          This server is new: open the link that it printed at start (<code>docker compose logs isobath</code>), or paste it here.
        </Note>
        <SetUpLinkForm onSecret={onSecret} />
      </AuthPage>
    )
  return (
    <AuthPage title="Set up this server" description="You make its first account, which becomes the administrator.">
      <SignupForm server={{ registration: 'open', registrationDomains: [] }} invitation={secret} />
      {setUp === 'link' && (
        <AuthLinks>
          <Button variant="quiet" onClick={() => onSecret('')}>
            Use another link
          </Button>
        </AuthLinks>
      )}
    </AuthPage>
  )
}
