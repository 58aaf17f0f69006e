import type { Media } from '../../shared/contracts/media.ts'
import type { PictureStatus } from '../imagery/picture-status.ts'
import type { Size, Viewport } from '../imagery/viewport.ts'
import type { ScenePyramid } from './frame.ts'

export type SceneImage = Pick<Media, 'id' | 'width' | 'height' | 'tiled' | 'format' | 'state'>

export interface SourceOptions {
  /** Called when pixels arrive or fail to load. */
  onChange: () => void
  /** Called before a bitmap is closed or replaced. */
  onDrop: (bitmap: ImageBitmap) => void
}

/** Pixels of one picture, as they arrive. A source may replace `base` at any time, as a video does with every frame. */
export interface PictureSource {
  /** Whole picture, coarse or fine; null until the first bitmap arrives. */
  readonly base: ImageBitmap | null
  /** Tiles of the picture; null for a picture without tiles. */
  readonly pyramid: ScenePyramid | null
  /** Fetches the pixels of a view, then those around it. */
  want(viewport: Viewport, view: Size, ratio: number): void
  /** Loading status: the same object until something changes. */
  status(): PictureStatus
  /** Retries the parts that failed to load. */
  retry(): void
  close(): void
}
