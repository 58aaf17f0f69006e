import { availableParallelism } from 'node:os'
import { type Child, ChildFault, type ChildLimits, startChild } from '../../children/child.ts'
import type { Run } from '../../children/child-pool.ts'
import type { OnnxTasks } from '../onnx/onnx-tasks.ts'
import { defaultModels } from './model-policy.ts'

const gib = 1024 ** 3
/** Memory limit of a process without its model. */
const baseMemoryBytes = 2 * gib
/** Memory per byte of the model, for the file, the weights and the rearranged weights. */
const perModelByte = 4
/** Address space in addition to memory. Node and the runtime reserve 5.5 GiB, of which 4 GiB are for WebAssembly. */
const reservedBytes = 6 * gib

/** Number of threads of a model. One core is left for the server. */
export const modelThreads = Math.max(1, availableParallelism() - 1)

export interface ModelFacts {
  sizeBytes: number
  /** Wall-clock limit of one task in seconds. */
  seconds?: number
}

/** Wall-clock limit in seconds for starting a process and loading its model. On a busy machine, the low priority of the process delays both. */
const startSeconds = 300

export function modelLimits({ sizeBytes, seconds = defaultModels.seconds }: ModelFacts): ChildLimits {
  const memoryBytes = baseMemoryBytes + perModelByte * sizeBytes
  return { memoryBytes, addressBytes: memoryBytes + reservedBytes, seconds, startSeconds, threads: 1, niceness: 10 }
}

export interface ModelChild {
  run: Run<OnnxTasks>
  /** Whether the process is running. */
  readonly isAlive: boolean
  end(): Promise<void>
}

export const onnxEntry = new URL('../onnx/onnx-child.ts', import.meta.url)

/** Manages a child process for one model. The first task starts the process. A later task starts it again if it has ended. */
export function modelChild(facts: ModelFacts, signal?: AbortSignal): ModelChild {
  let child: Child | null = null
  return {
    get isAlive() {
      return child !== null && !child.ended
    },
    run: (async (task: string, input: unknown) => {
      if (!child || child.ended) child = startChild(onnxEntry, modelLimits(facts))
      return child.run(task, input, signal)
    }) as Run<OnnxTasks>,
    async end() {
      await child?.end()
    }
  }
}

/**
 * Retries work once if its process ended. The system may have killed it for lack of memory, which is not a fault of the model.
 * @throws the error of the second try
 */
export async function againWhenEnded<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted || !(error instanceof ChildFault && error.reason === 'ended')) throw error
    return work()
  }
}

/** Runs work with a child process for one model and ends the process afterwards. */
export async function withModelChild<T>(facts: ModelFacts, work: (child: ModelChild) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const child = modelChild(facts, signal)
  try {
    return await work(child)
  } finally {
    await child.end()
  }
}
