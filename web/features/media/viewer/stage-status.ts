import type { Pyramid } from '../../../imagery/picture-painter.ts'
import type { PictureStatus } from '../../../imagery/picture-status.ts'

/** What the panels around the canvas show of it. A new object with every change. */
export interface StageStatus extends PictureStatus {
  /** CSS pixels per pixel of the picture. */
  scale: number
  isFitted: boolean
}

export const nothingShown: StageStatus = { picture: 'waiting', failure: null, failedTiles: 0, scale: 1, isFitted: true }

/** What the tiles in view say of the picture. */
export function tiledStatus({ store, wanted }: Pyramid, before: StageStatus): Partial<StageStatus> {
  const failedTiles = store.failedCount
  if (wanted.length > 0 && store.isSettled)
    return { failedTiles, picture: failedTiles === wanted.length && before.picture === 'waiting' ? 'waiting' : 'sharp' }
  return { failedTiles, picture: before.picture === 'sharp' ? 'coarse' : before.picture }
}
