/**
 * Storage limits in bytes. Quotas count images, uploaded models and uploads in progress. Removed images count while they can be restored.
 */
export interface RoomLimits {
  /** Space that uploads leave free on the disk for thumbnails and the database. */
  minFreeBytes: number
  /** Quota of all accounts together; null for no limit. */
  quotaBytes: number | null
  /** Quota of each account; null for no limit. */
  quotaPerPersonBytes: number | null
}

export const defaultRoom: RoomLimits = { minFreeBytes: 1024 ** 3, quotaBytes: null, quotaPerPersonBytes: null }
