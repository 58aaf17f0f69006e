import type { PictureStatus } from '../imagery/picture-status.ts'
import type { CorrectionName } from './corrections.ts'

/** Status of the scene, for the controls around the canvas. Every change creates a new object. */
export interface SceneStatus extends PictureStatus {
  /** True when all shapes are visible; false while some are being prepared. */
  hasAllShapes: boolean
  /** CSS pixels per pixel of the picture, after any movement in progress. */
  scale: number
  /** True when the whole picture is shown. */
  isFitted: boolean
  /** Renderer in use. `canvas` works without WebGL and is slower. */
  drawnBy: 'webgl' | 'canvas'
  /** Requested corrections that the renderer cannot show. */
  undone: readonly CorrectionName[]
}
