import type { Ref } from 'react'
import { headerHeightPx } from '../../../shared/limits.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { type GridHandle, useCropGrid } from '../../annotation/use-crop-grid.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import type { CardIndex } from '../../ui/card-index.ts'
import { PatchCell } from './patch-cell.tsx'
import styles from './patch-grid.module.css'
import type { PatchCard } from './queries.ts'
import type { Selection } from './selection.ts'
import { texts } from './texts.ts'

interface PatchGridProps {
  cards: CardIndex<PatchCard>
  /** Number of cells to lay out, at least the number of loaded annotations. */
  count: number
  labelIndex: LabelIndex
  selection: Selection
  /** Called with the range of cells in view. `end` is exclusive. */
  onRange: (first: number, end: number) => void
  onOpen: (index: number) => void
  ref: Ref<GridHandle>
}

/** Heights in CSS pixels: `above` is covered by the header and the filter bar, and `below` by the action bar. */
const covered = { above: headerHeightPx + 120, below: 96 }

/** Grid of annotation crops that scrolls with the page. */
export function PatchGrid({ cards, count, labelIndex, selection, onRange, onOpen, ref }: PatchGridProps) {
  const { grid, keyDown } = useCropGrid({ cards, count, selection, covered, onRange, onOpen, ref })
  const { active, select } = grid

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
