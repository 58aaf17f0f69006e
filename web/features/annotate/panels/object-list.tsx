import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { LabelBook } from '../../../annotation/label-book.ts'
import styles from '../../../annotation/panels.module.css'
import { Swatch } from '../../../annotation/swatch.tsx'
import { formatCount, formatNumber } from '../../../ui/format.ts'
import { CommentIcon } from '../../../ui/icons.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { StepBar } from '../moving/step-bar.tsx'
import { useCommentCounts, useCommentNews } from './use-comment-counts.ts'

const kindWords: Record<string, string> = {
  point: 'point',
  box: 'box',
  rotatedBox: 'rotated box',
  circle: 'circle',
  ellipse: 'ellipse',
  line: 'line',
  polygon: 'polygon'
}
const rowPx = 32

interface ObjectListProps {
  mediaId: string
  me: string
  annotations: readonly Annotation[]
  book: LabelBook
  /** Ids of the annotations that the filter means, the others are dimmed; null: all. */
  meant: ReadonlySet<string> | null
  /** In the order in which one goes through them. */
  walk: readonly Annotation[]
  onStep: (by: 1 | -1) => void
  selected: readonly string[]
  /** What is clicked is added to what is selected, or taken away, as with Shift. */
  several: boolean
  onSelect: (annotationIds: string[]) => void
  /** What was removed from the image. */
  removed: ReactNode
}

/** The canvas in words: every annotation of the image. Selecting here selects there. */
// Long: one list with its keys and rows.
export function ObjectList(props: ObjectListProps) {
  const { mediaId, me, annotations, book, meant, walk, onStep, selected, several, onSelect, removed } = props
  const [showsRemoved, setShowsRemoved] = useState(false)
  const commentCount = useCommentCounts(mediaId)
  useCommentNews(mediaId, me)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: annotations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8
  })
  const [only] = selected.length === 1 ? selected : []
  const at = annotations.findIndex(({ id }) => id === only)
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at)
  }, [at, rows])

  function step(by: number) {
    const next = annotations[Math.min(Math.max(at + by, 0), annotations.length - 1)]
    if (next) onSelect([next.id])
  }

  return (
    <section className={styles.panel} aria-labelledby="objects-heading" data-grows>
      <div className={styles.stepHead}>
        <h2 id="objects-heading" className={styles.heading}>
          {meant && `${formatNumber(meant.size)} of `}
          {formatCount(annotations.length, 'annotation', 'annotations')}
        </h2>
        <StepBar at={walk.findIndex(({ id }) => id === selected[0])} of={walk.length} onStep={onStep} />
      </div>
      {annotations.length === 0 && <p className={styles.hint}>Nothing is marked on this image. Take a tool, or a label first.</p>}
      <div
        ref={scroller}
        className={styles.objects}
        role="listbox"
        aria-label="Annotations of this image"
        aria-multiselectable
        aria-activedescendant={only ? `object-${only}` : undefined}
        tabIndex={0}
        data-arrows-only
        onKeyDown={event => {
          if (event.key === 'ArrowDown') step(1)
          else if (event.key === 'ArrowUp') step(-1)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        <div style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const annotation = annotations[index]!
            const label = book.get(annotation.labelId)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for its options
              <div
                key={annotation.id}
                id={`object-${annotation.id}`}
                role="option"
                aria-selected={selected.includes(annotation.id)}
                tabIndex={-1}
                className={styles.object}
                data-dimmed={meant && !meant.has(annotation.id) ? '' : undefined}
                style={{ transform: `translateY(${start}px)` }}
                onClick={event => onSelect(event.shiftKey || several ? toggled(selected, annotation.id) : [annotation.id])}
              >
                <Swatch label={label} />
                <span className={styles.name}>{label ? <TaxonName label={label} /> : 'not named'}</span>
                <CommentMark count={commentCount(annotation.id)} />
                <small>{annotation.shape ? kindWords[annotation.shape.kind] : 'whole image'}</small>
              </div>
            )
          })}
        </div>
      </div>
      <details className={styles.removed} onToggle={event => setShowsRemoved(event.currentTarget.open)}>
        <summary>Removed</summary>
        {showsRemoved && removed}
      </details>
    </section>
  )
}

function CommentMark({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.said} title={formatCount(count, 'comment')}>
      <CommentIcon aria-label={formatCount(count, 'comment')} role="img" />
    </span>
  )
}

const toggled = (ids: readonly string[], id: string) => (ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id])
