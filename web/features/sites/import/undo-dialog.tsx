import { useMutation, useQuery } from '@tanstack/react-query'
import type { PastImport } from '../../../../shared/contracts/past-import.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { undoCountsOf, undoSiteImport } from './queries.ts'
import { texts } from './texts.ts'

interface UndoDialogProps {
  projectId: string
  given: PastImport
  onClose: () => void
  onUndone: () => void
}

/** Dialog that confirms the undo of an import. It shows how many sites are deleted and kept. */
export function UndoDialog({ projectId, given: { id, fileName }, onClose, onUndone }: UndoDialogProps) {
  const counts = useQuery(undoCountsOf(id))
  const { mutateAsync, error } = useMutation({
    ...undoSiteImport(projectId),
    onSuccess: ({ undone }) => {
      if (undone) showToast({ tone: 'ok', title: texts.undone(undone) })
      onUndone()
    }
  })
  return (
    <ConfirmDialog
      title={texts.undoTitle(fileName)}
      confirm={texts.undoConfirm}
      tone="danger"
      isOpen
      onClose={onClose}
      ready={counts.data !== undefined && counts.data.removedCount > 0}
      onConfirm={() => mutateAsync(id)}
    >
      <FormSummary title={error ? sentenceOf(error, texts.notUndone) : null} />
      <Loaded query={counts} failed={texts.countFailed} skeleton={<SkeletonRows rows={2} label={texts.counting} />}>
        {({ removedCount, keptCount }) => (
          <>
            <p>{removedCount === 0 ? texts.removesNone : texts.removes(removedCount)}</p>
            {keptCount > 0 && <p>{texts.keeps(keptCount)}</p>}
          </>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}
