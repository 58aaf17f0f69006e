import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { OpenInvitation } from '../../../shared/contracts/invitations.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { useSession } from '../../api/session-context.ts'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { useHashSecret } from '../../features/auth/hash-secret.ts'
import { acceptInvitation, openInvitation } from '../../features/members/invitation-queries.ts'
import { roles } from '../../features/members/roles.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** The forms are fetched for people who are not signed in. */
const SignInOrUp = lazy(() => import('../../features/auth/sign-in-or-up.tsx'))

/** Where an invitation link leads: `/invitation#…`. */
export function Component() {
  const [token] = useHashSecret()
  const { state } = useSession()
  const invitation = useQuery(openInvitation(token))
  if (!token) return <Over sentence="This page needs the invitation link that you were sent: open it again, whole." />
  if (invitation.error) return <Over sentence={sentenceOf(invitation.error, 'The invitation could not be looked up')} />
  if (!invitation.data || state === 'loading')
    return (
      <AuthPage title="Invitation">
        <SkeletonRows rows={4} height="2.25rem" />
      </AuthPage>
    )
  return <Landed token={token} invitation={invitation.data} />
}

function Over({ sentence }: { sentence: string }) {
  return (
    <AuthPage title="Invitation">
      <Note>{sentence}</Note>
      <AuthLinks>
        <Link to="/login">Go to your projects</Link>
      </AuthLinks>
    </AuthPage>
  )
}

function Landed({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const { state, user } = useSession()
  const navigate = useNavigate()
  const join = useMutation({
    ...acceptInvitation(),
    onSettled: joined => joined && void navigate(`/projects/${joined.projectId}/dashboard`, { replace: true })
  })
  const cameSignedOut = useRef(state === 'signed-out')
  const { mutate } = join

  // Who signs in or up here has said enough: they land in the project.
  useEffect(() => {
    if (state !== 'signed-in' || !cameSignedOut.current) return
    cameSignedOut.current = false
    mutate(token)
  }, [state, mutate, token])

  return (
    <AuthPage
      title={`Join ${invitation.projectTitle}`}
      description={`${invitation.invitedBy} invites you as ${roles[invitation.role].name.toLowerCase()}. ${roles[invitation.role].about}`}
    >
      <FormSummary title={join.error ? sentenceOf(join.error, 'You could not join') : null} />
      {state === 'signed-out' ? (
        <Suspense fallback={<SkeletonRows rows={4} height="2.25rem" />}>
          <SignInOrUp invitation={token} />
        </Suspense>
      ) : (
        <Button variant="primary" size="large" wide busy={join.isPending} onClick={() => mutate(token)}>
          Join as {user?.email}
        </Button>
      )}
    </AuthPage>
  )
}
