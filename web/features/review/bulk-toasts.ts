import type { BulkEdit } from '../../../shared/contracts/review.ts'
import { formatCount } from '../../ui/format.ts'
import type { showToast } from '../../ui/toast.tsx'

type Toast = Parameters<typeof showToast>[0]

/** Toast after an immediate change. @param words description of the change */
export function changedToast({ changedCount, skippedCount }: BulkEdit, words: string, onUndo: () => void): Toast {
  return {
    title: changedCount === 0 && skippedCount === 0 ? 'Nothing to change: this is already set' : words,
    ...(skippedCount > 0 && {
      description: `${formatCount(skippedCount, 'annotation was', 'annotations were')} not changed: another person edited ${skippedCount === 1 ? 'it' : 'them'} meanwhile.`
    }),
    ...(changedCount > 0 && { action: { label: 'Undo', onAction: onUndo } })
  }
}

/** Toast after the job of a change has ended. */
export function settledToast(bulk: BulkEdit, onUndo: () => void): Toast {
  const { state, job, changedCount, skippedCount } = bulk
  if (job?.state === 'failed' || job?.state === 'cancelled')
    return {
      tone: 'danger',
      title: job.failure ?? 'The change was stopped before it finished',
      description: `${formatCount(changedCount, 'annotation')} changed before that. Undo reverts this.`
    }
  if (state === 'undone') return undoneToast(bulk)
  return {
    title: `${formatCount(changedCount, 'annotation')} changed`,
    ...(skippedCount > 0 && { description: `${formatCount(skippedCount, 'annotation')} not changed: edited meanwhile.` }),
    action: { label: 'Undo', onAction: onUndo }
  }
}

export function undoneToast({ restoredCount, keptCount }: BulkEdit): Toast {
  return {
    title: `${formatCount(restoredCount, 'annotation')} restored`,
    ...(keptCount > 0 && {
      description: `${formatCount(keptCount, 'annotation was', 'annotations were')} kept because of later edits.`
    })
  }
}
