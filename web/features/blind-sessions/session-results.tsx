import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AgreementView } from './agreement-view.tsx'
import { ComputeForm } from './compute-form.tsx'
import { type AnnotationSession, agreementOf, isAtWork } from './queries.ts'
import styles from './sessions.module.css'

const Disagreements = lazy(() => import('./disagreements.tsx').then(module => ({ default: module.Disagreements })))

interface SessionResultsProps {
  session: AnnotationSession
  labels: readonly OutlineLabel[]
  me: { id: string; isOwner: boolean }
  mayEdit: boolean
}

/** What came out of a session: the agreement, and what is still to settle. */
// Long: one region, part after part as it stands on the page.
export function SessionResults({ session, labels, me, mayEdit }: SessionResultsProps) {
  const { id, projectId, state } = session
  const query = useQuery(agreementOf(projectId, id))
  return (
    <Loaded
      query={query}
      failed="The agreement could not be loaded"
      skeleton={<SkeletonRows rows={8} height="2rem" label="Loading agreement" />}
    >
      {({ agreement, job, openCount, agreedOpenCount }) => (
        <div className={styles.view}>
          <Section title="Agreement">
            {state === 'running' && (
              <Note>
                <p>The session still runs: this is how things stand now. Members see it after its end.</p>
              </Note>
            )}
            {state === 'ended' && agreement && agreement.asOf < session.endsAt && (
              <Note>
                <p>This was compared before the session ended. Compare again for the final figures.</p>
              </Note>
            )}
            {mayEdit ? (
              <ComputeForm
                key={agreement?.computedAt}
                projectId={projectId}
                sessionId={id}
                limits={agreement?.limits ?? null}
                mayChangeLimits={me.isOwner}
                busy={isAtWork(job)}
              />
            ) : (
              !agreement && <p className={styles.quiet}>The marks were not compared yet.</p>
            )}
            {isAtWork(job) && (
              <ProgressBar
                label="Comparing the marks"
                share={job?.total ? job.done / job.total : undefined}
                value={job?.total ? `${formatNumber(job.done)} of ${formatNumber(job.total)} images` : undefined}
              />
            )}
            {job?.state === 'cancelled' && state === 'ended' && (
              <Note>
                <p>Someone stopped the comparison, so the marks count for their authors only. Compare them again.</p>
              </Note>
            )}
            {job?.state === 'failed' && <ErrorPanel title="The marks could not be compared" detail={job.failure ?? 'Try again.'} />}
            {agreement && <AgreementView agreement={agreement} />}
          </Section>
          {agreement && (
            <Suspense fallback={<SkeletonRows rows={4} height="8rem" label="Loading disagreements" />}>
              <Disagreements
                projectId={projectId}
                sessionId={id}
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
