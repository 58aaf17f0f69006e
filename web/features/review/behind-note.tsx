import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { BulkEdit } from '../../../shared/contracts/review.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { bulkEdit, isAtWork } from './queries.ts'
import { texts } from './texts.ts'

interface BehindNoteProps {
  projectId: string
  bulkId: string
  words: string
  onEnd: (bulk: BulkEdit) => void
}

/** Progress bar for a change that a background job carries out. Calls `onEnd` when the job has ended. */
export function BehindNote({ projectId, bulkId, words, onEnd }: BehindNoteProps) {
  const { data } = useQuery({ ...bulkEdit(projectId, bulkId), staleTime: 0, gcTime: 0 })
  const hasEnded = data !== undefined && !isAtWork(data)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (hasEnded) end(data)
  }, [hasEnded, data])
  const { done = 0, total = null } = data?.job ?? {}
  return (
    <ProgressBar
      label={texts.edits.inProgress(words)}
      share={total ? done / total : undefined}
      value={total ? texts.edits.progress(done, total) : undefined}
    />
  )
}
