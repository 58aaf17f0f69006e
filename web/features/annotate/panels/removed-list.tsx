import { useQuery } from '@tanstack/react-query'
import type { RemovedAnnotation } from '../../../../shared/contracts/annotations.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { shapeWords } from '../../../annotation/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import type { AnnotationDocument } from '../document/noun.ts'
import { removedOf } from '../queries.ts'
import styles from './removed-list.module.css'
import { words } from './removed-words.ts'

interface RemovedListProps {
  mediaId: string
  document: AnnotationDocument
  labelIndex: LabelIndex
  mayEdit: boolean
  onRestore: (annotation: RemovedAnnotation) => void
}

/** Removed annotations of an image, each with the time, the person who removed it, and a button to restore it. */
export function RemovedList({ mediaId, document, labelIndex, mayEdit, onRestore }: RemovedListProps) {
  const query = useQuery(removedOf(mediaId))
  return (
    <Loaded query={query} failed={words.failed} skeleton={<SkeletonRows rows={2} height="1.5rem" />}>
      {before => {
        const now = document.removed(mediaId).map(annotation => ({ ...annotation, removedBy: words.you, removedAt: annotation.modifiedAt }))
        const known = new Set(now.map(({ id }) => id))
        const removed = [...now.reverse(), ...before.filter(({ id }) => !known.has(id) && document.get(id)?.removed !== false)]
        if (removed.length === 0) return <p className={styles.none}>{words.none}</p>
        return (
          <ul className={styles.list}>
            {removed.map(annotation => {
              const label = labelIndex.get(annotation.labelId)
              return (
                <li key={annotation.id}>
                  <span>
                    {label ? <TaxonName label={label} /> : words.noLabel}
                    <small>
                      {words.by(shapeWords[annotation.shape?.kind ?? 'wholeImage'] ?? '', annotation.removedBy)}
                      <Timestamp time={annotation.removedAt} />
                    </small>
                  </span>
                  {mayEdit && (
                    <Button size="small" onClick={() => onRestore(annotation)}>
                      {words.restore}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )
      }}
    </Loaded>
  )
}
