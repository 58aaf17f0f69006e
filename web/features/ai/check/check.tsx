import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { projectPath } from '../../../../shared/addresses.ts'
import type { AiRun } from '../../../../shared/contracts/ai.ts'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { indexLabels } from '../../../annotation/label-index.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { LazyGround } from '../../../charts/lazy-ground.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { Page } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ActiveRun } from '../active-run.tsx'
import { isUnderWay, runsOf, startRun } from '../queries.ts'
import { texts } from '../texts.ts'
import { DoubtList } from './doubt-list.tsx'

const { check: words } = texts

interface CheckProps {
  projectId: string
  labels: readonly OutlineLabel[]
  mayEdit: boolean
}

/** Labels that the last check found suspect, the most suspicious first. */
export function Check({ projectId, labels, mayEdit }: CheckProps) {
  const runs = useQuery(runsOf(projectId))
  const labelIndex = useMemo(() => indexLabels(labels), [labels])
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
        const checks = list.filter(({ task }) => task === 'check')
        const last = checks.find(({ state }) => state === 'done')
        const active = list.find(isUnderWay)
        const failed = checks[0]?.state === 'failed' ? checks[0] : undefined
        return (
          <Page
            title={words.title}
            description={last ? `${last.sentence}.` : words.description}
            actions={mayEdit && last && <Start projectId={projectId} active={active} isFirst={false} />}
          >
            {active?.task === 'check' && <ActiveRun run={active} mayEdit={mayEdit} />}
            {failed && <Note>{failed.sentence ?? words.notDone}</Note>}
            {last ? (
              <DoubtList key={last.id} {...{ projectId, labelIndex, mayEdit }} runId={last.id} />
            ) : active?.task === 'check' ? null : (
              <EmptyState
                title={words.none}
                ground={<LazyGround seed="ai-check" />}
                actions={
                  mayEdit ? (
                    <Start projectId={projectId} active={active} isFirst />
                  ) : (
                    <LinkButton to={projectPath(projectId, 'ai')}>{texts.runs.toOverview}</LinkButton>
                  )
                }
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

/** Button that starts a check. It is disabled during a run, because a project has only one run at a time. */
function Start({ projectId, active, isFirst }: { projectId: string; active: AiRun | undefined; isFirst: boolean }) {
  const start = useMutation({
    ...startRun(projectId),
    onError: error => showToast({ tone: 'danger', title: texts.overview.notStarted, description: sentenceOf(error, texts.refused) })
  })
  return (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      busy={start.isPending}
      disabled={active !== undefined}
      onClick={() => start.mutate({ task: 'check' })}
    >
      {isFirst ? texts.overview.tasks.check.start : words.again}
    </Button>
  )
}
