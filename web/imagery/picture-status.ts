/** Loading state of a picture on a canvas. */
export interface PictureStatus {
  /** `waiting`: nothing to see yet. `coarse`: a preview while the picture comes. */
  picture: 'waiting' | 'coarse' | 'sharp' | 'failed'
  failure: string | null
  failedTiles: number
}
