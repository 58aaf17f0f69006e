import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Job } from '../../../shared/contracts/jobs.ts'
import panels from '../../annotation/panels.module.css'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { sampleJob } from './queries.ts'
import { texts } from './texts.ts'

interface SampleProgressProps {
  jobId: string
  words: string
  onEnd: (job: Job) => void
}

/** Progress of a server job that draws or removes points on many images. */
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
      <ProgressBar label={words} share={total ? done / total : undefined} value={total ? texts.job.progress(done, total) : undefined} />
      <p className={panels.hint}>{isError ? texts.job.noAnswer : texts.job.canClose}</p>
    </div>
  )
}
