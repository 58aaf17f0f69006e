import { type MouseEvent, memo, useState } from 'react'
import { useProtectedSource } from '../../api/protected-source.ts'
import { thumbnailUrl } from '../../imagery/addresses.ts'
import type { ImageCard } from '../../imagery/images.ts'
import { CardCaption, CardCell, CardCheck, CardFrame } from '../../ui/card-grid.tsx'
import { formatDepth } from '../../ui/format.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './gallery.module.css'
import { galleryTexts as texts } from './texts.ts'

const { gallery: words } = texts

interface GalleryCellProps {
  card: ImageCard | undefined
  index: number
  active: boolean
  selected: boolean
  selectable: boolean
  onOpen: (index: number) => void
  onSelect: (index: number, range: boolean) => void
}

/** Image in the gallery with its name and facts. Until its page is loaded, the cell is a placeholder of the same size. */
export const GalleryCell = memo(function GalleryCell({ card, index, active, selected, selectable, onOpen, onSelect }: GalleryCellProps) {
  if (!card) return <CardCell index={index} active={active} />

  function click(event: MouseEvent) {
    const choose = selectable && (event.shiftKey || event.ctrlKey || event.metaKey)
    if (choose) onSelect(index, event.shiftKey)
    else onOpen(index)
  }

  return (
    <CardCell index={index} active={active} aria-selected={selectable ? selected : undefined} onClick={click}>
      <CardFrame className={styles.frame} data-state={card.state} data-loading={card.state === 'processing' || undefined}>
        {card.state === 'failed' ? <FailedFrame card={card} /> : <Thumbnail key={`${card.id} ${card.state}`} card={card} />}
        {selectable && (
          <CardCheck
            checked={selected}
            onClick={event => {
              event.stopPropagation()
              onSelect(index, event.shiftKey)
            }}
          />
        )}
      </CardFrame>
      <CardCaption name={card.fileName} tip={card.fileName}>
        <span className={styles.facts}>{facts(card)}</span>
        {card.state !== 'ready' && (
          <VisuallyHidden>{card.state === 'processing' ? words.beingPrepared : words.couldNotBeRead}</VisuallyHidden>
        )}
      </CardCaption>
    </CardCell>
  )
})

/** Thumbnail, which appears once it is fully loaded. */
function Thumbnail({ card }: { card: ImageCard }) {
  const source = useProtectedSource(thumbnailUrl(card.id, 'small'))
  const [shown, setShown] = useState<'waiting' | 'here' | 'broken'>('waiting')
  if (shown === 'broken')
    return (
      <span className={styles.note} aria-hidden>
        {card.state === 'processing' ? words.preparing : words.noPreview}
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

function FailedFrame({ card }: { card: ImageCard }) {
  return (
    <span className={styles.failed} data-tip={card.failure ?? undefined} aria-hidden>
      <WarningIcon aria-hidden />
      {words.notRead}
    </span>
  )
}

/** Formats the time in UTC and the depth, as `2019-07-12 14:03 · 1 874 m`. */
function facts(card: ImageCard): string {
  const time = card.eventDate ? `${card.eventDate.slice(0, 10)} ${card.eventDate.slice(11, 16)}` : words.noTime
  return card.depthInMeters === null ? time : `${time} · ${formatDepth(card.depthInMeters)}`
}
