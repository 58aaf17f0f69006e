import { Worker } from 'node:worker_threads'
import { readingCodes } from '../../../shared/error-codes/reading.ts'
import { codedError } from '../../lib/coded-error.ts'
import type { DatabasePlace } from '../storage/database.ts'
import { errorOf } from '../threads/refusal.ts'
import type { ReadTask } from './long-reads.ts'
import type { ReadEnd } from './read-on-request.ts'

const mostHeapMb = 1024

const ReadTooLarge = codedError(readingCodes.READ_TOO_LARGE)

/** Thread with its own database connection, which runs one read at a time. */
export interface ReaderThread {
  /** @returns the result as JSON @throws the error of the read @throws ReadTooLarge when the thread runs out of memory */
  read(task: ReadTask): Promise<Uint8Array>
  /** Stops the thread and its running query. */
  end(): Promise<unknown>
}

export function openReaderThread({ dataDir, databaseUrl }: DatabasePlace): ReaderThread {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { dataDir, databaseUrl } satisfies DatabasePlace,
    name: 'reader',
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb }
  })
  let settle: { resolve(body: Uint8Array): void; reject(error: unknown): void } | null = null
  worker
    .on('message', (end: ReadEnd) => {
      if (end.kind === 'answer') settle?.resolve(end.body)
      else settle?.reject(errorOf(end))
    })
    .on('error', (error: NodeJS.ErrnoException) => {
      settle?.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ReadTooLarge() : error)
    })
    .on('exit', () => settle?.reject(new Error('the thread ended before its read was finished')))
  return {
    async read(task) {
      const { promise, ...settling } = Promise.withResolvers<Uint8Array>()
      settle = settling
      worker.postMessage(task)
      return promise
    },
    end: () => worker.terminate()
  }
}
