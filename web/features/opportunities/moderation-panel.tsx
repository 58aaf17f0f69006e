import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Opportunity } from '../../../shared/contracts/opportunities.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './page.module.css'
import { moderateOpportunity, opportunityReports } from './queries.ts'
import { texts } from './texts.ts'

const { moderation: words } = texts

/** Panel for administrators with the reports of an opportunity and the decisions on it. */
// Long: one panel and its dialog.
export function ModerationPanel({ opportunity: { id, state, reports: count } }: { opportunity: Opportunity }) {
  const reports = useQuery({ ...opportunityReports(id), enabled: count > 0 })
  const [isRefusing, setRefusing] = useState(false)
  const [reason, setReason] = useState('')
  const onError = (error: unknown) =>
    showToast({ tone: 'danger', title: texts.page.notDone, description: sentenceOf(error, texts.refused) })
  const { mutate, mutateAsync, isPending } = useMutation({ ...moderateOpportunity(id), onError })
  const mayApprove = state === 'proposed' || state === 'refused' || count > 0
  return (
    <Section title={words.title}>
      <div className={styles.stack}>
        {count === 0 && <p className={styles.quiet}>{words.noReports}</p>}
        {count > 0 && reports.data && (
          <ul className={styles.steps} aria-label={words.reports}>
            {reports.data.map(report => (
              <li key={report.id}>
                <b>{words.reasons[report.reason]}</b>
                {report.note && <span>{report.note}</span>}
                <span className={styles.quiet}>
                  {report.by}, <Timestamp time={report.at} />
                </span>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.badges}>
          {mayApprove && state !== 'withdrawn' && (
            <Button size="small" busy={isPending} onClick={() => mutate(null)}>
              {words.approve}
            </Button>
          )}
          {(state === 'published' || state === 'proposed') && (
            <Button size="small" variant="danger" onClick={() => setRefusing(true)}>
              {words.refuse}
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        title={words.refuseTitle}
        confirm={words.refuse}
        tone="danger"
        ready={reason.trim() !== ''}
        isOpen={isRefusing}
        onClose={() => setRefusing(false)}
        onConfirm={() => mutateAsync(reason.trim())}
      >
        <div className={styles.stack}>
          <p>{words.refuseAbout}</p>
          <TextArea
            label={words.reason}
            className={styles.wide}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </div>
      </ConfirmDialog>
    </Section>
  )
}
