import { Worker } from 'node:worker_threads'
import type { TaskPlace } from './ways.ts'
import type { Kind } from './works.ts'

/** A whole JSON file takes some ten times its length; of a track an hour is held, and one piece of the file. */
const mostHeapMb: Record<Kind, number> = { export: 2048, check: 2048, labels: 2048, table: 2048, track: 256 }
/** Of what was just made, when a file is written page by page: more would hold no more than garbage. */
const youngHeapMb = 48
/** Starting a thread takes longer than reading a small file: of several in a row only the first waits for it. */
export const keptMs = 2_000

const kept = new Map<Kind, { worker: Worker; take(): void }>()

/** A thread that does nothing yet; the caller ends it, or gives it to {@link keepThread}. */
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

/** Keeps a thread that has done its work for the next task of the kind, for a moment; the process may end meanwhile. */
export function keepThread(kind: Kind, worker: Worker): void {
  if (kept.has(kind)) return void worker.terminate()
  const forget = () => {
    if (kept.get(kind)?.worker === worker) kept.delete(kind)
  }
  const timer = setTimeout(() => {
    forget() // at once: until it has ended it could be given to someone
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
