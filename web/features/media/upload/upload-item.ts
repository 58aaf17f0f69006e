/**
 * `waiting` → `checking` (is it here already?) → `ready` → `sending` → `done`; or `known` when the project has the same file,
 * `failed` with the reason, `paused` by a person.
 */
export type UploadState = 'waiting' | 'checking' | 'ready' | 'sending' | 'paused' | 'done' | 'known' | 'failed'

/** A new object with every change. */
export interface UploadItem {
  id: number
  projectId: string
  /** Files that were added together have the same. */
  batch: string
  fileName: string
  sizeBytes: number
  state: UploadState
  sentBytes: number
  /** Why it failed, or what it is known as. */
  message: string | null
  mediaId: string | null
}

export interface UploadSnapshot {
  items: readonly UploadItem[]
  /** Of all that is not finished. */
  bytesLeft: number
  bytesPerSecond: number
  paused: boolean
}

export interface SendReport {
  onProgress: (sentBytes: number) => void
  onDone: (mediaId: string | null) => void
  onFailed: (error: Error) => void
}

/** Starts to send; what was sent before is not sent again. */
export type Send = (
  file: File,
  to: Pick<UploadItem, 'projectId' | 'batch'>,
  report: SendReport
) => { pause: () => void; cancel: () => void }

/** The server's word for a file that came while its twin was on its way. */
export const alreadyHere = 'ALREADY_IN_PROJECT'

const unfinished: readonly UploadState[] = ['waiting', 'checking', 'ready', 'sending', 'paused']

export const isUnfinished = (item: UploadItem) => unfinished.includes(item.state)
/** Unfinished and going on by itself. */
export const isActive = (item: UploadItem) => isUnfinished(item) && item.state !== 'paused'
