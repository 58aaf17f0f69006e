import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { annotatePath } from '../../../../shared/addresses.ts'
import type { LabelDetail, LabelReference } from '../../../../shared/contracts/taxonomy.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { PatchPicture } from '../../../imagery/patch-picture.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { CatalogTree } from '../catalog-tree.ts'
import { labelReferences, removeReference } from './queries.ts'
import styles from './references.module.css'
import { texts } from './texts.ts'

const ChooseDialog = lazy(() => import('./choose-dialog.tsx'))

interface PlateProps {
  label: LabelDetail
  tree: CatalogTree
  mayEdit: boolean
}

/** Reference images of a label, which members chose as good examples. */
// Long: all parts of one card.
export function Plate({ label, tree, mayEdit }: PlateProps) {
  const client = useQueryClient()
  const references = useQuery(labelReferences(label.id))
  const [isChoosing, setChoosing] = useState(false)

  async function takeAway({ annotationId, fileName }: LabelReference) {
    try {
      await removeReference(client, label.id, annotationId)
    } catch (error) {
      const description = sentenceOf(error, texts.refused)
      showToast({ tone: 'danger', title: texts.notRemoved(fileName), description })
    }
  }

  if (label.totalAnnotationCount === 0 && !references.error && !references.data?.length) return null
  return (
    <section className={styles.plate} aria-label={texts.title}>
      <div className={styles.head}>
        <h3>{texts.title}</h3>
        {mayEdit && label.totalAnnotationCount > 0 && (
          <Button size="small" onClick={() => setChoosing(true)}>
            {texts.choose}
          </Button>
        )}
      </div>
      <Loaded query={references} failed={texts.failed} skeleton={<SkeletonRows rows={2} />}>
        {chosen =>
          chosen.length === 0 ? (
            <p className={styles.quiet}>{texts.none}</p>
          ) : (
            <ul className={styles.patches}>
              {chosen.map(reference => (
                <li key={reference.annotationId} className={styles.patch}>
                  <Link
                    to={annotatePath(label.projectId, reference)}
                    aria-label={texts.on(label.name, reference.fileName)}
                    data-tip={reference.fileName}
                  >
                    <PatchPicture annotationId={reference.annotationId} revision={reference.annotationRevision} />
                  </Link>
                  {!tree.isWithin(reference.labelId, label.id) && (
                    <small className={styles.other}>{texts.now(tree.get(reference.labelId)?.name)}</small>
                  )}
                  {mayEdit && (
                    <IconButton
                      size="small"
                      label={texts.remove(reference.fileName)}
                      className={styles.remove}
                      onClick={() => void takeAway(reference)}
                    >
                      <CloseIcon aria-hidden />
                    </IconButton>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Suspense fallback={null}>{isChoosing && <ChooseDialog label={label} tree={tree} onClose={() => setChoosing(false)} />}</Suspense>
    </section>
  )
}
