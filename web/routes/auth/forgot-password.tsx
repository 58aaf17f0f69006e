import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { capabilities, type KnownCapabilities } from '../../api/capabilities.ts'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { ForgotPasswordForm } from '../../features/auth/forgot-password-form.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** By mail where the server sends mail, else by an administrator's one-time link; the page says which. */
export function Component() {
  const server = useQuery(capabilities())
  return (
    <AuthPage title="Set a new password">
      {server.data ? (
        <Way server={server.data} />
      ) : server.failureReason ? (
        <ErrorPanel
          title="The server could not be asked how it sets new passwords"
          detail={server.failureReason.message}
          onRetry={() => void server.refetch()}
        />
      ) : (
        <SkeletonRows rows={3} height="2.25rem" />
      )}
      <AuthLinks>
        <Link to="/login">Back to sign in</Link>
      </AuthLinks>
    </AuthPage>
  )
}

function Way({ server }: { server: KnownCapabilities }) {
  if (server.foreign) return <Note>This server does not set new passwords here. Ask the people who run it.</Note>
  if (server.passwordReset === 'mail') return <ForgotPasswordForm />
  return (
    <Note>
      <p>This server sends no mail. Ask the person who runs it for a one-time link; they make it with</p>
      <p>
        <code>isobath user reset-password you@example.org</code>
      </p>
      <p>and send it to you. The link leads to a page where you set the new password yourself.</p>
    </Note>
  )
}
