import { Worker } from 'node:worker_threads'
import { HopelessJob } from '../jobs/queue.ts'
import type { ExportResult, ExportTask } from './exports/write-export.ts'
import type { CheckResult, CheckTask } from './imports/check.ts'

export type ThreadTask = ExportTask | CheckTask
export type ThreadMessage =
  | { kind: 'progress'; done: number; total: number | null }
  | { kind: 'done'; result: unknown }
  /** Another try cannot help. */
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; message: string; stack: string }

/** A whole JSON file takes some ten times its length. */
const mostHeapMb = 2048
/** Of what was just made, when a file is written page by page: more would hold no more than garbage. */
const youngHeapMb = 48

interface Watch {
  signal: AbortSignal
  onProgress(done: number, total: number | null): void
}

/**
 * Reads or writes a file in a thread of its own, which has its own connection to the database: the thread that answers requests
 * goes on meanwhile, and a file that takes all memory ends only its reader.
 * @throws HopelessJob when the file is refused
 * @throws the reason of the signal
 */
export function inThread(task: ExportTask, watch: Watch): Promise<ExportResult>
export function inThread(task: CheckTask, watch: Watch): Promise<CheckResult>
export async function inThread(task: ThreadTask, { signal, onProgress }: Watch): Promise<unknown> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: task,
    name: `exchange ${task.kind}`,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb, ...(task.kind === 'export' && { maxYoungGenerationSizeMb: youngHeapMb }) }
  })
  const giveUp = () => void worker.terminate()
  signal.addEventListener('abort', giveUp)
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: ThreadMessage) => {
        if (message.kind === 'progress') onProgress(message.done, message.total)
        else if (message.kind === 'done') resolve(message.result)
        else if (message.kind === 'refused') reject(new HopelessJob(message.message))
        else reject(Object.assign(new Error(message.message), { stack: message.stack }))
      })
      worker.on('error', (error: NodeJS.ErrnoException) => {
        const tooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        reject(tooLarge ? new HopelessJob('The file is too large to be held at once: divide it') : error)
      })
      worker.on('exit', () => reject(signal.aborted ? signal.reason : new Error('the thread ended before its work was done')))
    })
  } finally {
    signal.removeEventListener('abort', giveUp)
    await worker.terminate()
  }
}
