import type { Import, ImportOptions } from '../../../shared/contracts/exchange.ts'
import { accountWork, onAccountWork } from '../../sync/account-work.ts'
import { bringFile } from './queries.ts'

/** Upload of a file for an import. */
export interface ImportUpload {
  file: File
  accountId: string
  options: ImportOptions
  /** Error that ended the upload; null while the file is being sent. */
  fault: unknown
}

const uploads = new Map<string, ImportUpload>()
const running = new Map<string, AbortController>()
const listeners = new Set<() => void>()

function change(projectId: string, upload: ImportUpload | null): void {
  if (upload) uploads.set(projectId, upload)
  else uploads.delete(projectId)
  for (const listener of listeners) listener()
}

/** Uploads for imports in this tab, one for each project. They live outside React, so that uploads continue when the person opens another page. */
export const importUploads = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** Returns the upload of an account to a project; null if there is none. */
  of(projectId: string, accountId: string): ImportUpload | null {
    const upload = uploads.get(projectId)
    return upload?.accountId === accountId ? upload : null
  },

  /** Keeps the reason why a file is not sent. */
  refuse(projectId: string, accountId: string, file: File, options: ImportOptions, fault: Error): void {
    change(projectId, { file, accountId, options, fault })
  },

  /** Sends a file. @returns the import; null when the upload failed or was cancelled */
  async start(projectId: string, accountId: string, file: File, options: ImportOptions): Promise<Import | null> {
    importUploads.cancel(projectId)
    const end = new AbortController()
    running.set(projectId, end)
    change(projectId, { file, accountId, options, fault: null })
    try {
      const brought = await bringFile(projectId, file, options, end.signal)
      if (end.signal.aborted) return null
      change(projectId, null)
      return brought
    } catch (fault) {
      if (!end.signal.aborted) change(projectId, { file, accountId, options, fault })
      return null
    } finally {
      if (running.get(projectId) === end) running.delete(projectId)
    }
  },

  cancel(projectId: string): void {
    running.get(projectId)?.abort()
    change(projectId, null)
  }
}

// Closing the page would end the uploads, so the browser requests confirmation.
window.addEventListener('beforeunload', event => running.size > 0 && event.preventDefault())

// The request of an upload carries the session of the tab. The uploads of one person therefore end when another person signs in.
onAccountWork(() => {
  const work = accountWork()
  if (!work) return
  for (const [projectId, { accountId }] of uploads) if (accountId !== work.accountId) importUploads.cancel(projectId)
})
