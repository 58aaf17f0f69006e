import type { Viewport } from '../../../imagery/viewport.ts'
import type { CorrectionName } from './corrections.ts'

/** What the panels around the canvas show of it. A new object with every change. */
export interface SceneStatus {
  /** `waiting`: nothing to see yet. `coarse`: a preview while the picture comes. */
  picture: 'waiting' | 'coarse' | 'sharp' | 'failed'
  failure: string | null
  failedTiles: number
  /** Whether all shapes are seen, or some are still being prepared. */
  hasAllShapes: boolean
  /** CSS pixels per pixel of the picture; where a movement goes, not where it is. */
  scale: number
  isFitted: boolean
  /** Where the last movement came to rest. */
  restedAt: Viewport
  /** `canvas`: without the graphics card, which is slower. */
  drawnBy: 'webgl' | 'canvas'
  /** Corrections that were asked for and cannot be shown. */
  undone: readonly CorrectionName[]
}
