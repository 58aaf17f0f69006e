import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { capabilities, type KnownCapabilities } from '../../api/capabilities.ts'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { ForgotPasswordForm } from '../../features/auth/forgot-password-form.tsx'
import { forgotPasswordTexts as words } from '../../features/auth/texts.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** Form that requests a reset link by e-mail. A server without e-mail shows instructions for a one-time link from an administrator instead. */
export function Component() {
  const server = useQuery(capabilities())
  return (
    <AuthPage title={words.title}>
      {server.data ? (
        <Way server={server.data} />
      ) : server.failureReason ? (
        <ErrorPanel title={words.notLoaded} detail={server.failureReason.message} onRetry={() => void server.refetch()} />
      ) : (
        <SkeletonRows rows={3} height="2.25rem" />
      )}
      <AuthLinks>
        <Link to="/login">{words.back}</Link>
      </AuthLinks>
    </AuthPage>
  )
}

function Way({ server }: { server: KnownCapabilities }) {
  if (server.foreign) return <Note>{words.foreign}</Note>
  if (server.passwordReset === 'mail') return <ForgotPasswordForm />
  return (
    <Note>
      <p>{words.noMail}</p>
      <p>
        <code>isobath user reset-password you@example.org</code>
      </p>
      <p>{words.aboutLink}</p>
    </Note>
  )
}
