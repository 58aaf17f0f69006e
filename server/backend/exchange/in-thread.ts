import { HopelessJob } from '../jobs/queue.ts'
import type { ExportResult, ExportTask } from './exports/write-export.ts'
import type { CheckResult, CheckTask } from './imports/check.ts'
import { keepThread, takeThread } from './kept-thread.ts'

export type ThreadTask = ExportTask | CheckTask
export type ThreadMessage =
  | { kind: 'progress'; done: number; total: number | null }
  | { kind: 'done'; result: unknown }
  /** Another try cannot help. */
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; message: string; stack: string }

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
  const worker = takeThread(task.kind, task.dataDir)
  const giveUp = () => void worker.terminate()
  signal.addEventListener('abort', giveUp)
  let isFree = false
  let stopListening = () => {}
  try {
    return await new Promise((resolve, reject) => {
      const onMessage = (message: ThreadMessage) => {
        isFree = message.kind === 'done' || message.kind === 'refused'
        if (message.kind === 'progress') onProgress(message.done, message.total)
        else if (message.kind === 'done') resolve(message.result)
        else if (message.kind === 'refused') reject(new HopelessJob(message.message))
        else reject(Object.assign(new Error(message.message), { stack: message.stack }))
      }
      const onError = (error: NodeJS.ErrnoException) => {
        const tooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        reject(tooLarge ? new HopelessJob('The file is too large to be held at once: divide it') : error)
      }
      const onExit = () => reject(signal.aborted ? signal.reason : new Error('the thread ended before its work was done'))
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      stopListening = () => void worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      worker.postMessage(task)
    })
  } finally {
    signal.removeEventListener('abort', giveUp)
    if (isFree && !signal.aborted) {
      stopListening()
      keepThread(task.kind, worker)
    } else await worker.terminate()
  }
}
