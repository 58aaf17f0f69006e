/** Maximum size of a hashed file in bytes, because WebCrypto needs the whole file in memory. */
const largestBytes = 256_000_000

type Answer = (sha256: string | null) => void

let worker: Worker | null = null
const waiting = new Map<number, Answer>()
let lastId = 0

/** Computes the SHA-256 of a file in hexadecimal. Null for an unreadable file, a file over 256 MB, or over plain HTTP (no WebCrypto). */
export function hashFile(file: File): Promise<string | null> {
  if (file.size > largestBytes || !globalThis.isSecureContext) return Promise.resolve(null)
  return new Promise(resolve => {
    const id = ++lastId
    waiting.set(id, resolve)
    worker ??= startWorker()
    worker.postMessage({ id, file })
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<{ id: number; sha256: string | null }>) => {
    waiting.get(data.id)?.(data.sha256)
    waiting.delete(data.id)
  })
  started.addEventListener('error', () => {
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
    worker = null
  })
  return started
}
