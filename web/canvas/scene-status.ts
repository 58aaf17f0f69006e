import type { PictureStatus } from '../imagery/picture-status.ts'
import type { CorrectionName } from './corrections.ts'

/** Status of the scene that is shown around the canvas. Every change makes a new object. */
export interface SceneStatus extends PictureStatus {
  /** True when all shapes are visible; false while some are being prepared. */
  hasAllShapes: boolean
  /** CSS pixels per pixel of the picture, at the end of a movement under way. */
  scale: number
  /** True when the whole picture is shown. */
  isFitted: boolean
  /** Renderer in use. `canvas` works without the graphics card and is slower. */
  drawnBy: 'webgl' | 'canvas'
  /** Requested corrections that cannot be shown. */
  undone: readonly CorrectionName[]
}
