import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Rectangle, ScreenPoint, Size, Viewport } from '../../imagery/viewport.ts'

/** Canvas with picture and shapes, from the perspective of the tools. */
export interface Surface {
  readonly viewport: Viewport
  /** Size of the canvas in CSS pixels. */
  readonly view: Size
  /** Ids of the shapes at a point. The smallest area comes first, so that nested shapes can be selected. */
  pick(at: ScreenPoint, reachPx: number): string[]
  /** Ids of the shapes inside a rectangle, which is in pixels of the picture. */
  within(rectangle: Rectangle): string[]
  shapeOf(id: string): Shape | null | undefined
  requestPaint(): void
  /** Zooms by a factor about a fixed point; `smooth` takes several frames. */
  zoomAt(at: ScreenPoint, factor: number, smooth?: boolean): void
  /** Moves the picture by a distance on the screen: positive is right and down. */
  pan(dx: number, dy: number): void
}
