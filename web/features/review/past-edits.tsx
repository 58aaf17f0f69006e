import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PastBulkEdit } from '../../../shared/contracts/review.ts'
import type { LabelBook } from '../../annotation/label-book.ts'
import { doneWords } from '../../annotation/words.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './past-edits.module.css'
import { pastBulkEdits } from './queries.ts'

interface PastEditsProps {
  projectId: string
  book: LabelBook
  /** Resolves when the change is undone, when a job has taken it over, or after the message about a failure. */
  onUndo: (bulkId: string) => Promise<void>
  onClose: () => void
}

/** Bulk edits of the last 30 days by all members, each with an undo button. */
// Long: one list with its keys and rows.
export function PastEdits({ projectId, book, onUndo, onClose }: PastEditsProps) {
  const query = useInfiniteQuery(pastBulkEdits(projectId))
  const [busy, setBusy] = useState<string | null>(null)

  async function undo(bulkId: string) {
    setBusy(bulkId)
    await onUndo(bulkId)
    await query.refetch()
    setBusy(null)
  }

  return (
    <Dialog title="Bulk edits" isOpen onClose={onClose}>
      <Loaded
        query={query}
        failed="The changes could not be loaded"
        skeleton={<SkeletonRows rows={4} height="3rem" label="Loading the changes" />}
      >
        {({ pages }) => {
          const edits = pages.flatMap(page => page.items)
          if (edits.length === 0) {
            return (
              <EmptyState title="Nothing was changed in the last 30 days">
                <p>Changes of two or more annotations are listed here, and can be undone.</p>
              </EmptyState>
            )
          }
          return (
            <>
              <p className={styles.about}>Undo keeps annotations that were edited since.</p>
              <ul className={styles.edits} aria-label="Bulk edits">
                {edits.map(edit => (
                  <li key={edit.id}>
                    <div>
                      <p>{pastWords(edit, book)}</p>
                      <p className={styles.about}>
                        {edit.madeBy}, <Timestamp time={edit.createdAt} />
                        {standing(edit)}
                      </p>
                    </div>
                    {edit.state !== 'undone' && !edit.isAtWork && (
                      <Button
                        size="small"
                        busy={busy === edit.id}
                        aria-label={`Undo: ${pastWords(edit, book)}`}
                        onClick={() => void undo(edit.id)}
                      >
                        Undo
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              {query.hasNextPage && (
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show more
                </Button>
              )}
            </>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

interface UndoEarlierProps {
  edit: PastBulkEdit
  book: LabelBook
  onConfirm: () => void
  onClose: () => void
}

/** Requests confirmation before the undo key undoes a change from before this screen was opened, which it may not show. */
export function UndoEarlier({ edit, book, onConfirm, onClose }: UndoEarlierProps) {
  return (
    <ConfirmDialog title="Undo an earlier change?" confirm="Undo it" isOpen onConfirm={onConfirm} onClose={onClose}>
      <p>
        Nothing is left to undo of what you did since this screen was opened. Your newest change before:{' '}
        <strong>{pastWords(edit, book)}</strong>, <Timestamp time={edit.createdAt} />.
      </p>
    </ConfirmDialog>
  )
}

const pastWords = ({ change, changedCount }: PastBulkEdit, book: LabelBook) =>
  Object.keys(change).length === 0
    ? `${formatCount(changedCount, 'annotation')} of a blind session settled`
    : doneWords(changedCount, change, book)

/** Outcome of a change, for use after its author and time. */
function standing({ state, isAtWork, undoneBy, keptCount }: PastBulkEdit): string {
  if (isAtWork) return state === 'running' ? '; in progress' : '; being undone'
  if (state === 'undone') {
    const kept = keptCount > 0 ? `, ${formatCount(keptCount, 'annotation')} kept because of later edits` : ''
    return `; undone${undoneBy === null ? '' : ` by ${undoneBy}`}${kept}`
  }
  return state === 'done' ? '' : '; stopped before it finished'
}
