import type { Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import { ChildFault } from '../../children/child.ts'
import type { Run } from '../../children/child-pool.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { OnnxTasks } from '../onnx/onnx-tasks.ts'
import { againWhenEnded, modelChild, modelThreads } from './model-child.ts'
import { modelFault } from './model-fault.ts'
import type { ModelPolicy } from './model-policy.ts'

/** Number of consecutive failures after which work ends if each ended the model process. */
const mostEnded = 3

interface ProcessOptions {
  blobs: Blobs
  models: ModelPolicy
  signal: AbortSignal
  /** Whether work continues however often its process ends, as a retry of failed images does. */
  isPatient: boolean
}

/** Process of an uploaded model. It starts and loads the model with the first task, and again after it has ended. */
export function modelProcess(
  { blobs, models, signal, isPatient }: ProcessOptions,
  { sha256, sizeBytes, manifest }: { sha256: string; sizeBytes: number; manifest: Manifest }
) {
  const child = modelChild({ sizeBytes, seconds: models.seconds }, signal)
  let ended = 0
  return {
    /** Returns the tasks of the loaded model. @throws HopelessJob with the reason if the model does not load */
    async loaded(): Promise<Run<OnnxTasks>> {
      if (child.isAlive) return child.run
      const path = await blobs.localPath(sha256)
      await child.run('load', { path, manifest, threads: modelThreads }).catch(error => {
        if (signal.aborted || error instanceof ChildFault) throw error
        throw new HopelessJob(modelFault(error) ?? 'The ONNX runtime could not be loaded on this server')
      })
      return child.run
    },

    /** Runs work for one image, twice if its process ends. @throws HopelessJob when the process has ended for several consecutive images */
    async counted<T>(work: () => Promise<T>): Promise<T> {
      try {
        const done = await againWhenEnded(work, signal)
        ended = 0
        return done
      } catch (error) {
        ended = error instanceof ChildFault ? ended + 1 : 0
        const sentence = modelFault(error)
        if (sentence !== null && ended >= mostEnded && !isPatient && !signal.aborted) throw new HopelessJob(sentence)
        throw error
      }
    },

    end: () => child.end()
  }
}
