import { knownMedia } from '../queries.ts'
import { hashFile } from './hasher.ts'
import { UploadQueue } from './queue.ts'
import { sendByTus } from './tus-sender.ts'
import { isActive, type UploadItem } from './upload-item.ts'

const arrivals = new Set<(item: UploadItem) => void>()

/** Upload queue of this tab. */
export const uploads = new UploadQueue({
  send: sendByTus,
  hash: hashFile,
  known: knownMedia,
  onArrived: item => {
    for (const tell of arrivals) tell(item)
  }
})

export function onArrival(tell: (item: UploadItem) => void): () => void {
  arrivals.add(tell)
  return () => arrivals.delete(tell)
}

// Closing the page would stop running uploads, so the browser requests confirmation.
uploads.subscribe(() => {
  const busy = uploads.snapshot().items.some(isActive)
  window.onbeforeunload = busy ? event => event.preventDefault() : null
})
