import { Worker } from 'node:worker_threads'
import { HopelessJob } from '../jobs/queue.ts'
import type { PackedBlock } from './formats/blocks.ts'
import type { ReadTrack, TrackWish } from './formats/read-track.ts'

/** An hour of fixes and one piece of the file. */
const mostHeapMb = 256

export interface ReadingTask {
  path: string
  wish: TrackWish
  mostFixes: number
  dataDir: string
}

export type ReadingMessage =
  | { kind: 'blocks'; blocks: PackedBlock[] }
  | { kind: 'progress'; readBytes: number }
  | { kind: 'done'; found: ReadTrack }
  /** Another try cannot help. */
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; message: string; stack: string }

interface Watch {
  signal: AbortSignal
  onBlocks(blocks: PackedBlock[]): Promise<void>
  onProgress(readBytes: number): void
}

/**
 * Reads a stranger's file in a thread of its own, which has no connection to the database and waits until its blocks are written.
 * @throws HopelessJob when the file is refused @throws the reason of the signal
 */
export async function readInThread(task: ReadingTask, { signal, onBlocks, onProgress }: Watch): Promise<ReadTrack> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: task,
    name: 'navigation',
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb }
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadTrack>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp)
  worker
    .on('message', (message: ReadingMessage) => {
      if (message.kind === 'blocks') onBlocks(message.blocks).then(() => worker.postMessage('go on'), reject)
      else if (message.kind === 'progress') onProgress(message.readBytes)
      else if (message.kind === 'done') resolve(message.found)
      else if (message.kind === 'refused') reject(new HopelessJob(message.message))
      else reject(Object.assign(new Error(message.message), { stack: message.stack }))
    })
    .on('error', reject)
    .on('exit', () => reject(new Error('the thread ended before its work was done')))
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', giveUp)
    await worker.terminate()
  }
}
