import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Rectangle, ScreenPoint, Size, Viewport } from '../../imagery/viewport.ts'

/** The canvas with picture and shapes, as tools use it. */
export interface Surface {
  readonly viewport: Viewport
  /** Size of the canvas in CSS pixels. */
  readonly view: Size
  /** Shapes under a place, the uppermost (of nested ones the smallest) first. */
  pick(at: ScreenPoint, reachPx: number): string[]
  /** Shapes that lie in a part of the picture, in its pixels. */
  within(rectangle: Rectangle): string[]
  shapeOf(id: string): Shape | null | undefined
  requestPaint(): void
  /** Magnifies by a factor about a place that stays where it is; `smooth` takes some frames. */
  zoomAt(at: ScreenPoint, factor: number, smooth?: boolean): void
  /** Moves the picture by a distance on the screen: positive is right and down. */
  pan(dx: number, dy: number): void
}
