import type { DatabasePlace } from '../storage/database.ts'
import { refuseCrowd } from './busy.ts'
import type { ReadTask } from './long-reads.ts'
import { openReaderThread, type ReaderThread } from './reader-thread.ts'

/** Milliseconds until the idle thread ends. The columns in its memory take seconds to load again. */
const keptMs = 15 * 60_000

/** A single thread for reads from in-memory columns or vectors, started on demand. Such reads take milliseconds, so they run one after another. */
export function columnReader(place: DatabasePlace) {
  let thread: ReaderThread | null = null
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  const waiting: string[] = []

  function end(): void {
    void thread?.end()
    thread = null
  }

  async function run(task: ReadTask): Promise<Uint8Array> {
    clearTimeout(idle)
    thread ??= openReaderThread(place)
    try {
      return await thread.read(task)
    } catch (error) {
      if (typeof (error as { statusCode?: number }).statusCode !== 'number') end()
      throw error
    } finally {
      clearTimeout(idle)
      idle = setTimeout(end, keptMs).unref()
    }
  }

  return {
    /**
     * Runs a read in the thread. A waiting read is dropped if its client disconnects.
     * @returns the result as JSON
     * @throws the error of the read, or the abort reason of the signal @throws ReadersBusy @throws TooManyReads
     */
    async read(task: ReadTask, { person, signal }: { person: string; signal: AbortSignal }): Promise<Uint8Array> {
      signal.throwIfAborted()
      refuseCrowd(waiting, person)
      waiting.push(person)
      const answer = last.then(() => {
        waiting.splice(waiting.indexOf(person), 1)
        signal.throwIfAborted()
        return run(task)
      })
      last = answer.catch(() => undefined)
      return answer
    },

    async close(): Promise<void> {
      clearTimeout(idle)
      await thread?.end()
      thread = null
    }
  }
}
