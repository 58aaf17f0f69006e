import { requestHeaders } from '../api/request.ts'
import { fetchBitmap } from './bitmaps.ts'
import type { TileAnswer, TileQuestion } from './tile-worker.ts'

let worker: Worker | null = null
const waiting = new Map<number, (bitmap: ImageBitmap | null) => void>()
let lastId = 0
/** The message for the worker after the present run: a message takes a part of a frame, however little it says. */
let untold: TileQuestion[] = []

/** Gets ready what {@link fetchTile} needs. Starting it takes longer than fetching a tile. */
export function prepareForTiles(): void {
  worker ??= startWorker()
}

/**
 * As {@link fetchBitmap}, with next to nothing to do for the thread that draws. A tile that a worker does not get is fetched once more here, where a session is renewed and a refusal has its sentence.
 */
export async function fetchTile(address: string, signal?: AbortSignal): Promise<ImageBitmap> {
  const headers = await requestHeaders(address)
  signal?.throwIfAborted()
  const bitmap = await ask(address, headers, signal)
  if (bitmap && signal?.aborted) bitmap.close()
  signal?.throwIfAborted()
  return bitmap ?? fetchBitmap(address, signal)
}

function ask(address: string, headers: Record<string, string>, signal: AbortSignal | undefined): Promise<ImageBitmap | null> {
  return new Promise(resolve => {
    const id = ++lastId
    waiting.set(id, resolve)
    prepareForTiles()
    tell({ id, address, headers })
    signal?.addEventListener('abort', () => waiting.has(id) && tell({ id, giveUp: true }), { once: true })
  })
}

function tell(question: TileQuestion): void {
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
