import type { Polygon, Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { MediaPoint, ScreenPoint, Size } from '../../imagery/viewport.ts'

/** Type of an event for a tool. `leave`: another tool or picture was chosen. `cancel`: the press became a pinch, or the browser took over the pointer. */
export type ToolEventType = 'down' | 'move' | 'up' | 'cancel' | 'doubleClick' | 'enter' | 'leave' | 'escape' | 'backspace'

export interface ToolEvent {
  type: ToolEventType
  at: MediaPoint
  screen: ScreenPoint
  /** True while Shift is held, which keeps the aspect ratio or adds to the selection. */
  shift: boolean
  /** True while Alt is held, which draws from the centre or removes a clicked vertex. */
  alt: boolean
  /** Reach of the pointer in CSS pixels. A finger is less precise than a mouse. */
  reachPx: number
}

export interface DrawingContext {
  /** Size of the upright picture in pixels. */
  picture: Size
  /** CSS pixels per pixel of the picture. */
  scale: number
  /** Polygon that the hole tool, brush and eraser edit; null unless the only selected shape is a polygon that may be edited. */
  selectedPolygon: Polygon | null
  /** Id of the selected shape; null unless it is the only one and may be edited. */
  selectedId: string | null
  /** Stored shape; null or undefined when there is none. */
  shapeOf(id: string): Shape | null | undefined
}

export interface DrawingStep {
  /** Shape as if it were finished now; a line or a point while it has too few vertices. */
  draft: Shape | null
  /** Further parts of the draft. */
  others?: readonly Shape[]
  /** Vertices set so far. The draft may have one more, under the pointer. */
  placed: readonly Vertex[]
  done: Shape | null
  /** Shapes that were finished together with `done`. */
  alsoDone?: readonly Shape[]
  /** Id of the shape that the draft changes, and that `done` replaces. */
  editedId?: string | null
  /** Hint about the next step. */
  hint?: string
  /** Message to show, such as the reason why no shape was created. */
  message?: string
}

/** Drawing tool with its unfinished shape. It has no side effects. */
export interface DrawingTool {
  handle(event: ToolEvent, context: DrawingContext): DrawingStep
}

/** Largest distance between press and release of a click, in CSS pixels. */
export const clickPx = 4
