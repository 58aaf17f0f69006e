import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { writtenName } from '../../../shared/taxonomy/written-name.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatCount } from '../../ui/format.ts'
import { NamesIn } from '../../ui/names-in.ts'
import { TaxonName } from '../../ui/taxon-name.ts'
import { showToast } from '../../ui/toast.tsx'
import type { CatalogTree } from './catalog-tree.ts'
import { mergeLabel } from './queries.ts'
import { WouldTouch } from './touched.tsx'

interface MergeDialogProps {
  projectId: string
  tree: CatalogTree
  labelId: string
  into: string
  onMerged: () => void
  onClose: () => void
}

/** Requests confirmation before one label is merged into another. */
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
      showToast({ tone: 'ok', title: `${name} is now ${targetName}` })
      onMerged()
    } catch (error) {
      setFailure(sentenceOf(error, 'The labels were not merged'))
      throw error
    }
  }

  return (
    <ConfirmDialog
      title={<NamesIn text={`Merge ${name} into ${targetName}?`} labels={[label, target]} />}
      confirm="Merge"
      onConfirm={merge}
      isOpen
      onClose={onClose}
    >
      <FormSummary title={failure} />
      <ul>
        <li>
          <WouldTouch projectId={projectId} label={label} /> will be relabelled <TaxonName label={target} />, with an entry in the history
          of each.
        </li>
        {children > 0 && (
          <li>
            {formatCount(children, 'label')} under it will move under <TaxonName label={target} />.
          </li>
        )}
        <li>
          Its names become synonyms and common names of <TaxonName label={target} />, so that a search still finds them.
        </li>
      </ul>
      <p>
        The label <TaxonName label={label} /> is deleted. This cannot be undone, except by relabelling the annotations one by one.
      </p>
    </ConfirmDialog>
  )
}
