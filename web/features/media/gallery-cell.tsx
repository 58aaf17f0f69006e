import { type MouseEvent, memo, useState } from 'react'
import { useProtectedSource } from '../../api/protected-source.ts'
import { thumbnailUrl } from '../../imagery/addresses.ts'
import { formatDepth } from '../../ui/format.ts'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './gallery.module.css'
import type { MediaCard } from './queries.ts'

interface GalleryCellProps {
  card: MediaCard | undefined
  index: number
  active: boolean
  selected: boolean
  selectable: boolean
  onOpen: (index: number) => void
  onSelect: (index: number, range: boolean) => void
}

/** One picture of the gallery with its name and facts; a placeholder of the same size until its page is here. */
export const GalleryCell = memo(function GalleryCell({ card, index, active, selected, selectable, onOpen, onSelect }: GalleryCellProps) {
  if (!card) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of cards is no table
      <div role="gridcell" className={styles.cell} data-index={index} tabIndex={active ? 0 : -1} aria-label="Loading">
        <div className={styles.frame} data-state="loading" />
        <div className={styles.caption} aria-hidden>
          <span className={styles.line} />
          <span className={styles.line} />
        </div>
      </div>
    )
  }

  function click(event: MouseEvent) {
    const choose = selectable && (event.shiftKey || event.ctrlKey || event.metaKey)
    if (choose) onSelect(index, event.shiftKey)
    else onOpen(index)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of cards is no table
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles the keys of all cells
    <div
      role="gridcell"
      className={styles.cell}
      data-index={index}
      tabIndex={active ? 0 : -1}
      aria-selected={selectable ? selected : undefined}
      onClick={click}
    >
      <div className={styles.frame} data-state={card.state}>
        {card.state === 'failed' ? <FailedFrame card={card} /> : <Thumbnail key={`${card.id} ${card.state}`} card={card} />}
        {selectable && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: Space on the cell does the same
          // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only, the cell itself says whether it is selected
          <span
            className={styles.check}
            data-checked={selected || undefined}
            onClick={event => {
              event.stopPropagation()
              onSelect(index, event.shiftKey)
            }}
          >
            <CheckIcon aria-hidden />
          </span>
        )}
      </div>
      <div className={styles.caption}>
        <span className={styles.name} title={card.fileName}>
          {card.fileName}
        </span>
        <span className={styles.facts}>{facts(card)}</span>
        {card.state !== 'ready' && <VisuallyHidden>{card.state === 'processing' ? 'being prepared' : 'could not be read'}</VisuallyHidden>}
      </div>
    </div>
  )
})

/** A thumbnail appears when it has arrived whole. */
function Thumbnail({ card }: { card: MediaCard }) {
  const source = useProtectedSource(thumbnailUrl(card.id, 'small'))
  const [shown, setShown] = useState<'waiting' | 'here' | 'broken'>('waiting')
  if (shown === 'broken')
    return (
      <span className={styles.note} aria-hidden>
        {card.state === 'processing' ? 'Preparing…' : 'No preview'}
      </span>
    )
  return source ? (
    <img
      src={source}
      alt=""
      decoding="async"
      draggable={false}
      data-shown={shown === 'here' || undefined}
      ref={image => {
        if (image?.complete && image.naturalWidth > 0 && shown === 'waiting') setShown('here')
      }}
      onLoad={() => setShown('here')}
      onError={() => setShown('broken')}
    />
  ) : null
}

function FailedFrame({ card }: { card: MediaCard }) {
  return (
    <span className={styles.failed} title={card.failure ?? undefined} aria-hidden>
      <WarningIcon aria-hidden />
      Could not be read
    </span>
  )
}

/** `2019-07-12 14:03 · 1 874 m`: times are UTC. */
function facts(card: MediaCard): string {
  const time = card.eventDate ? `${card.eventDate.slice(0, 10)} ${card.eventDate.slice(11, 16)}` : 'No time'
  return card.depthInMeters === null ? time : `${time} · ${formatDepth(card.depthInMeters)}`
}
