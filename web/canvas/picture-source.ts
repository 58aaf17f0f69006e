import type { Media } from '../../shared/contracts/media.ts'
import type { PictureStatus } from '../imagery/picture-status.ts'
import type { Size, Viewport } from '../imagery/viewport.ts'
import type { ScenePyramid } from './frame.ts'

export type SceneImage = Pick<Media, 'id' | 'width' | 'height' | 'tiled' | 'format' | 'state'>

export interface SourceOptions {
  /** Called when pixels arrive or fail. */
  onChange: () => void
  /** Called before a bitmap is closed or replaced. */
  onDrop: (bitmap: ImageBitmap) => void
}

/** The pixels of one picture, as they arrive. A source may replace `base` at any time, as a frame of a video does. */
export interface PictureSource {
  /** The whole picture, coarse or fine; null until the first arrives. */
  readonly base: ImageBitmap | null
  /** Null for a picture without tiles. */
  readonly pyramid: ScenePyramid | null
  /** Fetches the pixels of a view, and then those around it. */
  want(viewport: Viewport, view: Size, ratio: number): void
  /** The same object until something changes. */
  status(): PictureStatus
  /** Fetches again what failed. */
  retry(): void
  close(): void
}
