import { Link } from 'react-router-dom'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { useHashSecret } from '../../features/auth/hash-secret.ts'
import { ResetPasswordForm } from '../../features/auth/reset-password-form.tsx'
import { Note } from '../../ui/note.tsx'

/** Where a one-time link leads: `/reset-password#…`. */
export function Component() {
  const [token] = useHashSecret()
  return (
    <AuthPage title="Choose a new password">
      {token ? (
        <ResetPasswordForm token={token} />
      ) : (
        <Note>This page needs the one-time link that you were sent: open it again, whole.</Note>
      )}
      <AuthLinks>
        <Link to="/forgot-password">Ask for a new link</Link>
        <Link to="/login">Back to sign in</Link>
      </AuthLinks>
    </AuthPage>
  )
}
