import { type KeyboardEvent, type Ref, useImperativeHandle } from 'react'
import { headerHeightPx } from '../../../shared/limits.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import type { CardIndex } from '../../ui/card-index.ts'
import { layOut } from '../../ui/grid-layout.ts'
import { useCardGrid } from '../../ui/use-card-grid.ts'
import { PatchCell } from './patch-cell.tsx'
import styles from './patch-grid.module.css'
import type { PatchCard } from './queries.ts'
import type { Selection } from './selection.ts'
import { texts } from './texts.ts'

/** Actions of the grid for the keys of the screen. */
export interface GridHandle {
  /** Index of the cell that has, or would get, the focus. */
  active: () => number
  move: (by: number) => void
  focus: () => void
}

interface PatchGridProps {
  cards: CardIndex<PatchCard>
  /** Number of cells to lay out, at least the loaded ones. */
  count: number
  labelIndex: LabelIndex
  selection: Selection
  /** Reports the range of cells in view, end excluded. */
  onRange: (first: number, end: number) => void
  onOpen: (index: number) => void
  ref: Ref<GridHandle>
}

const sizes = { narrowest: 136, gap: 12, pictureShare: 1, captionHeight: 48 }
/** Height of the header and the filter bar, which stay above the grid while it scrolls. */
const covered = { above: headerHeightPx + 120, below: 96 }

/** The crops as a grid that scrolls with the page. */
export function PatchGrid({ cards, count, labelIndex, selection, onRange, onOpen, ref }: PatchGridProps) {
  const grid = useCardGrid({ cards, count, selection, layOut: width => layOut(width, sizes), overscan: 3, covered, onRange })
  const { active, moveTo, select } = grid

  useImperativeHandle(ref, () => ({
    active: () => active,
    move: by => moveTo(Math.min(Math.max(0, active + by), Math.max(0, count - 1))),
    focus: () => moveTo(active)
  }))

  function keyDown(event: KeyboardEvent) {
    if (grid.moveByKey(event) === null) {
      if (event.key === 'Enter') onOpen(active)
      else if (event.key === ' ') select(active, event.shiftKey)
      else return
    }
    event.preventDefault()
  }

  return (
    <CardGrid
      grid={grid}
      label={texts.grid.label}
      selectable
      selecting={selection.ids.size > 0 || selection.isAll}
      className={styles.patches}
      onKeyDown={keyDown}
    >
      {index => {
        const card = cards.at(index)
        return (
          <PatchCell
            card={card}
            index={index}
            labelIndex={labelIndex}
            active={index === active}
            selected={selection.isAll || (card !== undefined && selection.ids.has(card.id))}
            onSelect={select}
            onOpen={onOpen}
          />
        )
      }}
    </CardGrid>
  )
}
