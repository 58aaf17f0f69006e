import type { PictureStatus } from '../imagery/picture-status.ts'
import type { CorrectionName } from './corrections.ts'

/** The part of it that is shown around the canvas. A new object with every change. */
export interface SceneStatus extends PictureStatus {
  /** Whether all shapes are seen, or some are still being prepared. */
  hasAllShapes: boolean
  /** CSS pixels per pixel of the picture; where a movement goes, not where it is. */
  scale: number
  /** The whole picture is shown. */
  isFitted: boolean
  /** `canvas`: without the graphics card, which is slower. */
  drawnBy: 'webgl' | 'canvas'
  /** Corrections that were asked for and cannot be shown. */
  undone: readonly CorrectionName[]
}
