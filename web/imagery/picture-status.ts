/** Loading state of a picture on a canvas. */
export interface PictureStatus {
  /** State of the pixels. `waiting`: none yet. `coarse`: a preview while the picture loads. */
  picture: 'waiting' | 'coarse' | 'sharp' | 'failed'
  failure: string | null
  failedTiles: number
}
