import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Rectangle, ScreenPoint, Size, Viewport } from '../../imagery/viewport.ts'

/** Canvas with picture and shapes, as the tools use it. */
export interface Surface {
  readonly viewport: Viewport
  /** Size of the canvas in CSS pixels. */
  readonly view: Size
  /** Shapes at a place, the uppermost first; of nested ones the smallest. */
  pick(at: ScreenPoint, reachPx: number): string[]
  /** Shapes inside a rectangle, in pixels of the picture. */
  within(rectangle: Rectangle): string[]
  shapeOf(id: string): Shape | null | undefined
  requestPaint(): void
  /** Zooms by a factor about a fixed place; `smooth` takes several frames. */
  zoomAt(at: ScreenPoint, factor: number, smooth?: boolean): void
  /** Moves the picture by a distance on the screen: positive is right and down. */
  pan(dx: number, dy: number): void
}
