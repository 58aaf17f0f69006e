import type { PictureView, Pyramid } from '../imagery/picture-painter.ts'
import type { Tile } from '../imagery/tiles.ts'
import type { CorrectionName, Corrections } from './corrections.ts'
import type { ShapeSet } from './shape-set.ts'

/** So far beyond the canvas tiles are fetched and frames are kept, in CSS pixels: what a hand moves in a moment. */
export const marginPx = 192

export interface ScenePyramid extends Pyramid {
  /** Tiles around those in view. */
  ahead: Tile[]
}

/** All that one frame shows. */
export interface Frame extends PictureView {
  pyramid: ScenePyramid | null
  shapes: ShapeSet
  corrections: Corrections | null
  /** How long geometry may be built in this frame, in milliseconds. */
  buildMs: number
  /** Another place was seen in the frame before: what can wait, waits. */
  isMoving: boolean
}

/** Draws frames: by the graphics card, or without one. */
export interface Renderer {
  /** A picture to put below the overlay's own paint; null when the canvas below shows it already. */
  readonly surface: HTMLCanvasElement | null
  /** @returns what the frame shows in full; another frame is wanted for the rest */
  paint(frame: Frame): { hasAllTiles: boolean; hasAllShapes: boolean }
  /** Uses a pause to get ready for other zooms. @returns whether there is more to do */
  buildAhead(shapes: ShapeSet, until: number): boolean
  /** A bitmap will not be drawn any more. */
  forget(bitmap: ImageBitmap): void
  /** Corrections that cannot be shown. */
  undone(corrections: Corrections | null): CorrectionName[]
  close(): void
}
