import type { BulkEdit } from '../../../shared/contracts/review.ts'
import { formatCount } from '../../ui/format.ts'
import type { showToast } from '../../ui/toast.tsx'

type Toast = Parameters<typeof showToast>[0]

/** After a change that was made at once. @param words what was done */
export function changedToast({ changedCount, skippedCount }: BulkEdit, words: string, onUndo: () => void): Toast {
  return {
    title: changedCount === 0 && skippedCount === 0 ? 'Nothing to change: it stands so already' : words,
    ...(skippedCount > 0 && {
      description: `${formatCount(skippedCount, 'annotation was', 'annotations were')} left: someone edited ${skippedCount === 1 ? 'it' : 'them'} meanwhile.`
    }),
    ...(changedCount > 0 && { action: { label: 'Undo', onAction: onUndo } })
  }
}

/** After the job of a change has ended. */
export function settledToast(bulk: BulkEdit, onUndo: () => void): Toast {
  const { state, job, changedCount, skippedCount } = bulk
  if (job?.state === 'failed' || job?.state === 'cancelled')
    return {
      tone: 'danger',
      title: job.failure ?? 'The change was stopped half way',
      description: `${formatCount(changedCount, 'annotation')} had been changed. Undo takes that back.`
    }
  if (state === 'undone') return undoneToast(bulk)
  return {
    title: `${formatCount(changedCount, 'annotation')} changed`,
    ...(skippedCount > 0 && { description: `${formatCount(skippedCount, 'annotation')} left: edited meanwhile.` }),
    action: { label: 'Undo', onAction: onUndo }
  }
}

export function undoneToast({ restoredCount, keptCount }: BulkEdit): Toast {
  return {
    title: `${formatCount(restoredCount, 'annotation')} as before`,
    ...(keptCount > 0 && {
      description: `${formatCount(keptCount, 'annotation was', 'annotations were')} left as edited since.`
    })
  }
}
