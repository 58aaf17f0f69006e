import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { RunDiff, ScraperJob, ScraperRun } from '../../../shared/contracts/scraper.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './outside.module.css'
import { diffOf, isUnderWay, markGone } from './queries.ts'
import { RecordName } from './record-name.tsx'
import { texts } from './texts.ts'

const { job: words } = texts
type Change = 'new' | 'changed' | 'gone'

/** Returns the URL of the inbox, filtered by the records that are new, changed or gone in a run. */
export const inboxOfRun = (
  projectId: string,
  { id, scraperJobId }: Pick<ScraperRun, 'id' | 'scraperJobId'>,
  change: Change,
  state: 'any' | 'accepted' = 'any'
) => `${projectPath(projectId, 'map/outside/inbox')}?job=${scraperJobId}&run=${id}&change=${change}&state=${state}`

interface RunChangesProps {
  projectId: string
  job: ScraperJob
  run: ScraperRun
  isLast: boolean
}

/** Differences between a run and earlier ones: changed fields, and records that are gone. */
export function RunChanges({ projectId, job, run, isLast }: RunChangesProps) {
  const hasAny = run.changed > 0 || run.gone > 0
  const diff = useQuery({ ...diffOf(job.id, run.id), enabled: hasAny })
  const mark = useMutation({
    ...markGone(),
    onSuccess: () => showToast({ tone: 'ok', title: words.markedGone }),
    onError: error => showToast({ tone: 'danger', title: words.notDone, description: sentenceOf(error, texts.refused) })
  })
  const mayMark = run.missing > 0 && isLast && !isUnderWay(job)
  if (!hasAny && !mayMark) return null
  return (
    <Section title={words.changes(run.number)}>
      {mayMark && (
        <Note>
          <div className={styles.missing}>
            <p>{words.missing(run.missing)}</p>
            <Button size="small" busy={mark.isPending} onClick={() => mark.mutate(run.id)}>
              {words.markGone}
            </Button>
          </div>
        </Note>
      )}
      {hasAny && (
        <Loaded query={diff} failed={words.failed} skeleton={<SkeletonRows rows={4} label={words.loading} />}>
          {({ changed, gone, acceptedChanged }) => (
            <>
              {acceptedChanged > 0 && (
                <Note>
                  <p>
                    {words.acceptedChanged(acceptedChanged)}{' '}
                    <Link to={inboxOfRun(projectId, run, 'changed', 'accepted')}>{words.showAcceptedChanged}</Link>
                  </p>
                </Note>
              )}
              <ul className={styles.changes} aria-label={words.changes(run.number)}>
                {changed.map(record => (
                  <ChangedRecord key={record.recordId} projectId={projectId} record={record} />
                ))}
                {gone.map(({ recordId, title }) => (
                  <li key={recordId}>
                    <RecordLink projectId={projectId} recordId={recordId} title={title} />
                    <span className={styles.quiet}>{texts.inbox.changes.gone}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      )}
      {(run.changed > 100 || run.gone > 100) && (
        <p className={styles.quiet}>
          {words.onlyFirst} <Link to={inboxOfRun(projectId, run, run.changed > 100 ? 'changed' : 'gone')}>{words.toInbox}</Link>
        </p>
      )}
    </Section>
  )
}

function ChangedRecord({ projectId, record: { recordId, title, changes } }: { projectId: string; record: RunDiff['changed'][number] }) {
  return (
    <li>
      <RecordLink projectId={projectId} recordId={recordId} title={title} />
      <span>
        {changes.map(({ field, before, after }) => (
          <span key={field} className={styles.change}>
            {field}: <del>{before ?? texts.record.notStated}</del> → <ins>{after ?? texts.record.notStated}</ins>
          </span>
        ))}
      </span>
    </li>
  )
}

const RecordLink = ({ projectId, recordId, title }: { projectId: string; recordId: string; title: string }) => (
  <Link to={`${projectPath(projectId, 'map/outside/inbox')}?state=any&record=${recordId}`}>
    <RecordName title={title} />
  </Link>
)
