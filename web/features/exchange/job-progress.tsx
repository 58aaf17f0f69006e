import { useMutation } from '@tanstack/react-query'
import type { Job } from '../../../shared/contracts/jobs.ts'
import { Button } from '../../ui/button.tsx'
import { formatPercent } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './exchange.module.css'
import { cancelJob } from './queries.ts'
import { texts } from './texts.ts'

const { job: words } = texts

interface JobProgressProps {
  /** Current work, such as "Reading annotations.json". */
  label: string
  job: Job | null
  /** Hides the cancel button. */
  readOnly?: boolean
}

/** Progress of a job with a cancel button. */
export function JobProgress({ label, job, readOnly = false }: JobProgressProps) {
  const cancel = useMutation(cancelJob())
  const share = job?.total ? Math.min(1, job.done / job.total) : undefined
  const waits = job?.state === 'waiting'
  return (
    <div className={styles.progress}>
      <ProgressBar
        label={waits ? words.waiting(label) : label}
        share={waits ? undefined : share}
        value={share === undefined ? undefined : formatPercent(share)}
      />
      {job && !readOnly && (
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
          {words.cancel}
        </Button>
      )}
    </div>
  )
}
