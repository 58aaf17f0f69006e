import { knownMedia } from '../queries.ts'
import { hashFile } from './hasher.ts'
import { UploadQueue } from './queue.ts'
import { sendMedia } from './tus-sender.ts'
import { isActive, type UploadItem } from './upload-item.ts'

const arrivals = new Set<(item: UploadItem) => void>()

/** Upload queue of this tab. */
export const uploads = new UploadQueue({
  send: sendMedia,
  hash: hashFile,
  known: knownMedia,
  onArrived: item => {
    for (const listener of arrivals) listener(item)
  }
})

export function onArrival(listener: (item: UploadItem) => void): () => void {
  arrivals.add(listener)
  return () => arrivals.delete(listener)
}

// Closing the page would stop the running uploads, so the browser requests confirmation.
uploads.subscribe(() => {
  const busy = uploads.snapshot().items.some(isActive)
  window.onbeforeunload = busy ? event => event.preventDefault() : null
})
