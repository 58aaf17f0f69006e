import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { OpenInvitation } from '../../../shared/contracts/invitations.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { useSession } from '../../api/session-context.ts'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { useHashSecret } from '../../features/auth/hash-secret.ts'
import { invitationTexts as words } from '../../features/auth/texts.ts'
import { acceptInvitation, openInvitation } from '../../features/members/invitation-queries.ts'
import { roles } from '../../features/members/role-words.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** Sign-in forms, loaded only for people who are not signed in. */
const SignInOrUp = lazy(() => import('../../features/auth/sign-in-or-up.tsx'))

/** Page of an invitation link: `/invitation#…`. */
export function Component() {
  const [token] = useHashSecret()
  const { state } = useSession()
  const invitation = useQuery(openInvitation(token))
  if (!token) return <Over sentence={words.needsLink} />
  if (invitation.error) return <Over sentence={sentenceOf(invitation.error, words.notLoaded)} />
  if (!invitation.data || state === 'loading')
    return (
      <AuthPage title={words.title}>
        <SkeletonRows rows={4} height="2.25rem" />
      </AuthPage>
    )
  return <Landed token={token} invitation={invitation.data} />
}

function Over({ sentence }: { sentence: string }) {
  return (
    <AuthPage title={words.title}>
      <Note>{sentence}</Note>
      <AuthLinks>
        <Link to="/login">{words.toProjects}</Link>
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
  const role = roles[invitation.role]

  // after signing in or up on this page, the person joins the project without another click
  useEffect(() => {
    if (state !== 'signed-in' || !cameSignedOut.current) return
    cameSignedOut.current = false
    mutate(token)
  }, [state, mutate, token])

  return (
    <AuthPage title={words.join(invitation.projectTitle)} description={words.about(invitation.invitedBy, role.noun, role.about)}>
      <FormSummary title={join.error ? sentenceOf(join.error, words.failed) : null} />
      {state === 'signed-out' ? (
        <Suspense fallback={<SkeletonRows rows={4} height="2.25rem" />}>
          <SignInOrUp invitation={token} />
        </Suspense>
      ) : (
        <Button variant="primary" size="large" wide busy={join.isPending} onClick={() => mutate(token)}>
          {words.joinAs(user?.email)}
        </Button>
      )}
    </AuthPage>
  )
}
