import type { PictureView, Pyramid } from '../imagery/picture-painter.ts'
import type { Tile } from '../imagery/tiles.ts'
import type { CorrectionName, Corrections } from './corrections.ts'
import type { ShapeSet } from './shape-set.ts'

/** Margin around the canvas in CSS pixels, about the length of a short drag. Tiles are prefetched in it, and cached frames include it. */
export const marginPx = 192

export interface ScenePyramid extends Pyramid {
  /** Tiles around the visible ones. */
  ahead: Tile[]
}

/** Content of one frame. */
export interface Frame extends PictureView {
  pyramid: ScenePyramid | null
  shapes: ShapeSet
  corrections: Corrections | null
  /** Time available for building geometry in this frame, in milliseconds. */
  buildMs: number
  /** True when the previous frame showed a different part of the picture. If so, work that can wait is postponed. */
  isMoving: boolean
}

/** Renderer of frames, with or without WebGL. */
export interface Renderer {
  /** Canvas with the frame, to be drawn below the overlay's own content; null when the frame is painted on the picture's canvas. */
  readonly surface: HTMLCanvasElement | null
  /** Paints a frame. @returns whether all tiles and all shapes were painted; otherwise another frame is needed */
  paint(frame: Frame): { hasAllTiles: boolean; hasAllShapes: boolean }
  /** Prepares geometry for other zoom levels while nothing changes. @returns whether work is left */
  buildAhead(shapes: ShapeSet, until: number): boolean
  /** Releases a bitmap that will not be drawn again. */
  forget(bitmap: ImageBitmap): void
  /** Corrections that the renderer cannot show. */
  undone(corrections: Corrections | null): CorrectionName[]
  close(): void
}
