import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewItem } from '../../../../shared/contracts/review.ts'
import type { LabelDetail } from '../../../../shared/contracts/taxonomy.ts'
import { writtenName } from '../../../../shared/taxonomy/written-name.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { PatchPicture } from '../../../imagery/patch-picture.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { NamesIn } from '../../../ui/names-in.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { CatalogTree } from '../catalog-tree.ts'
import { addReference, examplesOfLabel, labelReferences, removeReference } from './queries.ts'
import styles from './references.module.css'
import { texts } from './texts.ts'

const { dialog: words } = texts

interface ChooseDialogProps {
  label: LabelDetail
  tree: CatalogTree
  onClose: () => void
}

/** Dialog to choose the reference images of a label from its annotations. Each click adds or removes an image. */
// Long: one dialog with its states, and the calls that change them.
export default function ChooseDialog({ label, tree, onClose }: ChooseDialogProps) {
  const client = useQueryClient()
  const examples = useInfiniteQuery(examplesOfLabel(label.projectId, label.id))
  const references = useQuery(labelReferences(label.id))
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const chosen = new Set(references.data?.map(({ annotationId }) => annotationId))
  const short = tree.get(label.id)

  async function toggle({ id }: ReviewItem) {
    if (busy.has(id)) return
    setFailure(null)
    setBusy(before => new Set(before).add(id))
    try {
      await (chosen.has(id) ? removeReference : addReference)(client, label.id, id)
    } catch (error) {
      setFailure(sentenceOf(error, words.notSaved))
    }
    setBusy(before => new Set([...before].filter(each => each !== id)))
  }

  return (
    <Dialog
      title={<NamesIn text={words.title(short ? writtenName(short) : label.name)} labels={[short]} />}
      isOpen
      onClose={onClose}
      size="wide"
      actions={
        <Button variant="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <p className={styles.quiet} role="status">
        {chosen.size === 0 ? words.about : words.chosen(chosen.size)}
      </p>
      <FormSummary title={failure} />
      <Loaded query={examples} failed={words.failed} skeleton={<SkeletonRows rows={4} />}>
        {({ pages }) => {
          const items = pages.flatMap(page => page.items)
          return items.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <ul className={styles.patches}>
              {items.map(item => (
                <li key={item.id} className={styles.patch}>
                  <button
                    type="button"
                    aria-pressed={chosen.has(item.id)}
                    aria-label={texts.on(tree.get(item.labelId)?.name ?? label.name, item.fileName)}
                    data-tip={item.fileName}
                    onClick={() => void toggle(item)}
                  >
                    <PatchPicture annotationId={item.id} revision={item.revision} />
                    <span className={styles.check}>
                      <CheckIcon aria-hidden />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      {examples.hasNextPage && (
        <div>
          <Button busy={examples.isFetchingNextPage} onClick={() => void examples.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
