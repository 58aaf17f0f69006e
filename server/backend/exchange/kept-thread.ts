import { Worker } from 'node:worker_threads'
import type { ThreadTask } from './in-thread.ts'

type Kind = ThreadTask['kind']

/** A whole JSON file takes some ten times its length. */
const mostHeapMb = 2048
/** Of what was just made, when a file is written page by page: more would hold no more than garbage. */
const youngHeapMb = 48
/** Starting a thread takes longer than reading a small file: of several in a row only the first waits for it. */
const keptMs = 2_000

const kept = new Map<Kind, { worker: Worker; take(): void }>()

/** A thread that does nothing yet; the caller ends it, or gives it to {@link keepThread}. */
export function takeThread(kind: Kind, dataDir: string): Worker {
  const waiting = kept.get(kind)
  if (waiting) {
    waiting.take()
    return waiting.worker
  }
  return new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { dataDir },
    name: `exchange ${kind}`,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb, ...(kind === 'export' && { maxYoungGenerationSizeMb: youngHeapMb }) }
  })
}

/** Keeps a thread that has done its work for the next task of the kind, for a moment; the process may end meanwhile. */
export function keepThread(kind: Kind, worker: Worker): void {
  if (kept.has(kind)) return void worker.terminate()
  const forget = () => void kept.delete(kind)
  const timer = setTimeout(() => void worker.terminate(), keptMs).unref()
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
