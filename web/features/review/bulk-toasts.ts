import type { BulkEdit } from '../../../shared/contracts/review.ts'
import type { showToast } from '../../ui/toast.tsx'
import { texts } from './texts.ts'

type Toast = Parameters<typeof showToast>[0]

const { edits } = texts

/** Returns the toast for a change made without a job. @param words description of the change */
export function changedToast({ changedCount, skippedCount }: BulkEdit, words: string, onUndo: () => void): Toast {
  return {
    title: changedCount === 0 && skippedCount === 0 ? edits.alreadySet : words,
    ...(skippedCount > 0 && { description: edits.skipped(skippedCount) }),
    ...(changedCount > 0 && { action: { label: edits.undo, onAction: onUndo } })
  }
}

/** Returns the toast for a change whose job has ended. */
export function settledToast(bulk: BulkEdit, onUndo: () => void): Toast {
  const { state, job, changedCount, skippedCount } = bulk
  const action = { label: edits.undo, onAction: onUndo }
  if (job?.state === 'failed' || job?.state === 'cancelled') {
    const title = job.failure ?? edits.stopped
    if (changedCount === 0) return { tone: 'danger', title, description: edits.nothingChanged }
    return { tone: 'danger', title, description: edits.changedBefore(changedCount), action }
  }
  if (state === 'undone') return undoneToast(bulk)
  return {
    title: edits.changed(changedCount),
    ...(skippedCount > 0 && { description: edits.skipped(skippedCount) }),
    action
  }
}

export function undoneToast({ restoredCount, keptCount }: BulkEdit): Toast {
  return { title: edits.restored(restoredCount), ...(keptCount > 0 && { description: edits.kept(keptCount) }) }
}
