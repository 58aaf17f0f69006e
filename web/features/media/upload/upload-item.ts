/**
 * State of a file: `waiting` → `checking` (for a duplicate) → `ready` → `sending` → `done`. Other states are `known` (the
 * project already has the file), `failed`, and `paused` by the person.
 */
export type UploadState = 'waiting' | 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'known' | 'failed'

/** File in the queue. Every change creates a new object. */
export interface UploadItem {
  id: number
  projectId: string
  /** Id shared by files that were added together. */
  batch: string
  fileName: string
  sizeBytes: number
  state: UploadState
  sentBytes: number
  /** Reason for a failure, or the file name of the duplicate. */
  message: string | null
  mediaId: string | null
}

export interface UploadSnapshot {
  items: readonly UploadItem[]
  /** Bytes left to send in all unfinished files. */
  bytesLeft: number
  bytesPerSecond: number
  paused: boolean
}

export interface SendReport {
  onProgress: (sentBytes: number) => void
  onDone: (mediaId: string | null) => void
  onFailed: (error: Error) => void
}

/** Starts or resumes an upload. Bytes that were sent before are not sent again. */
export type Send = (
  file: File,
  to: Pick<UploadItem, 'projectId' | 'batch'>,
  report: SendReport
) => { pause: () => void; cancel: () => void }

/** Error code of the server for a file that the project already has. */
export const alreadyHere = 'ALREADY_IN_PROJECT'

const unfinished: readonly UploadState[] = ['waiting', 'checking', 'ready', 'sending', 'paused']

export const isUnfinished = (item: UploadItem) => unfinished.includes(item.state)
/** Returns whether an upload is unfinished and not paused. */
export const isActive = (item: UploadItem) => isUnfinished(item) && item.state !== 'paused'
