import { availableParallelism } from 'node:os'
import type { DatabasePlace } from '../storage/database.ts'
import { refuseCrowd } from './busy.ts'
import type { ReadTask } from './long-reads.ts'
import { openReaderThread, type ReaderThread } from './reader-thread.ts'

/** Maximum number of threads, at least two. The reads of one person use at most all but one of them, so other people can always read. */
const mostThreads = Math.min(4, Math.max(2, availableParallelism()))
const mostOfOne = mostThreads - 1
/** Milliseconds until an idle thread ends. Starting a thread takes longer than a short read, and a page needs several reads. */
const keptMs = 20_000

interface Waiting {
  person: string
  begin(thread: ReaderThread): void
}

/** Pool of reader threads that start on demand and end when idle. If all threads are busy, reads wait their turn. */
// Long: the parts of one pool, which share its threads.
export function readerPool(place: DatabasePlace) {
  const idle = new Map<ReaderThread, NodeJS.Timeout>()
  /** Person whose read each thread is running. A thread that is ending still counts. */
  const busy = new Map<ReaderThread, string>()
  const waiting: Waiting[] = []
  let isClosed = false

  const runningOf = (person: string) => [...busy.values()].filter(one => one === person).length

  /** Finds the oldest waiting read of the person with the fewest running reads. Null if no waiting read may start. */
  function fairest(): Waiting | null {
    let found: Waiting | null = null
    for (const one of waiting) {
      const running = runningOf(one.person)
      if (running < mostOfOne && (!found || running < runningOf(found.person))) found = one
    }
    return found
  }

  function startWaiting(): void {
    if (isClosed) return
    for (let next = fairest(); next && busy.size < mostThreads; next = fairest()) {
      waiting.splice(waiting.indexOf(next), 1)
      const [thread = openReaderThread(place)] = idle.keys()
      clearTimeout(idle.get(thread))
      idle.delete(thread)
      busy.set(thread, next.person)
      next.begin(thread)
    }
  }

  async function end(thread: ReaderThread): Promise<void> {
    await thread.end()
    busy.delete(thread)
    startWaiting()
  }

  function keep(thread: ReaderThread): void {
    busy.delete(thread)
    const forget = () => {
      idle.delete(thread)
      void thread.end()
    }
    idle.set(thread, setTimeout(forget, keptMs).unref())
    startWaiting()
  }

  function turn(person: string, signal: AbortSignal): Promise<ReaderThread> {
    const { promise, resolve, reject } = Promise.withResolvers<ReaderThread>()
    const entry: Waiting = { person, begin: resolve }
    const giveUp = () => {
      const place = waiting.indexOf(entry)
      if (place >= 0) waiting.splice(place, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp)
    waiting.push(entry)
    startWaiting()
    return promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  return {
    /**
     * Runs a read in a thread for a person. The reads of one person never occupy all threads.
     * @returns the result as JSON
     * @throws the error of the read, or the abort reason of the signal, which also stops the read
     * @throws ReadersBusy @throws TooManyReads
     */
    async read(task: ReadTask, { person, signal }: { person: string; signal: AbortSignal }): Promise<Uint8Array> {
      signal.throwIfAborted()
      refuseCrowd(
        waiting.map(one => one.person),
        person
      )
      const thread = await turn(person, signal)
      const given = Promise.withResolvers<never>()
      const giveUp = () => given.reject(signal.reason)
      signal.addEventListener('abort', giveUp)
      let isSound = false
      try {
        const body = await Promise.race([thread.read(task), given.promise])
        isSound = true
        return body
      } catch (error) {
        isSound = typeof (error as { statusCode?: number }).statusCode === 'number' && !signal.aborted
        throw error
      } finally {
        signal.removeEventListener('abort', giveUp)
        if (isSound) keep(thread)
        else void end(thread)
      }
    },

    /** Numbers of running and waiting reads. */
    load: () => ({ running: busy.size, waiting: waiting.length }),

    async close(): Promise<void> {
      isClosed = true
      const threads = [...idle.keys(), ...busy.keys()]
      for (const timer of idle.values()) clearTimeout(timer)
      await Promise.all(threads.map(thread => thread.end()))
    }
  }
}
