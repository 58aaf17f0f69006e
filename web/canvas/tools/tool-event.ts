import type { Polygon, Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { MediaPoint, ScreenPoint, Size } from '../../imagery/viewport.ts'

/** `leave`: another tool is taken. `cancel`: the press never was one, because it became a pinch or the browser took the pointer. */
export type ToolEventType = 'down' | 'move' | 'up' | 'cancel' | 'doubleClick' | 'enter' | 'leave' | 'escape' | 'backspace'

export interface ToolEvent {
  type: ToolEventType
  at: MediaPoint
  screen: ScreenPoint
  /** Keeps the ratio, or adds to the selection. */
  shift: boolean
  /** From the centre. */
  alt: boolean
  /** How near is near enough, in CSS pixels: a finger is blunter than a mouse. */
  reachPx: number
}

export interface DrawingContext {
  /** Pixels of the picture, upright. */
  picture: Size
  /** CSS pixels per pixel of the picture. */
  scale: number
  /** The polygon for the hole tool; null when no polygon, or more than one shape, is selected. */
  selectedPolygon: Polygon | null
}

export interface DrawingStep {
  /** The shape if it ended here; a line or a point while there is too little for more. */
  draft: Shape | null
  /** Further parts of the draft. */
  others?: readonly Shape[]
  /** Vertices that are set; the draft may have one more, under the pointer. */
  placed: readonly Vertex[]
  done: Shape | null
  /** Shapes that were finished together with `done`. */
  alsoDone?: readonly Shape[]
  /** The next thing to do, as a sentence. */
  hint?: string
  /** Why nothing came about, as a sentence. */
  message?: string
}

/** One tool and what has been drawn with it so far. It touches nothing outside itself. */
export interface DrawingTool {
  handle(event: ToolEvent, context: DrawingContext): DrawingStep
}

/** A press that ends this near to where it began is a click, in CSS pixels. */
export const clickPx = 4
