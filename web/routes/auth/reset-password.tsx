import { Link } from 'react-router-dom'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { useHashSecret } from '../../features/auth/hash-secret.ts'
import { ResetPasswordForm } from '../../features/auth/reset-password-form.tsx'
import { texts } from '../../features/auth/texts.ts'
import { Note } from '../../ui/note.tsx'

const { reset: words } = texts

/** Page of a link that sets a password: `/reset-password#…`. */
export function Component() {
  const [token] = useHashSecret()
  return (
    <AuthPage title={words.title}>
      {token ? <ResetPasswordForm token={token} /> : <Note>{words.needsLink}</Note>}
      <AuthLinks>
        <Link to="/forgot-password">{words.newLink}</Link>
        <Link to="/login">{words.back}</Link>
      </AuthLinks>
    </AuthPage>
  )
}
