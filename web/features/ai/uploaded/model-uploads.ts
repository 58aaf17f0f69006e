import { isRefused } from '../../../api/api-error.ts'
import type { RunningUpload } from '../../../api/tus-upload.ts'
import { accountWork, onAccountWork } from '../../../sync/account-work.ts'
import { sendModel } from './send-model.ts'

/** Upload of a model. Every change creates a new object. */
export interface ModelUpload {
  file: File
  accountId: string
  /** Sent share, 0 to 1. */
  share: number
  /** Error that stopped the upload, which can then be resumed; null while the file is being sent. */
  fault: Error | null
}

interface Ends {
  onDone(file: File, modelId: string | null): void
  /** Called when the server refuses the file for good. */
  onRefused(file: File, error: Error): void
}

const uploads = new Map<string, ModelUpload>()
const running = new Map<string, RunningUpload>()
const listeners = new Set<() => void>()

function change(projectId: string, upload: ModelUpload | null): void {
  if (upload) uploads.set(projectId, upload)
  else {
    uploads.delete(projectId)
    running.delete(projectId)
  }
  for (const listener of listeners) listener()
}

// Closing the page would stop the uploads, so the browser requests confirmation.
listeners.add(() => {
  if ([...uploads.values()].some(({ fault }) => fault === null)) window.addEventListener('beforeunload', stay)
  else window.removeEventListener('beforeunload', stay)
})
const stay = (event: BeforeUnloadEvent) => event.preventDefault()

/** Model uploads in this tab, one for each project. They live outside React, so that uploads continue when the person opens another page. */
export const modelUploads = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** Returns the upload of an account to a project; null if there is none. */
  of(projectId: string, accountId: string): ModelUpload | null {
    const upload = uploads.get(projectId)
    return upload?.accountId === accountId ? upload : null
  },

  /** Starts an upload, or resumes one that an error stopped. */
  start(projectId: string, accountId: string, file: File, { onDone, onRefused }: Ends): void {
    let now: ModelUpload = { file, accountId, share: uploads.get(projectId)?.share ?? 0, fault: null }
    const isCurrent = () => uploads.get(projectId) === now
    const next = (part: Partial<ModelUpload>) => {
      now = { ...now, ...part }
      change(projectId, now)
    }
    change(projectId, now)
    running.set(
      projectId,
      sendModel(file, accountId, projectId, {
        onProgress: sent => {
          if (isCurrent()) next({ share: file.size > 0 ? sent / file.size : 0 })
        },
        onDone: modelId => {
          if (!isCurrent()) return
          change(projectId, null)
          onDone(file, modelId)
        },
        onFailed: error => {
          if (!isCurrent()) return
          if (!isRefused(error) && error.status !== 413) return next({ fault: error })
          change(projectId, null)
          onRefused(file, error)
        }
      })
    )
  },

  /** Cancels an upload. The server deletes the parts that it has. */
  cancel(projectId: string): void {
    running.get(projectId)?.cancel()
    change(projectId, null)
  }
}

// The requests of an upload carry the session of the tab. The uploads of one person therefore end when another person signs in.
onAccountWork(() => {
  const work = accountWork()
  if (!work) return
  for (const [projectId, { accountId }] of uploads) if (accountId !== work.accountId) modelUploads.cancel(projectId)
})
