import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { writtenName } from '../../../shared/taxonomy/written-name.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatCount } from '../../ui/format.ts'
import { NamesIn } from '../../ui/names-in.ts'
import type { CatalogTree } from './catalog-tree.ts'
import { removeLabel } from './queries.ts'
import { WouldTouch } from './touched.tsx'

interface RemoveDialogProps {
  projectId: string
  tree: CatalogTree
  labelId: string
  onMerge: () => void
  onClose: () => void
}

/** Requests confirmation before a label is removed. A label that is used, or has others under it, stays; the reason is shown. */
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
        title={<NamesIn text={`${name} cannot be deleted`} labels={[label]} />}
        isOpen
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={onMerge}>
              Merge into another label…
            </Button>
          </>
        }
      >
        {used > 0 && (
          <p>
            It is the label of <WouldTouch projectId={projectId} label={label} />. Relabel them first, or merge it into another label.
          </p>
        )}
        {children > 0 && <p>It has {formatCount(children, 'label')} under it. Move or delete them first.</p>}
      </Dialog>
    )

  async function remove() {
    try {
      await removeLabel(client, projectId, labelId)
    } catch (error) {
      setFailure(sentenceOf(error, 'The label was not deleted'))
      throw error
    }
  }
  return (
    <ConfirmDialog
      title={<NamesIn text={`Delete ${name}?`} labels={[label]} />}
      confirm="Delete label"
      tone="danger"
      onConfirm={remove}
      isOpen
      onClose={onClose}
    >
      <FormSummary title={failure} />
      <p>No annotation has this label. Its details are deleted too; frozen versions of the catalog keep them.</p>
    </ConfirmDialog>
  )
}
