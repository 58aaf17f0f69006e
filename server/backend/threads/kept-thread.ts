import { Worker } from 'node:worker_threads'
import type { TaskPlace } from './ways.ts'
import type { Kind } from './works.ts'

/**
 * Heap limits in MB. A whole JSON file takes some ten times its length; a track needs memory for an hour of fixes and one piece of the
 * file.
 */
const mostHeapMb: Record<Kind, number> = { export: 2048, check: 2048, labels: 2048, table: 2048, track: 256 }
/** Heap of young objects in MB; in work page by page, more would only hold garbage. */
const youngHeapMb = 48
/**
 * Milliseconds for which a thread is kept: starting one takes longer than reading a small file, so only the first of several waits for it.
 */
export const keptMs = 2_000

const kept = new Map<Kind, { worker: Worker; take(): void }>()

/** Takes an idle thread, or starts one; the caller ends it, or returns it with {@link keepThread}. */
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

/** Keeps a finished thread for the next task of its kind, for a moment; the process may end meanwhile. */
export function keepThread(kind: Kind, worker: Worker): void {
  if (kept.has(kind)) return void worker.terminate()
  const forget = () => {
    if (kept.get(kind)?.worker === worker) kept.delete(kind)
  }
  const timer = setTimeout(() => {
    forget() // at once: otherwise the ending thread could be taken again
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
