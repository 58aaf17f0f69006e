import { request } from '../api/request.ts'

/** Fetches and decodes a picture off the main thread. @throws ApiError, or DOMException when it cannot be decoded */
export async function fetchBitmap(address: string, signal?: AbortSignal): Promise<ImageBitmap> {
  const response = await request(address, { method: 'GET', signal, unlimited: true })
  const blob = await response.blob()
  return createImageBitmap(ended(blob))
}

const endOfJpeg = Uint8Array.of(0xff, 0xd9)

/**
 * Blob of a picture. A JPEG gets an additional end marker (EOI), because some cameras and tools omit it. Without one, Chromium rejects the file,
 * and WebKit decodes no pixels. Decoders ignore a second marker.
 */
const ended = (blob: Blob): Blob => (blob.type === 'image/jpeg' ? new Blob([blob, endOfJpeg], { type: blob.type }) : blob)

interface Kept {
  bitmap: Promise<ImageBitmap>
  giveUp: AbortController
  wanted: number
}

/**
 * Cache of the most recent pictures, so that going back and forth is instant. Loading of an evicted picture is cancelled. Evicted
 * bitmaps are closed, because they occupy memory outside the heap.
 */
export function bitmapShelf(size: number, fetch: typeof fetchBitmap = fetchBitmap) {
  const kept = new Map<string, Kept>()

  function entry(address: string): Kept {
    const found = kept.get(address)
    if (found) {
      kept.delete(address)
      kept.set(address, found) // newest last
      return found
    }
    const giveUp = new AbortController()
    const fresh = { giveUp, wanted: 0, bitmap: fetch(address, giveUp.signal) }
    fresh.bitmap.catch(() => kept.get(address) === fresh && kept.delete(address)) // requested again next time
    kept.set(address, fresh)
    return fresh
  }

  function trim() {
    for (const [address, { bitmap, giveUp, wanted }] of kept) {
      if (kept.size <= size) return
      if (wanted > 0) continue
      kept.delete(address)
      giveUp.abort()
      bitmap.then(
        image => image.close(),
        () => {}
      )
    }
  }

  return {
    /** Fetches a picture and keeps it in the cache at least until `release` is called. */
    take(address: string): { bitmap: Promise<ImageBitmap>; release: () => void } {
      const taken = entry(address)
      taken.wanted++
      trim()
      return {
        bitmap: taken.bitmap,
        release: () => {
          taken.wanted--
          trim()
        }
      }
    },
    /** Prefetches a picture that will probably be needed next. */
    prepare(address: string): void {
      entry(address).bitmap.catch(() => {})
      trim()
    }
  }
}
