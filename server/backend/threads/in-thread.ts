import { threadCodes } from '../../../shared/error-codes/threads.ts'
import { codedError } from '../../lib/coded-error.ts'
import { HopelessJob } from '../jobs/queue.ts'
import { keepThread, takeThread } from './kept-thread.ts'
import { errorOf, type Failing, Refused } from './refusal.ts'
import type { TaskPlace } from './ways.ts'
import type { AnswerOf, Kind, ResultOf, StepOf, TaskOf } from './works.ts'

export type ToThread = { kind: 'begin'; work: Kind; task: TaskPlace } | { kind: 'answer'; answer: unknown }
export type FromThread =
  | { kind: 'progress'; done: number; total: number | null }
  | { kind: 'step'; step: unknown }
  | { kind: 'done'; result: unknown }
  | Failing

export const TooLargeToHold = codedError(threadCodes.TOO_LARGE_TO_HOLD)

export interface Watch {
  signal: AbortSignal
  onProgress?(done: number, total: number | null): void
  /** Buffers transferred to the thread with the task. The caller can no longer use them. */
  transfer?: ArrayBuffer[]
}

/** Resumes the work with the answer to its last step. @returns the next step, or the final result */
export type Next<K extends Kind> = (answer?: AnswerOf<K>) => Promise<IteratorResult<StepOf<K>, ResultOf<K>>>

/**
 * Runs work in a separate thread, so that the thread that serves requests is not blocked. A file that exhausts the memory ends only the
 * thread that reads it. The thread pauses at each step until `follow` requests the next one.
 * @returns the result of `follow`
 * @throws Refused @throws TooLargeToHold @throws the abort reason of the signal; aborting ends the thread
 */
export async function inThread<K extends Kind, T>(
  work: K,
  task: TaskOf<K>,
  { signal, onProgress, transfer = [] }: Watch,
  follow: (next: Next<K>) => Promise<T>
): Promise<T> {
  signal.throwIfAborted()
  const worker = takeThread(work, task.dataDir)
  const over = Promise.withResolvers<never>()
  over.promise.catch(() => {}) // thrown at the next step
  let step = Promise.withResolvers<IteratorResult<unknown, unknown>>()
  let hasBegun = false
  let isFree = false
  const onMessage = (message: FromThread) => {
    isFree = message.kind === 'done' || message.kind === 'refused'
    if (message.kind === 'progress') onProgress?.(message.done, message.total)
    else if (message.kind === 'step') step.resolve({ done: false, value: message.step })
    else if (message.kind === 'done') step.resolve({ done: true, value: message.result })
    else over.reject(errorOf(message))
  }
  const onError = (error: NodeJS.ErrnoException) => over.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooLargeToHold() : error)
  const onExit = () => over.reject(new Error('the thread ended before its work was finished'))
  const giveUp = () => over.reject(signal.reason)
  signal.addEventListener('abort', giveUp)
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)

  async function next(answer: unknown): Promise<IteratorResult<unknown, unknown>> {
    step = Promise.withResolvers()
    const message: ToThread = hasBegun ? { kind: 'answer', answer } : { kind: 'begin', work, task }
    worker.postMessage(message, hasBegun ? [] : transfer)
    hasBegun = true
    return Promise.race([step.promise, over.promise])
  }

  try {
    return await follow(next as Next<K>)
  } finally {
    signal.removeEventListener('abort', giveUp)
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    if (isFree && !signal.aborted) keepThread(work, worker)
    else await worker.terminate()
  }
}

/** Runs work in a thread. The work must not have steps. @returns its result */
export async function resultInThread<K extends Kind>(work: K, task: TaskOf<K>, watch: Watch): Promise<ResultOf<K>> {
  return inThread(work, task, watch, async next => {
    const { done, value } = await next()
    if (!done) throw new Error(`the work ${work} has steps`)
    return value as ResultOf<K>
  })
}

/** Converts refusals of threaded work, so that a job with a refused file fails without retries. @throws HopelessJob */
export async function forJob<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refused || error instanceof TooLargeToHold) throw new HopelessJob(error.message, { cause: error })
    throw error
  }
}
