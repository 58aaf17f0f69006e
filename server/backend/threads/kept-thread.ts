import { Worker } from 'node:worker_threads'
import type { TaskPlace } from './ways.ts'
import type { Kind } from './works.ts'

/** Heap limits in MB. Parsed JSON takes about ten times the file size. A track needs one file chunk and an hour of position fixes. */
const mostHeapMb: Record<Kind, number> = { export: 2048, check: 2048, labels: 2048, sites: 1024, table: 2048, track: 256 }
/** Young-generation heap size of export threads, in MB. Exports work page by page, so a larger heap would merely hold unused objects. */
const youngHeapMb = 48
/**
 * Milliseconds for which an idle thread is kept for reuse. Starting a thread takes longer than reading a small file. This way, only the first
 * of several files has to wait.
 */
export const keptMs = 2_000

const kept = new Map<Kind, { worker: Worker; take(): void }>()

/** Takes an idle thread or starts a new one. The caller must terminate it or return it with {@link keepThread}. */
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

/** Keeps at most one idle thread of a kind for a short time, ready for the next task. An idle thread does not keep the process alive. */
export function keepThread(kind: Kind, worker: Worker): void {
  if (kept.has(kind)) return void worker.terminate()
  const forget = () => {
    if (kept.get(kind)?.worker === worker) kept.delete(kind)
  }
  const timer = setTimeout(() => {
    forget() // first, so that a terminating thread is not taken again
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
