import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { AuthLinks, AuthPage } from './auth-page.tsx'
import { SetUpLinkForm } from './set-up-link-form.tsx'
import { SignupForm } from './signup-form.tsx'
import { signInTexts as texts } from './texts.ts'

const { setUp: words } = texts

interface FirstAccountProps {
  setUp: 'open' | 'link'
  secret: string
  onSecret: (secret: string) => void
}

/** Page that creates the administrator account of a new server. It needs the server's set-up link, unless `setUp` is `open`. */
export default function FirstAccount({ setUp, secret, onSecret }: FirstAccountProps) {
  if (setUp === 'link' && secret === '')
    return (
      <AuthPage title={words.title}>
        <Note>{words.needsLink(<code>docker compose logs isobath</code>)}</Note>
        <SetUpLinkForm onSecret={onSecret} />
      </AuthPage>
    )
  return (
    <AuthPage title={words.title} description={words.about}>
      <SignupForm server={{ registration: 'open', registrationDomains: [] }} invitation={secret} />
      {setUp === 'link' && (
        <AuthLinks>
          <Button variant="quiet" onClick={() => onSecret('')}>
            {words.otherLink}
          </Button>
        </AuthLinks>
      )}
    </AuthPage>
  )
}
