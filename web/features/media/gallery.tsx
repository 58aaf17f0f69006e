import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { headerHeightPx } from '../../../shared/limits.ts'
import type { ImageCard } from '../../imagery/images.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import type { CardIndex } from '../../ui/card-index.ts'
import { layOut } from '../../ui/grid-layout.ts'
import { useCardGrid } from '../../ui/use-card-grid.ts'
import styles from './gallery.module.css'
import { GalleryCell } from './gallery-cell.tsx'
import type { Selection } from './selection.ts'
import type { WayToEnd } from './use-way-to-end.ts'

export interface GalleryProps {
  cards: CardIndex<ImageCard>
  /** Number of cells to lay out, at least the loaded ones. */
  count: number
  /** Minimum width of a cell in CSS pixels. */
  narrowest: number
  selection: Selection
  canEdit: boolean
  /** Called with the range of cells in view, end excluded. */
  onRange: (first: number, end: number) => void
  onOpen: (index: number) => void
  onRemove: (indexes: number[]) => void
  /** Loads the rest of the list, for the End key. */
  wayToEnd: WayToEnd
  /** Index of the cell that receives the focus on return to the grid, such as the image last viewed. */
  current: number
}

/** Grid of images that scrolls with the page. */
// Long: one grid with its keys and rows.
export function Gallery(props: GalleryProps) {
  const { cards, count, narrowest, selection, canEdit, onRange, onOpen, onRemove, wayToEnd, current } = props
  const grid = useCardGrid({
    cards,
    count,
    selection: canEdit ? selection : null,
    layOut: width => layOut(width, { narrowest, gap: width < 560 ? 10 : 16, pictureShare: 3 / 4, captionHeight: 52 }),
    overscan: 2,
    covered: { above: headerHeightPx + 72, below: 24 },
    onRange
  })
  const { active, setActive, select } = grid
  useEffect(() => setActive(current), [current, setActive])

  /** Focused index while the rest of the list loads, and the start of the range to select afterwards. */
  const waits = useRef<{ at: number; chooseFrom: number | null } | null>(null)
  // once the rest is loaded, the focus moves to the last cell, unless it has moved in the meantime
  const whole = cards.length >= count
  useEffect(() => {
    if (!whole || !waits.current) return
    const { at, chooseFrom } = waits.current
    waits.current = null
    const { first, end } = grid.inView
    if (at !== active || at < first || at >= end || !grid.holdsFocus()) return
    if (chooseFrom !== null) selection.add(cards.between(chooseFrom, count - 1))
    grid.moveTo(count - 1)
  })

  const open = useCallback(
    (index: number) => {
      setActive(index)
      onOpen(index)
    },
    [onOpen, setActive]
  )

  function keyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event
    const target = grid.moveByKey(event)
    if (target !== null) {
      if (key !== 'End') wayToEnd.stop()
      else if (cards.length < count) {
        waits.current = { at: target, chooseFrom: canEdit && shiftKey ? active : null }
        wayToEnd.start()
      }
    } else if (key === 'Enter') open(active)
    else if (key === ' ' && canEdit) select(active, shiftKey)
    else if (key === 'a' && (event.ctrlKey || event.metaKey) && canEdit) selection.add(cards.between(0, cards.length - 1))
    else if (key === 'Escape' && wayToEnd.going) wayToEnd.stop()
    else if (key === 'Escape' && selection.ids.size > 0) selection.clear()
    else if (key === 'Delete' && canEdit) onRemove([active])
    else return
    event.preventDefault()
  }

  return (
    <CardGrid
      grid={grid}
      label="Images"
      selectable={canEdit}
      selecting={selection.ids.size > 0}
      className={styles.gallery}
      onKeyDown={keyDown}
    >
      {index => {
        const card = cards.at(index)
        return (
          <GalleryCell
            card={card}
            index={index}
            active={index === active}
            selected={card !== undefined && selection.ids.has(card.id)}
            selectable={canEdit}
            onOpen={open}
            onSelect={select}
          />
        )
      }}
    </CardGrid>
  )
}
