import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Job } from '../../../shared/contracts/jobs.ts'
import panels from '../../annotation/panels.module.css'
import { formatNumber } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { sampleJob } from './queries.ts'

interface SampleProgressProps {
  jobId: string
  words: string
  onEnd: (job: Job) => void
}

/** Progress of the server on many images. */
export function SampleProgress({ jobId, words, onEnd }: SampleProgressProps) {
  const { data, isError } = useQuery(sampleJob(jobId))
  const hasEnded = data !== undefined && data.state !== 'waiting' && data.state !== 'running'
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (hasEnded) end(data)
  }, [hasEnded, data])
  const { done = 0, total = null } = data ?? {}
  return (
    <div className={panels.form}>
      <ProgressBar
        label={words}
        share={total ? done / total : undefined}
        value={total ? `${formatNumber(done)} of ${formatNumber(total)} images` : undefined}
      />
      <p className={panels.hint}>
        {isError ? 'The server is not responding. Trying again.' : 'You can close this. The server continues the work.'}
      </p>
    </div>
  )
}
