import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { writtenName } from '../../../shared/taxonomy/written-name.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { NamesIn } from '../../ui/names-in.ts'
import { TaxonName } from '../../ui/taxon-name.ts'
import { showToast } from '../../ui/toast.tsx'
import type { CatalogTree } from './catalog-tree.ts'
import { mergeLabel } from './edits.ts'
import { dialogTexts as texts } from './texts.ts'
import { WouldTouch } from './touched.tsx'

const { merge: words } = texts

interface MergeDialogProps {
  projectId: string
  tree: CatalogTree
  labelId: string
  into: string
  onMerged: () => void
  onClose: () => void
}

/** Dialog that confirms the merge of one label into another. */
export default function MergeDialog({ projectId, tree, labelId, into, onMerged, onClose }: MergeDialogProps) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const [label, target] = [tree.get(labelId), tree.get(into)]
  if (!label || !target) return null
  const [name, targetName] = [writtenName(label), writtenName(target)]
  const children = tree.childrenOf(labelId).length

  async function merge() {
    try {
      await mergeLabel(client, projectId, labelId, into)
      showToast({ tone: 'ok', title: words.done(name, targetName) })
      onMerged()
    } catch (error) {
      setFailure(sentenceOf(error, words.failed))
      throw error
    }
  }

  return (
    <ConfirmDialog
      title={<NamesIn text={words.title(name, targetName)} labels={[label, target]} />}
      confirm={words.confirm}
      onConfirm={merge}
      isOpen
      onClose={onClose}
    >
      <FormSummary title={failure} />
      <ul>
        <li>{words.annotations(<WouldTouch projectId={projectId} label={label} />, <TaxonName label={target} />)}</li>
        {children > 0 && <li>{words.children(children, <TaxonName label={target} />)}</li>}
        <li>{words.names(<TaxonName label={target} />)}</li>
      </ul>
      <p>{words.about(<TaxonName label={label} />)}</p>
    </ConfirmDialog>
  )
}
