import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { BulkAcceptance } from '../../../../shared/contracts/bulk-acceptances.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { auditTexts } from '../audit/texts.ts'
import { refreshAi, resumeRun } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './bulk.module.css'
import { acceptancesOf, isMoving, undoInBulk } from './bulk-queries.ts'
import { texts as words } from './texts.ts'

/** Bulk acceptances of a run, newest first, each with the error rate estimated from its random sample. */
export default function AcceptanceList({ runId, mayEdit }: { runId: string; mayEdit: boolean }) {
  const { data: list = [] } = useQuery(acceptancesOf(runId))
  useRefreshAtEnd(list.some(isMoving))
  if (list.length === 0) return null
  return (
    <section className={styles.acceptances} aria-label={words.list}>
      <h2>{words.list}</h2>
      <ul>
        {list.map(acceptance => (
          <Acceptance key={acceptance.id} acceptance={acceptance} mayEdit={mayEdit} />
        ))}
      </ul>
    </section>
  )
}

/** Refetches the suggestions when the job of a bulk acceptance or its undo ends. */
function useRefreshAtEnd(moves: boolean): void {
  const client = useQueryClient()
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current && !moves) void refreshAi(client)
    moved.current = moves
  }, [moves, client])
}

function Acceptance({ acceptance, mayEdit }: { acceptance: BulkAcceptance; mayEdit: boolean }) {
  const { state, count, leftOut, restored, expected, probesJudged, probesWrong, errors, by, at, modelNumber, job } = acceptance
  const share = errors?.low == null || errors.high === null ? null : { value: errors.value, low: errors.low, high: errors.high }
  const isAccepting = state === 'accepting'
  return (
    <li className={styles.acceptance}>
      <span className={styles.total}>{words.item(acceptance)}</span>
      <span className={styles.quiet}>
        <Timestamp time={at} /> {words.by(by)}
        {modelNumber !== null && `, ${words.model(modelNumber)}`}
      </span>
      <span className={styles.quiet}>{words.errors({ judged: probesJudged, wrong: probesWrong, share })}</span>
      {leftOut > 0 && <span className={styles.quiet}>{words.leftOut(leftOut)}</span>}
      {isMoving(acceptance) && (
        <ProgressBar
          label={isAccepting ? words.accepting : words.undoing}
          share={isAccepting ? (count + leftOut) / expected : restored / Math.max(1, count)}
          value={isAccepting ? words.progress(count + leftOut, expected) : words.progress(restored, count)}
        />
      )}
      {(isAccepting || state === 'undoing') && job && !isMoving(acceptance) && <span>{words.stopped}</span>}
      {state === 'undone' && <span className={styles.quiet}>{words.undone(acceptance)}</span>}
      {acceptance.audit?.result && <span>{auditTexts.result(acceptance.audit.result)}</span>}
      <Actions {...{ acceptance, mayEdit }} />
    </li>
  )
}

// Long: the actions of one acceptance.
function Actions({ acceptance, mayEdit }: { acceptance: BulkAcceptance; mayEdit: boolean }) {
  const { projectId = '' } = useParams()
  const { id, state, job, audit } = acceptance
  const onError = (error: Error) => showToast({ tone: 'danger', title: words.notChanged, description: sentenceOf(error, texts.refused) })
  const undo = useMutation({ ...undoInBulk(), onError })
  const resume = useMutation({ ...resumeRun(), onError })
  const isStopped = (state === 'accepting' || state === 'undoing') && !isMoving(acceptance)
  return (
    <div className={styles.actions}>
      {audit && audit.state !== 'closed' && (
        <LinkButton size="small" to={projectPath(projectId, `ai/audit/${id}`)}>
          {audit.state === 'done' ? auditTexts.show : audit.answered > 0 ? auditTexts.resume : auditTexts.open}
        </LinkButton>
      )}
      {mayEdit && isStopped && job && (
        <Button size="small" busy={resume.isPending} onClick={() => resume.mutate(job.id)}>
          {words.resume}
        </Button>
      )}
      {mayEdit && (state === 'accepting' || state === 'done' || isStopped) && (
        <Button size="small" busy={undo.isPending} onClick={() => undo.mutate(id)}>
          {isMoving(acceptance) ? words.stop : words.undo}
        </Button>
      )}
    </div>
  )
}
