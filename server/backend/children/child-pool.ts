import { childCodes } from '../../../shared/error-codes/children.ts'
import { codedError } from '../../lib/coded-error.ts'
import type { Tasks } from './answer-tasks.ts'
import { type Child, ChildFault, type ChildLimits, startChild } from './child.ts'

export const ReaderStopped = codedError(childCodes.STOPPING)

export interface ChildPoolOptions {
  /** Module that the processes run. It must call `answerTasks`. */
  entry: URL
  /** Maximum number of processes running at the same time. */
  processes: number
  limits: ChildLimits
  /** Idle time in milliseconds after which a process ends. */
  idleMs: number
}

/** Runs one task. @throws ChildFault if a limit was exceeded, or if the process ended and the retry failed too */
export type Run<T extends Tasks> = <K extends keyof T & string>(task: K, input: Parameters<T[K]>[0]) => Promise<Awaited<ReturnType<T[K]>>>

export type ChildPool<T extends Tasks> = ReturnType<typeof childPool<T>>

interface Turn {
  begin(): Promise<void>
  refuse(error: unknown): void
}

/**
 * Pool of child processes for one kind of task, started on demand. Work with the same key runs one item at a time, and the keys take turns.
 * A person with a thousand tasks therefore occupies at most one process and does not delay others.
 */
// Long: the parts of one pool share its processes.
export function childPool<T extends Tasks>({ entry, processes, limits, idleMs }: ChildPoolOptions) {
  const waiting = new Map<string, Turn[]>()
  const active = new Set<string>()
  const idle = new Map<Child, NodeJS.Timeout>()
  const working = new Set<Child>()
  let closed = false

  function next() {
    for (const [key, turns] of waiting) {
      if (active.size >= processes) return
      if (active.has(key)) continue
      const [turn, ...others] = turns
      waiting.delete(key)
      if (others.length > 0) waiting.set(key, others) // after all other keys
      active.add(key)
      void turn?.begin().finally(() => {
        active.delete(key)
        next()
      })
    }
  }

  function childFor(key: string): Child {
    const living = [...idle.keys()].filter(child => !child.ended)
    const child = living.find(({ lastKey }) => lastKey === key) ?? living[0] ?? startChild(entry, limits)
    clearTimeout(idle.get(child))
    idle.delete(child)
    child.lastKey = key
    working.add(child)
    return child
  }

  function rest(child: Child) {
    working.delete(child)
    if (child.ended) return
    if (closed) return void child.end()
    const end = () => {
      idle.delete(child)
      void child.end()
    }
    idle.set(child, setTimeout(end, idleMs).unref())
  }

  async function use<R>(key: string, work: (run: Run<T>) => Promise<R>, signal?: AbortSignal): Promise<R> {
    let child = childFor(key)
    const replace = () => {
      rest(child)
      child = childFor(key)
    }
    const run = async (task: string, input: unknown) => {
      if (child.ended) replace()
      try {
        return await child.run(task, input, signal)
      } catch (error) {
        if (closed) throw new ReaderStopped()
        // The process may have ended for an unrelated reason, so the task is retried once in a new one.
        if (!(error instanceof ChildFault && error.reason === 'ended')) throw error
        replace()
        return await child.run(task, input, signal)
      }
    }
    try {
      return await work(run as Run<T>)
    } finally {
      rest(child)
    }
  }

  return {
    /**
     * Calls `work` when it is the key's turn. All its tasks run in the same process, unless the process ends.
     * @throws the abort reason of the signal
     */
    take<R>(key: string, work: (run: Run<T>) => Promise<R>, signal?: AbortSignal): Promise<R> {
      return new Promise<R>((resolve, reject) => {
        if (closed) return reject(new ReaderStopped())
        if (signal?.aborted) return reject(signal.reason)
        const cancel = () => {
          const rest = waiting.get(key)?.filter(other => other !== turn) ?? []
          if (rest.length > 0) waiting.set(key, rest)
          else waiting.delete(key)
          reject(signal?.reason)
        }
        const turn: Turn = {
          async begin() {
            signal?.removeEventListener('abort', cancel)
            await use(key, work, signal).then(resolve, reject)
          },
          refuse(reason) {
            signal?.removeEventListener('abort', cancel)
            reject(reason)
          }
        }
        signal?.addEventListener('abort', cancel, { once: true })
        waiting.set(key, [...(waiting.get(key) ?? []), turn])
        next()
      })
    },

    /** Ids of the running processes. */
    get pids(): number[] {
      return [...idle.keys(), ...working].flatMap(({ ended, pid }) => (ended || pid === undefined ? [] : [pid]))
    },

    /** Ends all processes immediately. Waiting tasks are refused. */
    async close(): Promise<void> {
      closed = true
      for (const turns of waiting.values()) for (const { refuse } of turns) refuse(new ReaderStopped())
      waiting.clear()
      for (const timer of idle.values()) clearTimeout(timer)
      await Promise.all([...idle.keys(), ...working].map(child => child.end()))
      idle.clear()
    }
  }
}
