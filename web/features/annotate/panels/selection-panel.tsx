import { Suspense, useState } from 'react'
import type { Annotation, ReviewState } from '../../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { areaOnImage } from '../../../../shared/geometry/area-on-image.ts'
import { Tangled } from '../../../../shared/geometry/crossings.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import styles from '../../../annotation/panels.module.css'
import { formatArea, formatLength, measuresOf } from '../../../canvas/measures.ts'
import { Button } from '../../../ui/button.tsx'
import { CommentIcon, HistoryIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Select } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import type { Changes } from '../document/edits.ts'
import * as texts from '../texts.ts'
import { certainties, certaintyWords, reviewWords } from './annotation-words.ts'
import { useCommentCounts } from './use-comment-counts.ts'

const History = lazyPart(() => import('./history.tsx').then(module => ({ default: module.History })))
const Comments = lazyPart(() => import('../../../annotation/comments/comments.tsx').then(module => ({ default: module.Comments })))

interface SelectionPanelProps {
  projectId: string
  annotation: Annotation
  labelIndex: LabelIndex
  mayEdit: boolean
  /** Null if the scale of the image is unknown. */
  metersPerPixel: number | null
  image: { width: number; height: number }
  me: string
  isOwner: boolean
  onChange: (name: string, changes: Changes) => void
}

/** Panel with the details of one annotation: label, certainty, author and history. */
// Long: one region, from top to bottom.
export function SelectionPanel({
  projectId,
  annotation,
  labelIndex,
  mayEdit,
  metersPerPixel,
  image,
  me,
  isOwner,
  onChange
}: SelectionPanelProps) {
  const { id, revision, labelId, confidence, reviewState, reviewedBy, annotator, createdAt } = annotation
  const [shows, setShows] = useState<'history' | 'comments' | null>(null)
  const toggle = (what: 'history' | 'comments') => setShows(before => (before === what ? null : what))
  const commentCount = useCommentCounts(annotation.mediaId)(id)
  const label = labelIndex.get(labelId)
  const share = confidence === null ? '' : String(confidence)
  const sure = certainties.some(([value]) => value === share) ? certainties : [...certainties, [share, certaintyWords(confidence)] as const]
  return (
    <section className={styles.panel} aria-labelledby="selection-heading">
      <h2 id="selection-heading" className={styles.heading}>
        {label ? <TaxonName label={label} /> : texts.selection.details.noLabel}
      </h2>
      {annotation.shape && <Sizes {...{ shape: annotation.shape, metersPerPixel, image }} />}
      <div className={styles.pair}>
        <Select
          label={texts.selection.details.certainty}
          value={share}
          disabled={!mayEdit}
          options={sure.map(([value, words]) => ({ value, label: words }))}
          onChange={event =>
            onChange(texts.selection.details.certainty, {
              confidence: event.currentTarget.value === '' ? null : Number(event.currentTarget.value)
            })
          }
        />
        <Select
          label={texts.selection.details.review}
          value={reviewState}
          disabled={!mayEdit}
          options={Object.entries(reviewWords).map(([value, words]) => ({ value, label: words }))}
          onChange={event => onChange(texts.selection.details.review, { reviewState: event.currentTarget.value as ReviewState })}
        />
      </div>
      <p className={styles.hint}>
        {annotator}, <Timestamp time={createdAt} alone />
        {reviewedBy && annotation.reviewedAt && (
          <>
            {texts.selection.details.reviewedBy(reviewedBy)}
            <Timestamp time={annotation.reviewedAt} alone />
          </>
        )}
      </p>
      <div className={styles.actions}>
        <Button
          size="small"
          variant="quiet"
          icon={<HistoryIcon aria-hidden />}
          aria-expanded={shows === 'history'}
          onClick={() => toggle('history')}
        >
          {texts.selection.details.history}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<CommentIcon aria-hidden />}
          aria-expanded={shows === 'comments'}
          onClick={() => toggle('comments')}
        >
          {texts.selection.details.comments(commentCount)}
        </Button>
      </div>
      {shows === 'history' && (
        <Suspense fallback={<SkeletonRows rows={2} height="1.5rem" />}>
          <History
            labelIndex={labelIndex}
            annotationId={id}
            revision={revision}
            onBringBack={mayEdit ? changes => onChange(texts.selection.details.restore, changes) : null}
          />
        </Suspense>
      )}
      {shows === 'comments' && (
        <Suspense fallback={<SkeletonRows rows={2} height="1.5rem" />}>
          <Comments key={id} projectId={projectId} annotationId={id} me={me} isOwner={isOwner} />
        </Suspense>
      )}
    </section>
  )
}

function Sizes({ shape, metersPerPixel, image }: { shape: Shape } & Pick<SelectionPanelProps, 'metersPerPixel' | 'image'>) {
  const { length, diameter, area } = measuresOf(shape, metersPerPixel, areaPx(shape, image))
  const words = [
    length && texts.selection.details.length(formatLength(length)),
    !length && diameter && texts.selection.details.across(formatLength(diameter)),
    area && texts.selection.details.area(formatArea(area))
  ].filter(part => part !== null && part !== false)
  if (words.length === 0) return null
  return (
    <ul className={styles.sizes} aria-label={texts.selection.details.size}>
      {words.map(part => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  )
}

/** Returns the area in square pixels; null if the outline crosses itself too often to compute it. */
function areaPx(shape: Shape, image: SelectionPanelProps['image']): number | null {
  try {
    return areaOnImage(shape, image)
  } catch (error) {
    if (error instanceof Tangled) return null
    throw error
  }
}
