import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { projectPath } from '../../../shared/addresses.ts'
import type { AiRun } from '../../../shared/contracts/ai.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ActiveRun } from './active-run.tsx'
import { isUnderWay, runsOf, startRun } from './queries.ts'
import { texts } from './texts.ts'

interface TaskScreenProps {
  projectId: string
  mayEdit: boolean
  task: 'check' | 'quality'
  words: Record<'title' | 'description' | 'failed' | 'loading' | 'none' | 'noneAbout' | 'notDone' | 'again', string>
  /** Renders the results of the last finished run. */
  children: (last: AiRun) => ReactNode
}

/** Screen of a task: the run under way, a failure, the results of the last run, or how to start. */
// Long: one screen, from top to bottom.
export function TaskScreen({ projectId, mayEdit, task, words, children }: TaskScreenProps) {
  const runs = useQuery(runsOf(projectId))
  return (
    <Loaded
      query={runs}
      failed={words.failed}
      skeleton={
        <Page title={words.title}>
          <SkeletonRows rows={6} height="8rem" label={words.loading} />
        </Page>
      }
    >
      {list => {
        const own = list.filter(run => run.task === task)
        const last = own.find(({ state }) => state === 'done')
        const active = list.find(isUnderWay)
        const failed = own[0]?.state === 'failed' ? own[0] : undefined
        const start = (isFirst: boolean) => (
          <Start {...{ projectId, task, isFirst }} again={words.again} isDisabled={active !== undefined} />
        )
        return (
          <Page title={words.title} description={last ? `${last.sentence}.` : words.description} actions={mayEdit && last && start(false)}>
            {active?.task === task && <ActiveRun run={active} mayEdit={mayEdit} />}
            {failed && <Note>{failed.sentence ?? words.notDone}</Note>}
            {last ? (
              children(last)
            ) : active?.task === task ? null : (
              <EmptyState
                title={words.none}
                ground={<LazyGround seed={`ai-${task}`} />}
                actions={mayEdit ? start(true) : <LinkButton to={projectPath(projectId, 'ai')}>{texts.runs.toOverview}</LinkButton>}
              >
                <p>{words.noneAbout}</p>
              </EmptyState>
            )}
          </Page>
        )
      }}
    </Loaded>
  )
}

interface StartProps extends Pick<TaskScreenProps, 'projectId' | 'task'> {
  /** Label of the button after the first run. */
  again: string
  isFirst: boolean
  /** True during a run, because a project has only one run at a time. */
  isDisabled: boolean
}

function Start({ projectId, task, again, isFirst, isDisabled }: StartProps) {
  const start = useMutation({
    ...startRun(projectId),
    onError: error => showToast({ tone: 'danger', title: texts.overview.notStarted, description: sentenceOf(error, texts.refused) })
  })
  return (
    <Button variant={isFirst ? 'primary' : 'secondary'} busy={start.isPending} disabled={isDisabled} onClick={() => start.mutate({ task })}>
      {isFirst ? texts.overview.tasks[task].start : again}
    </Button>
  )
}
