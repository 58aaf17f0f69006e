import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { indexLabels } from '../../../annotation/label-index.ts'
import { LazyGround } from '../../../charts/lazy-ground.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Page } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { ToOverview } from '../overview.tsx'
import { runsOf } from '../queries.ts'
import { texts } from '../texts.ts'
import { RunReview } from './run-review.tsx'

const { suggestions: words } = texts

interface SuggestionsProps {
  projectId: string
  labels: readonly OutlineLabel[]
  mayEdit: boolean
}

/** Screen to review the suggestions of the run in the URL, or of the newest run with suggestions left. */
export function Suggestions({ projectId, labels, mayEdit }: SuggestionsProps) {
  const [params] = useSearchParams()
  const runs = useQuery(runsOf(projectId))
  const labelIndex = useMemo(() => indexLabels(labels), [labels])
  const wanted = params.get('run')
  return (
    <Loaded
      query={runs}
      failed={words.failed}
      skeleton={
        <Page title={words.title}>
          <SkeletonRows rows={8} height="3rem" label={words.loading} />
        </Page>
      }
    >
      {all => {
        const list = all.filter(({ task }) => task !== 'check' && task !== 'similar')
        const run = list.find(({ id }) => id === wanted) ?? list.find(({ waitingCount }) => waitingCount > 0) ?? list[0]
        return run ? (
          <RunReview key={run.id} {...{ projectId, labelIndex, mayEdit }} runId={run.id} runs={list} />
        ) : (
          <Page title={words.title}>
            <EmptyState title={words.noRun} ground={<LazyGround seed="ai-suggestions" />} actions={<ToOverview projectId={projectId} />}>
              <p>{words.noRunAbout}</p>
            </EmptyState>
          </Page>
        )
      }}
    </Loaded>
  )
}
