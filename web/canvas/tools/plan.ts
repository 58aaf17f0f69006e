import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { DrawingContext, ToolEvent } from './tool-event.ts'

/** How clicks become a shape. */
export interface Plan {
  /** How many make it whole; null: as many as one likes, ended by a double click or Enter. */
  clicks: number | null
  /** Of an open number: how many it takes at least. */
  least: number
  /** A click on the first vertex ends it. */
  closes: boolean
  /** The shape of so many points; null while there are too few. */
  shapeOf: (points: readonly Vertex[], event: ToolEvent, context: DrawingContext) => Shape | null
  /** The whole shape of a drag, for a form whose clicks give more than that. */
  dragged?: (from: Vertex, to: Vertex, context: DrawingContext) => Shape | null
  /** The next thing to do before the last click. */
  hint?: string
  /** Why nothing can be drawn at all, before the first click; null when it can. */
  forbids?: (context: DrawingContext) => string | null
  /** Turns the drawn shape into the final one. */
  finish?: (shape: Shape, context: DrawingContext) => { shape: Shape } | { refusal: string }
  tooFew: string
  noExtent: string
}

export const oneClick = { clicks: 1, least: 1, closes: false, tooFew: '' } as const
export const twoClicks = { clicks: 2, least: 2, closes: false, tooFew: '' } as const
export const threeClicks = { clicks: 3, least: 2, closes: false, tooFew: '', hint: 'Click to set the width · Esc gives up' } as const
