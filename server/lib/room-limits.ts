/** How much photographs may take. Bytes; quotas count originals, those included that can be restored, and uploads under way. */
export interface RoomLimits {
  /** What uploads leave free on the disk, for thumbnails and the database. */
  minFreeBytes: number
  /** Of everybody; null without a limit. */
  quotaBytes: number | null
  /** Of each person; null without a limit. */
  quotaPerPersonBytes: number | null
}

export const defaultRoom: RoomLimits = { minFreeBytes: 1024 ** 3, quotaBytes: null, quotaPerPersonBytes: null }
