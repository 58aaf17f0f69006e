import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { writtenName } from '../../../shared/taxonomy/written-name.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { NamesIn } from '../../ui/names-in.ts'
import type { CatalogTree } from './catalog-tree.ts'
import { removeLabel } from './edits.ts'
import { dialogTexts as texts } from './texts.ts'
import { WouldTouch } from './touched.tsx'

const { remove: words } = texts

interface RemoveDialogProps {
  projectId: string
  tree: CatalogTree
  labelId: string
  onMerge: () => void
  onClose: () => void
}

/** Dialog that confirms the deletion of a label. A label with annotations or children cannot be deleted, which the dialog then explains. */
export default function RemoveDialog({ projectId, tree, labelId, onMerge, onClose }: RemoveDialogProps) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const label = tree.get(labelId)
  if (!label) return null
  const name = writtenName(label)
  const used = label.annotationCount ?? 0
  const children = tree.childrenOf(labelId).length

  if (used > 0 || children > 0)
    return (
      <Dialog
        title={<NamesIn text={words.refused(name)} labels={[label]} />}
        isOpen
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{words.close}</Button>
            <Button variant="primary" onClick={onMerge}>
              {words.merge}
            </Button>
          </>
        }
      >
        {used > 0 && <p>{words.used(<WouldTouch projectId={projectId} label={label} />, used)}</p>}
        {children > 0 && <p>{words.children(children)}</p>}
      </Dialog>
    )

  async function remove() {
    try {
      await removeLabel(client, projectId, labelId)
    } catch (error) {
      setFailure(sentenceOf(error, words.failed))
      throw error
    }
  }
  return (
    <ConfirmDialog
      title={<NamesIn text={words.title(name)} labels={[label]} />}
      confirm={words.confirm}
      tone="danger"
      onConfirm={remove}
      isOpen
      onClose={onClose}
    >
      <FormSummary title={failure} />
      <p>{words.about}</p>
    </ConfirmDialog>
  )
}
