import { readFile } from 'node:fs/promises'
import type { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import type { OutputTensor } from './decode/found.ts'
import { ModelRefused } from './errors.ts'
import { type InputData, inputShape } from './model-input.ts'

export interface Session {
  manifest: Manifest
  run(data: InputData): Promise<OutputTensor[]>
}

const longestReason = 300

/** Loads the ONNX runtime. It must only be loaded in child processes. @throws when it is not installed or does not start */
export const loadRuntime = () => import('onnxruntime-node')

export const sessionOptions = (threads: number): InferenceSession.SessionOptions => ({
  executionProviders: ['cpu'],
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  logSeverityLevel: 4
})

/**
 * Loads a model from its bytes rather than its path, so that the runtime cannot read external files next to it.
 * @throws ModelRefused with the reason given by the runtime
 */
export async function openSession(path: string, manifest: Manifest, threads: number): Promise<Session> {
  const { InferenceSession, Tensor } = await loadRuntime()
  const session = await orRefuse('The runtime could not load the model', async () =>
    InferenceSession.create(new Uint8Array(await readFile(path)), sessionOptions(threads))
  )
  const { input, output } = manifest
  const missing = [input.name].filter(name => !session.inputNames.includes(name))
  missing.push(...output.names.filter(name => !session.outputNames.includes(name)))
  if (missing[0] !== undefined) throw new ModelRefused(`The model has no input or output named ${missing[0]}`)
  return {
    manifest,
    async run(data) {
      const feed = { [input.name]: new Tensor(input.dtype, data as Float32Array, inputShape(input)) }
      const outputs = await orRefuse('The model could not be run', () => session.run(feed, output.names))
      return output.names.map(name => outputOf(outputs, name))
    }
  }
}

/** Reads an output as 32-bit floats. @throws ModelRefused for one that is missing, text, or not finite */
export function outputOf(outputs: InferenceSession.OnnxValueMapType, name: string): OutputTensor {
  const tensor = outputs[name] as Tensor | undefined
  if (!tensor) throw new ModelRefused(`The model has no output named ${name}`)
  const { data, dims } = tensor
  if (typeof data === 'string' || Array.isArray(data)) throw new ModelRefused(`The output ${name} is text, not numbers`)
  const values = data instanceof Float32Array ? data : Float32Array.from(data as ArrayLike<number | bigint>, Number)
  if (values.some(value => !Number.isFinite(value)))
    throw new ModelRefused(`The output ${name} contains NaN or infinite values. Check scale, mean and std, or export the model again`)
  return { dims, data: values }
}

/** Runs a call to the runtime and converts its errors. @throws ModelRefused with the sentence and the reason given by the runtime */
export async function orRefuse<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new ModelRefused(`${sentence}: ${reasonOf(error as Error)}`)
  }
}

/** Returns the error message of the runtime without the paths of its source files. */
function reasonOf({ message }: Error): string {
  if (message.includes('bad_alloc')) return 'it needs more memory than its process is allowed'
  return message
    .replace(/\/\S*onnxruntime\S*:\d+ /g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestReason)
}
