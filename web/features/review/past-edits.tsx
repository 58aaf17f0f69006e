import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PastBulkEdit } from '../../../shared/contracts/review.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { doneWords } from '../../annotation/words.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './past-edits.module.css'
import { pastBulkEdits } from './queries.ts'
import { texts } from './texts.ts'

const { pastEdits: words, undoEarlierDialog } = texts

interface PastEditsProps {
  projectId: string
  labelIndex: LabelIndex
  /** Undoes a change. The promise resolves when the change is undone, a job has taken over, or a failure has been reported. */
  onUndo: (bulkId: string) => Promise<void>
  onClose: () => void
}

/** Dialog of all members' bulk edits in the last 30 days, with an undo button where one applies. */
// Long: one list, row by row.
export function PastEdits({ projectId, labelIndex, onUndo, onClose }: PastEditsProps) {
  const query = useInfiniteQuery(pastBulkEdits(projectId))
  const [busy, setBusy] = useState<string | null>(null)

  async function undo(bulkId: string) {
    setBusy(bulkId)
    await onUndo(bulkId)
    await query.refetch()
    setBusy(null)
  }

  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Loaded query={query} failed={words.failed} skeleton={<SkeletonRows rows={4} height="3rem" label={words.loading} />}>
        {({ pages }) => {
          const edits = pages.flatMap(page => page.items)
          if (edits.length === 0) {
            return (
              <EmptyState title={words.none}>
                <p>{words.noneAbout}</p>
              </EmptyState>
            )
          }
          return (
            <>
              <p className={styles.about}>{words.about}</p>
              <ul className={styles.edits} aria-label={words.title}>
                {edits.map(edit => (
                  <li key={edit.id}>
                    <div>
                      <p>{pastWords(edit, labelIndex)}</p>
                      <p className={styles.about}>
                        {edit.madeBy}, <Timestamp time={edit.createdAt} />
                        {words.outcome(edit)}
                      </p>
                    </div>
                    {edit.state !== 'undone' && !edit.isAtWork && (
                      <Button
                        size="small"
                        busy={busy === edit.id}
                        aria-label={words.undo(pastWords(edit, labelIndex))}
                        onClick={() => void undo(edit.id)}
                      >
                        {texts.edits.undo}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              {query.hasNextPage && (
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {words.more}
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
  labelIndex: LabelIndex
  onConfirm: () => void
  onClose: () => void
}

/** Dialog that confirms the undo of a change made before this screen was opened. The screen may not show the annotations concerned. */
export function UndoEarlier({ edit, labelIndex, onConfirm, onClose }: UndoEarlierProps) {
  return (
    <ConfirmDialog title={undoEarlierDialog.title} confirm={undoEarlierDialog.confirm} isOpen onConfirm={onConfirm} onClose={onClose}>
      <p>
        {undoEarlierDialog.about} <strong>{pastWords(edit, labelIndex)}</strong>, <Timestamp time={edit.createdAt} />.
      </p>
    </ConfirmDialog>
  )
}

const pastWords = ({ change, changedCount }: PastBulkEdit, labelIndex: LabelIndex) =>
  Object.keys(change).length === 0 ? words.settled(changedCount) : doneWords(changedCount, change, labelIndex)
