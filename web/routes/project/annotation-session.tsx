import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { useUser } from '../../api/session-context.ts'
import { membersOf } from '../../features/members/queries.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { EditDialog } from '../../features/rounds/edit-dialog.tsx'
import { MembersDialog } from '../../features/rounds/members-dialog.tsx'
import { NewImages } from '../../features/rounds/new-images.tsx'
import { type AnnotationSession, endRound, removeRound, roundsOf } from '../../features/rounds/queries.ts'
import { RoundResults } from '../../features/rounds/round-results.tsx'
import { RoundSpan } from '../../features/rounds/round-span.tsx'
import { texts } from '../../features/rounds/texts.ts'
import { annotatorsAmong, roundPath } from '../../features/rounds/words.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatLocalTime } from '../../ui/local-time.ts'
import { Note } from '../../ui/note.tsx'
import { Facts, Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'

const { screen, actions, endDialog, removeDialog } = texts

/** One blind session: its members, and their agreement once it has ended. */
export function Round({ projectId, roundId }: { projectId: string; roundId: string }) {
  const rounds = useQuery(roundsOf(projectId))
  const outline = useQuery(labelOutline(projectId))
  const project = useQuery(projectQuery(projectId))
  const me = useUser()
  const round = rounds.data?.find(({ id }) => id === roundId)
  const role = project.data?.role
  if (rounds.data && !round) {
    return (
      <EmptyState level={1} title={screen.gone.title} actions={<Link to={roundPath(projectId)}>{screen.gone.all}</Link>}>
        <p>{screen.gone.about}</p>
      </EmptyState>
    )
  }
  return (
    <Page
      title={round?.name ?? screen.title}
      description={round?.description}
      actions={round && role === 'owner' && <Actions round={round} />}
    >
      <Loaded query={rounds} failed={screen.failed} skeleton={<SkeletonRows rows={8} height="2rem" label={screen.loading} />}>
        {() =>
          round && (
            <>
              <RoundFacts round={round} />
              {role === 'owner' && round.state !== 'ended' && <NewImages round={round} />}
              {round.state === 'ended' || (round.state === 'running' && role === 'owner' && !round.isMember) ? (
                <Loaded query={outline} failed={screen.labelsFailed} skeleton={<SkeletonRows rows={8} height="2rem" />}>
                  {({ labels }) => (
                    <RoundResults
                      round={round}
                      labels={labels}
                      me={{ id: me.id, isOwner: role === 'owner' }}
                      mayEdit={role === 'owner' || role === 'editor'}
                    />
                  )}
                </Loaded>
              ) : (
                <Wait round={round} />
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

function RoundFacts({ round }: { round: AnnotationSession }) {
  const { state, members, imageCount, images, hidesEarlier } = round
  return (
    <Facts
      facts={[
        { name: screen.facts.state, value: <Badge tone={texts.states[state].tone}>{texts.states[state].word}</Badge> },
        { name: screen.facts.when, value: <RoundSpan round={round} /> },
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

function Wait({ round: { state, startsAt, endsAt, isMember, projectId } }: { round: AnnotationSession }) {
  return (
    <Note>
      {state === 'planned' ? (
        <p>{screen.starts(formatLocalTime(startsAt))}</p>
      ) : (
        <p>
          {screen.runs(formatLocalTime(endsAt))} {isMember && <Link to={projectPath(projectId, 'annotate')}>{screen.annotate}</Link>}
        </p>
      )}
    </Note>
  )
}

function Actions({ round }: { round: AnnotationSession }) {
  const { id, projectId, state, name } = round
  const navigate = useNavigate()
  const end = useMutation(endRound(projectId))
  const remove = useMutation(removeRound(projectId))
  const members = useQuery({ ...membersOf(projectId), enabled: state !== 'ended' })
  const [dialog, setDialog] = useState<'edit' | 'members' | 'end' | 'remove' | null>(null)
  const report = (error: unknown) => {
    showToast({ tone: 'danger', title: sentenceOf(error, actions.failed) })
    throw error
  }
  return (
    <>
      <Button onClick={() => setDialog('edit')}>{actions.edit}</Button>
      {dialog === 'edit' && <EditDialog round={round} onClose={() => setDialog(null)} />}
      {state !== 'ended' && <Button onClick={() => setDialog('members')}>{actions.members}</Button>}
      {dialog === 'members' && members.data && (
        <MembersDialog round={round} people={annotatorsAmong(members.data)} onClose={() => setDialog(null)} />
      )}
      {state === 'running' ? (
        <Button onClick={() => setDialog('end')}>{actions.end}</Button>
      ) : (
        <Button onClick={() => setDialog('remove')}>{actions.remove}</Button>
      )}
      <ConfirmDialog
        title={endDialog.title(name)}
        confirm={endDialog.confirm}
        isOpen={dialog === 'end'}
        onConfirm={() => end.mutateAsync(id).catch(report)}
        onClose={() => setDialog(null)}
      >
        <p>{endDialog.about}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={removeDialog.title(name)}
        confirm={removeDialog.confirm}
        tone="danger"
        isOpen={dialog === 'remove'}
        onConfirm={async () => {
          await remove.mutateAsync(id).catch(report)
          void navigate(roundPath(projectId))
        }}
        onClose={() => setDialog(null)}
      >
        <p>{removeDialog.about}</p>
      </ConfirmDialog>
    </>
  )
}
