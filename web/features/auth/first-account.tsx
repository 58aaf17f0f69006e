import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { AuthLinks, AuthPage } from './auth-page.tsx'
import { SetUpLinkForm } from './set-up-link-form.tsx'
import { SignupForm } from './signup-form.tsx'

interface FirstAccountProps {
  setUp: 'open' | 'link'
  secret: string
  onSecret: (secret: string) => void
}

/** A new server: whoever holds its link, or sits at the machine, makes the account that administers it. */
export default function FirstAccount({ setUp, secret, onSecret }: FirstAccountProps) {
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
