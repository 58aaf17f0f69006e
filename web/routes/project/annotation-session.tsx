import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { useUser } from '../../api/session-context.ts'
import { EditDialog } from '../../features/blind-sessions/edit-dialog.tsx'
import { MembersDialog } from '../../features/blind-sessions/members-dialog.tsx'
import { NewImages } from '../../features/blind-sessions/new-images.tsx'
import { type AnnotationSession, endSession, removeSession, sessionsOf } from '../../features/blind-sessions/queries.ts'
import { SessionResults } from '../../features/blind-sessions/session-results.tsx'
import { annotatorsAmong, sessionPath, spanOf, stateWords } from '../../features/blind-sessions/words.ts'
import { membersOf } from '../../features/members/queries.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount, formatTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Facts, Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'

/** One blind session: who takes part, and once it has ended what they agree on. */
export function Session({ projectId, sessionId }: { projectId: string; sessionId: string }) {
  const sessions = useQuery(sessionsOf(projectId))
  const outline = useQuery(labelOutline(projectId))
  const project = useQuery(projectQuery(projectId))
  const me = useUser()
  const session = sessions.data?.find(({ id }) => id === sessionId)
  const role = project.data?.role
  if (sessions.data && !session) {
    return (
      <EmptyState
        level={1}
        title="This session is not there any more"
        actions={<Link to={sessionPath(projectId)}>All blind sessions</Link>}
      >
        <p>Someone deleted it. What was marked in it is still there.</p>
      </EmptyState>
    )
  }
  return (
    <Page
      title={session?.name ?? 'Blind session'}
      description={session?.description}
      actions={session && role === 'owner' && <Actions session={session} />}
    >
      <Loaded
        query={sessions}
        failed="The session could not be loaded"
        skeleton={<SkeletonRows rows={8} height="2rem" label="Loading the session" />}
      >
        {() =>
          session && (
            <>
              <SessionFacts session={session} />
              {role === 'owner' && session.state !== 'ended' && <NewImages session={session} />}
              {session.state === 'ended' || (session.state === 'running' && role === 'owner' && !session.isMember) ? (
                <Loaded query={outline} failed="The labels could not be loaded" skeleton={<SkeletonRows rows={8} height="2rem" />}>
                  {({ labels }) => (
                    <SessionResults
                      session={session}
                      labels={labels}
                      me={{ id: me.id, isOwner: role === 'owner' }}
                      mayEdit={role === 'owner' || role === 'editor'}
                    />
                  )}
                </Loaded>
              ) : (
                <Wait session={session} />
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

function SessionFacts({ session }: { session: AnnotationSession }) {
  const { state, members, imageCount, images, hidesEarlier } = session
  const drawn = images.kind === 'sample' ? `, drawn with the seed “${images.seed}”` : ''
  return (
    <Facts
      facts={[
        { name: 'State', value: <Badge tone={stateWords[state].tone}>{stateWords[state].word}</Badge> },
        { name: 'When', value: spanOf(session) },
        { name: 'Members', value: members.map(({ name }) => name).join(', ') },
        { name: 'Images', value: `${formatCount(imageCount, 'image')}${drawn}` },
        { name: 'Hidden', value: hidesEarlier ? 'all marks of others' : 'marks of others since its start' }
      ]}
    />
  )
}

function Wait({ session: { state, startsAt, endsAt, isMember, projectId } }: { session: AnnotationSession }) {
  return (
    <Note>
      {state === 'planned' ? (
        <p>The session starts at {formatTime(startsAt)}. From then on its members do not see each other’s marks.</p>
      ) : (
        <p>
          The session runs until {formatTime(endsAt)}. Then its marks are compared here.{' '}
          {isMember && <Link to={projectPath(projectId, 'annotate')}>Go on annotating</Link>}
        </p>
      )}
    </Note>
  )
}

function Actions({ session }: { session: AnnotationSession }) {
  const { id, projectId, state, name } = session
  const navigate = useNavigate()
  const end = useMutation(endSession(projectId))
  const remove = useMutation(removeSession(projectId))
  const members = useQuery({ ...membersOf(projectId), enabled: state !== 'ended' })
  const [asks, setAsks] = useState<'edit' | 'members' | 'end' | 'remove' | null>(null)
  const told = (error: unknown) => {
    showToast({ tone: 'danger', title: sentenceOf(error, 'It was not done.') })
    throw error
  }
  return (
    <>
      <Button onClick={() => setAsks('edit')}>Edit</Button>
      {asks === 'edit' && <EditDialog session={session} onClose={() => setAsks(null)} />}
      {state !== 'ended' && <Button onClick={() => setAsks('members')}>Change members</Button>}
      {asks === 'members' && members.data && (
        <MembersDialog session={session} people={annotatorsAmong(members.data)} onClose={() => setAsks(null)} />
      )}
      {state === 'running' ? (
        <Button onClick={() => setAsks('end')}>End now</Button>
      ) : (
        <Button onClick={() => setAsks('remove')}>Delete</Button>
      )}
      <ConfirmDialog
        title={`End “${name}” now?`}
        confirm="End session"
        isOpen={asks === 'end'}
        onConfirm={() => end.mutateAsync(id).catch(told)}
        onClose={() => setAsks(null)}
      >
        <p>Its members see each other’s marks from then on. It cannot be started again.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={`Delete “${name}”?`}
        confirm="Delete session"
        tone="danger"
        isOpen={asks === 'remove'}
        onConfirm={async () => {
          await remove.mutateAsync(id).catch(told)
          void navigate(sessionPath(projectId))
        }}
        onClose={() => setAsks(null)}
      >
        <p>The comparison goes with it. The marks stay, and each of them counts by itself from then on.</p>
      </ConfirmDialog>
    </>
  )
}
