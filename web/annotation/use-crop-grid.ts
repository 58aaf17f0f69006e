import { type KeyboardEvent, type Ref, useImperativeHandle } from 'react'
import type { CardIndex } from '../ui/card-index.ts'
import { layOut } from '../ui/grid-layout.ts'
import { type CardGridState, useCardGrid } from '../ui/use-card-grid.ts'

/** Grid actions for the screen's keyboard shortcuts. */
export interface GridHandle {
  /** Index of the cell that has the focus, or receives it when the grid is focused. */
  active: () => number
  move: (by: number) => void
  focus: () => void
}

interface CropGridOptions {
  cards: CardIndex<{ id: string }>
  /** Number of cells to lay out; not less than the number of loaded cells. */
  count: number
  selection: { toggle: (id: string) => void; add: (ids: readonly string[]) => void }
  /** Height in CSS pixels of the fixed bars above and below the grid. */
  covered: { above: number; below: number }
  /** Called with the range of cells in view; the end is exclusive. */
  onRange?: (first: number, end: number) => void
  onOpen: (index: number) => void
  ref: Ref<GridHandle>
}

const sizes = { narrowest: 136, gap: 12, pictureShare: 1, captionHeight: 48 }
const ignore = () => {}

/** Grid of crops with two lines of text below each. Enter opens a crop, and Space selects it. */
export function useCropGrid(options: CropGridOptions): { grid: CardGridState; keyDown: (event: KeyboardEvent) => void } {
  const { cards, count, selection, covered, onRange = ignore, onOpen, ref } = options
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

  return { grid, keyDown }
}
