/**
 * `waiting` → `checking` (for a duplicate) → `ready` → `sending` → `done`. Or `known` when the project has the same
 * file, `failed` with the reason, or `paused` by a person.
 */
export type UploadState = 'waiting' | 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'known' | 'failed'

/** One file of the queue. Every change makes a new object. */
export interface UploadItem {
  id: number
  projectId: string
  /** Id shared by files that were added together. */
  batch: string
  fileName: string
  sizeBytes: number
  state: UploadState
  sentBytes: number
  /** Reason for a failure, or the name of the duplicate. */
  message: string | null
  mediaId: string | null
}

export interface UploadSnapshot {
  items: readonly UploadItem[]
  /** Bytes left of all unfinished files. */
  bytesLeft: number
  bytesPerSecond: number
  paused: boolean
}

export interface SendReport {
  onProgress: (sentBytes: number) => void
  onDone: (mediaId: string | null) => void
  onFailed: (error: Error) => void
}

/** Starts or resumes an upload. Bytes sent before are not sent again. */
export type Send = (
  file: File,
  to: Pick<UploadItem, 'projectId' | 'batch'>,
  report: SendReport
) => { pause: () => void; cancel: () => void }

/** Error code of the server for a file whose duplicate was being uploaded. */
export const alreadyHere = 'ALREADY_IN_PROJECT'

const unfinished: readonly UploadState[] = ['waiting', 'checking', 'ready', 'sending', 'paused']

export const isUnfinished = (item: UploadItem) => unfinished.includes(item.state)
/** True for an unfinished upload that is not paused. */
export const isActive = (item: UploadItem) => isUnfinished(item) && item.state !== 'paused'
