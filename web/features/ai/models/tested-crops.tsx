import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { annotatePath } from '../../../../shared/addresses.ts'
import type { ModelClass } from '../../../../shared/contracts/ai-models.ts'
import { patchUrl } from '../../../imagery/addresses.ts'
import { patchOutline } from '../../../imagery/patch-outline.ts'
import { CropPicture } from '../../../imagery/patch-picture.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatPercent } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import styles from '../ai.module.css'
import { testedOf } from '../queries.ts'
import { texts } from '../texts.ts'

const { card: words } = texts

interface TestedCropsProps {
  projectId: string
  modelVersionId: string
  /** Label assigned by people. `predicted` is the label assigned by the model. */
  truth: ModelClass
  predicted: ModelClass
  onClose(): void
}

/** Dialog with the crops of one cell of the confusion matrix. Each crop links to its annotation. */
export function TestedCrops({ projectId, modelVersionId, truth, predicted, onClose }: TestedCropsProps) {
  const pages = useInfiniteQuery(testedOf(modelVersionId, { labelId: truth.labelId, predictedId: predicted.labelId }))
  const isRight = truth.labelId === predicted.labelId
  return (
    <Dialog
      title={isRight ? words.rightCell(truth.name) : words.wrongCell(truth.name, predicted.name)}
      isOpen
      onClose={onClose}
      size="wide"
    >
      <Loaded query={pages} failed={words.cellFailed} skeleton={<SkeletonRows rows={3} height="8rem" label={words.cellLoading} />}>
        {({ pages: loaded }) => {
          const items = loaded.flatMap(page => page.items)
          const removed = loaded[0]?.removedCount ?? 0
          return (
            <div className={styles.main}>
              {removed > 0 && <Note>{words.cellRemoved(removed)}</Note>}
              <ul className={styles.tested}>
                {items.map(item => (
                  <li key={item.annotationId}>
                    <Link className={styles.testedCrop} to={annotatePath(projectId, item)} aria-label={words.openTested(item.fileName)}>
                      <CropPicture
                        address={patchUrl(item.annotationId, item.revision)}
                        outline={{ path: patchOutline(item), colour: 'rgb(255, 255, 255)' }}
                      />
                    </Link>
                    <span className={styles.quiet}>{formatPercent(item.probability)}</span>
                  </li>
                ))}
              </ul>
              {pages.hasNextPage && (
                <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                  {texts.suggestions.more}
                </Button>
              )}
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
