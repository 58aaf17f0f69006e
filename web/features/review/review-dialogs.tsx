import { lazy, Suspense } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { texts } from './texts.ts'
import type { ReviewProps, ReviewState } from './use-review.ts'

const { changeAllDialog } = texts

const RelabelDialog = lazy(() => import('../../annotation/relabel/relabel-dialog.tsx').then(module => ({ default: module.RelabelDialog })))
const CommentDialog = lazy(() => import('./comment-dialog.tsx').then(module => ({ default: module.CommentDialog })))
const PastEdits = lazy(() => import('./past-edits.tsx').then(module => ({ default: module.PastEdits })))
const UndoEarlier = lazy(() => import('./past-edits.tsx').then(module => ({ default: module.UndoEarlier })))

type ReviewDialogsProps = Omit<ReviewProps, 'labels'> & { state: ReviewState }

/** Dialogs of Review: label choice, comment, past changes and confirmations. */
// Long: all dialogs of one screen.
export function ReviewDialogs({ projectId, mayEdit, onCreateLabel, state }: ReviewDialogsProps) {
  const { changes, dialog, labelIndex, edits, name, selection, setDialog, total } = state
  const { change, chosen, comment, recent, setComment, toName, wanted, confirmWanted, leaveWanted } = changes

  function create(text: string) {
    setDialog(null)
    add(text, toName())
  }

  function add(text: string, give: (labelId: string) => void) {
    void onCreateLabel(text).then(give, error =>
      showToast({
        ...{ tone: 'danger', title: texts.actions.labelNotAdded, description: sentenceOf(error, texts.actions.refused) },
        action: { label: texts.actions.addAgain, onAction: () => add(text, give) }
      })
    )
  }

  return (
    <>
      {dialog === 'label' && (
        <Suspense fallback={null}>
          <RelabelDialog
            count={selection.isAll ? (total ?? 0) : chosen().length}
            labelIndex={labelIndex}
            recent={recent}
            onChoose={name}
            onCreate={mayEdit ? create : null}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {dialog === 'comment' && (
        <Suspense fallback={null}>
          <CommentDialog
            projectId={projectId}
            count={selection.isAll ? (total ?? 0) : chosen().length}
            text={comment}
            onText={setComment}
            onComment={() => {
              setDialog(null)
              change({ comment })
            }}
            onClose={() => {
              setComment('')
              setDialog(null)
            }}
          />
        </Suspense>
      )}
      <Suspense>
        {dialog === 'past' && (
          <PastEdits projectId={projectId} labelIndex={labelIndex} onUndo={edits.undoOne} onClose={() => setDialog(null)} />
        )}
        {edits.earlier && (
          <UndoEarlier
            edit={edits.earlier}
            labelIndex={labelIndex}
            onConfirm={() => edits.undoOne(edits.earlier?.id ?? '')}
            onClose={edits.leaveEarlier}
          />
        )}
      </Suspense>
      {wanted && (
        <ConfirmDialog
          title={changeAllDialog.title(wanted.count)}
          confirm={changeAllDialog.confirm}
          isOpen
          onConfirm={confirmWanted}
          onClose={leaveWanted}
        >
          <p>{changeAllDialog.about}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
