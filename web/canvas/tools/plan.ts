import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { DrawingContext, ToolEvent } from './tool-event.ts'

/** Rules that turn clicks into a shape. */
export interface Plan {
  /** Number of clicks for a complete shape; null for any number, ended by a double click or Enter. */
  clicks: number | null
  /** Minimum number of clicks. With fewer, the shape cannot be finished, and is dropped when another tool is chosen. */
  least: number
  /** True when a click on the first vertex ends the shape. */
  closes: boolean
  /** Shape from the points; null while there are too few, or while the shape has no extent. */
  shapeOf: (points: readonly Vertex[], event: ToolEvent, context: DrawingContext) => Shape | null
  /** Complete shape from a single drag, for kinds that need more than two clicks; null for a drag without extent. */
  dragged?: (from: Vertex, to: Vertex, context: DrawingContext) => Shape | null
  /** Hint shown before the last click. */
  hint?: string
  /** Reason why drawing is impossible, shown before the first click; null when it is possible. */
  forbids?: (context: DrawingContext) => string | null
  /** Turns the drawn shape into the final one. */
  finish?: (shape: Shape, context: DrawingContext) => { shape: Shape } | { refusal: string }
  tooFew: string
  noExtent: string
}

export const oneClick = { clicks: 1, least: 1, closes: false, tooFew: '' } as const
export const twoClicks = { clicks: 2, least: 2, closes: false, tooFew: '' } as const
export const threeClicks = { clicks: 3, least: 2, closes: false, tooFew: '', hint: 'Click to set the width · Esc cancels' } as const
