import { request } from '../api/request.ts'

/** Fetches a picture and decodes it away from the thread that draws. @throws ApiError, or DOMException when it cannot be decoded */
export async function fetchBitmap(address: string, signal?: AbortSignal): Promise<ImageBitmap> {
  const response = await request(address, { method: 'GET', signal, unlimited: true })
  const blob = await response.blob()
  return createImageBitmap(blob).catch(() => decodedByElement(blob))
}

/** A JPEG without its last marker (some cameras and tools write such) an `<img>` shows whole; only `createImageBitmap` is strict. */
async function decodedByElement(blob: Blob): Promise<ImageBitmap> {
  const address = URL.createObjectURL(blob)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    return canvas.transferToImageBitmap()
  } finally {
    URL.revokeObjectURL(address)
  }
}

interface Kept {
  bitmap: Promise<ImageBitmap>
  giveUp: AbortController
  wanted: number
}

/**
 * The last few pictures, so that going back and forth is instant. A picture that nobody wants any more before it has come is
 * given up; what falls out is closed, because bitmaps hold memory outside the heap.
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
    fresh.bitmap.catch(() => kept.get(address) === fresh && kept.delete(address)) // asked again next time
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
    /** Takes a picture into use. `release` must be called when it is not drawn any more. */
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
    /** Fetches a picture that will probably be wanted next. */
    prepare(address: string): void {
      entry(address).bitmap.catch(() => {})
      trim()
    }
  }
}
