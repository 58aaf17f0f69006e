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
import { texts } from '../../features/blind-sessions/texts.tsx'
import { annotatorsAmong, sessionPath, spanOf } from '../../features/blind-sessions/words.ts'
import { membersOf } from '../../features/members/queries.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Facts, Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'

const { screen, actions, endDialog, removeDialog } = texts

/** One blind session: its members, and their agreement once it has ended. */
export function Session({ projectId, sessionId }: { projectId: string; sessionId: string }) {
  const sessions = useQuery(sessionsOf(projectId))
  const outline = useQuery(labelOutline(projectId))
  const project = useQuery(projectQuery(projectId))
  const me = useUser()
  const session = sessions.data?.find(({ id }) => id === sessionId)
  const role = project.data?.role
  if (sessions.data && !session) {
    return (
      <EmptyState level={1} title={screen.gone.title} actions={<Link to={sessionPath(projectId)}>{screen.gone.all}</Link>}>
        <p>{screen.gone.about}</p>
      </EmptyState>
    )
  }
  return (
    <Page
      title={session?.name ?? screen.title}
      description={session?.description}
      actions={session && role === 'owner' && <Actions session={session} />}
    >
      <Loaded query={sessions} failed={screen.failed} skeleton={<SkeletonRows rows={8} height="2rem" label={screen.loading} />}>
        {() =>
          session && (
            <>
              <SessionFacts session={session} />
              {role === 'owner' && session.state !== 'ended' && <NewImages session={session} />}
              {session.state === 'ended' || (session.state === 'running' && role === 'owner' && !session.isMember) ? (
                <Loaded query={outline} failed={screen.labelsFailed} skeleton={<SkeletonRows rows={8} height="2rem" />}>
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
  return (
    <Facts
      facts={[
        { name: screen.facts.state, value: <Badge tone={texts.states[state].tone}>{texts.states[state].word}</Badge> },
        { name: screen.facts.when, value: spanOf(session) },
        { name: screen.facts.members, value: members.map(({ name }) => name).join(', ') },
        {
          name: screen.facts.images,
          value: images.kind === 'sample' ? screen.drawnImages(imageCount, images.seed) : screen.images(imageCount)
        },
        { name: screen.facts.hidden, value: hidesEarlier ? screen.hidesAll : screen.hidesNew }
      ]}
    />
  )
}

function Wait({ session: { state, startsAt, endsAt, isMember, projectId } }: { session: AnnotationSession }) {
  return (
    <Note>
      {state === 'planned' ? (
        <p>{screen.starts(formatTime(startsAt))}</p>
      ) : (
        <p>
          {screen.runs(formatTime(endsAt))} {isMember && <Link to={projectPath(projectId, 'annotate')}>{screen.annotate}</Link>}
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
  const report = (error: unknown) => {
    showToast({ tone: 'danger', title: sentenceOf(error, actions.failed) })
    throw error
  }
  return (
    <>
      <Button onClick={() => setAsks('edit')}>{actions.edit}</Button>
      {asks === 'edit' && <EditDialog session={session} onClose={() => setAsks(null)} />}
      {state !== 'ended' && <Button onClick={() => setAsks('members')}>{actions.members}</Button>}
      {asks === 'members' && members.data && (
        <MembersDialog session={session} people={annotatorsAmong(members.data)} onClose={() => setAsks(null)} />
      )}
      {state === 'running' ? (
        <Button onClick={() => setAsks('end')}>{actions.end}</Button>
      ) : (
        <Button onClick={() => setAsks('remove')}>{actions.remove}</Button>
      )}
      <ConfirmDialog
        title={endDialog.title(name)}
        confirm={endDialog.confirm}
        isOpen={asks === 'end'}
        onConfirm={() => end.mutateAsync(id).catch(report)}
        onClose={() => setAsks(null)}
      >
        <p>{endDialog.about}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={removeDialog.title(name)}
        confirm={removeDialog.confirm}
        tone="danger"
        isOpen={asks === 'remove'}
        onConfirm={async () => {
          await remove.mutateAsync(id).catch(report)
          void navigate(sessionPath(projectId))
        }}
        onClose={() => setAsks(null)}
      >
        <p>{removeDialog.about}</p>
      </ConfirmDialog>
    </>
  )
}
