import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AgreementView } from './agreement-view.tsx'
import { ComputeForm } from './compute-form.tsx'
import { type AnnotationSession, agreementOf, isAtWork } from './queries.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

const { results: words } = texts

const Disagreements = lazy(() => import('./disagreements.tsx').then(module => ({ default: module.Disagreements })))

interface RoundResultsProps {
  round: AnnotationSession
  labels: readonly OutlineLabel[]
  me: { id: string; isOwner: boolean }
  mayEdit: boolean
}

/** Results of a round: the agreement, and the disagreements to settle. */
// Long: one region of the page, top to bottom.
export function RoundResults({ round, labels, me, mayEdit }: RoundResultsProps) {
  const { id, projectId, state } = round
  const query = useQuery(agreementOf(projectId, id))
  return (
    <Loaded query={query} failed={words.failed} skeleton={<SkeletonRows rows={8} height="2rem" label={words.loading} />}>
      {({ agreement, job, openCount, agreedOpenCount }) => (
        <div className={styles.view}>
          <Section title={words.title}>
            {state === 'running' && (
              <Note>
                <p>{words.stillRuns}</p>
              </Note>
            )}
            {state === 'ended' && agreement && agreement.asOf < round.endsAt && (
              <Note>
                <p>{words.beforeEnd}</p>
              </Note>
            )}
            {mayEdit ? (
              <ComputeForm
                key={agreement?.computedAt}
                projectId={projectId}
                roundId={id}
                limits={agreement?.limits ?? null}
                mayChangeLimits={me.isOwner}
                busy={isAtWork(job)}
              />
            ) : (
              !agreement && <p className={styles.quiet}>{words.notCompared}</p>
            )}
            {isAtWork(job) && (
              <ProgressBar
                label={words.comparing}
                share={job?.total ? job.done / job.total : undefined}
                value={job?.total ? words.comparedImages(job.done, job.total) : undefined}
              />
            )}
            {job?.state === 'cancelled' && state === 'ended' && (
              <Note>
                <p>{words.cancelled}</p>
              </Note>
            )}
            {job?.state === 'failed' && <ErrorPanel title={words.compareFailed} detail={job.failure ?? words.tryAgain} />}
            {agreement && <AgreementView agreement={agreement} />}
          </Section>
          {agreement && (
            <Suspense fallback={<SkeletonRows rows={4} height="8rem" label={texts.disagreements.loading} />}>
              <Disagreements
                projectId={projectId}
                roundId={id}
                computedAt={agreement.computedAt}
                openCount={openCount}
                agreedOpenCount={agreedOpenCount}
                labels={labels}
                annotators={agreement.annotators}
                me={me}
                maySettle={mayEdit && state === 'ended' && !isAtWork(job)}
              />
            </Suspense>
          )}
        </div>
      )}
    </Loaded>
  )
}
