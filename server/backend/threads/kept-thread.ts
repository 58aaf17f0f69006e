import { Worker } from 'node:worker_threads'
import type { TaskPlace } from './ways.ts'
import type { Kind } from './works.ts'

/** Heap limits in MB. A JSON file takes about ten times its length. A track needs memory for an hour of fixes and one chunk of the file. */
const mostHeapMb: Record<Kind, number> = { export: 2048, check: 2048, labels: 2048, sites: 1024, table: 2048, track: 256 }
/** Size of the young generation in MB. In work page by page, a larger one would only hold garbage. */
const youngHeapMb = 48
/**
 * Milliseconds for which an idle thread is kept. Starting a thread takes longer than reading a small file, so only the first of several files waits
 * for it.
 */
export const keptMs = 2_000

const kept = new Map<Kind, { worker: Worker; take(): void }>()

/** Takes an idle thread, or starts one. The caller ends it, or returns it with {@link keepThread}. */
export function takeThread(kind: Kind, dataDir: string): Worker {
  const waiting = kept.get(kind)
  if (waiting) {
    waiting.take()
    return waiting.worker
  }
  return new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { dataDir } satisfies TaskPlace,
    name: kind,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb[kind], ...(kind === 'export' && { maxYoungGenerationSizeMb: youngHeapMb }) }
  })
}

/** Keeps a finished thread for a short time, for the next task of its kind. The process can still exit. */
export function keepThread(kind: Kind, worker: Worker): void {
  if (kept.has(kind)) return void worker.terminate()
  const forget = () => {
    if (kept.get(kind)?.worker === worker) kept.delete(kind)
  }
  const timer = setTimeout(() => {
    forget() // immediately, so that the ending thread is not taken again
    void worker.terminate()
  }, keptMs).unref()
  worker.on('error', forget).on('exit', forget).unref()
  kept.set(kind, {
    worker,
    take() {
      clearTimeout(timer)
      forget()
      worker.off('error', forget).off('exit', forget).ref()
    }
  })
}
