import { requestHeaders } from '../api/request.ts'
import { fetchBitmap } from './bitmaps.ts'
import type { TileAnswer, TileQuestion } from './tile-worker.ts'

let worker: Worker | null = null
const waiting = new Map<number, (bitmap: ImageBitmap | null) => void>()
let lastId = 0
/** Requests to be sent with the next message to the worker. They are batched, because even a small message uses up part of the time for a frame. */
let untold: TileQuestion[] = []

/** Starts the worker of {@link fetchTile} in advance, because its start takes longer than fetching a tile. */
export function prepareForTiles(): void {
  worker ??= startWorker()
}

/**
 * Fetches a picture like {@link fetchBitmap}, with almost no work on the main thread. A tile that the worker fails to load is fetched again here.
 * Only the main thread refreshes the session and parses error messages.
 */
export async function fetchTile(address: string, signal?: AbortSignal): Promise<ImageBitmap> {
  const headers = await requestHeaders(address)
  signal?.throwIfAborted()
  const bitmap = await requestTile(address, headers, signal)
  if (bitmap && signal?.aborted) bitmap.close()
  signal?.throwIfAborted()
  return bitmap ?? fetchBitmap(address, signal)
}

function requestTile(address: string, headers: Record<string, string>, signal: AbortSignal | undefined): Promise<ImageBitmap | null> {
  return new Promise(resolve => {
    const id = ++lastId
    waiting.set(id, resolve)
    prepareForTiles()
    send({ id, address, headers })
    signal?.addEventListener('abort', () => waiting.has(id) && send({ id, giveUp: true }), { once: true })
  })
}

function send(question: TileQuestion): void {
  if (untold.push(question) > 1) return
  queueMicrotask(() => {
    worker?.postMessage(untold)
    untold = []
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data: { id, bitmap } }: MessageEvent<TileAnswer>) => {
    waiting.get(id)?.(bitmap)
    waiting.delete(id)
  })
  started.addEventListener('error', () => {
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
    worker = null
  })
  return started
}
