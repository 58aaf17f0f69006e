import type { Decode, Inspection, Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import { decodesOf } from '../../../../shared/model-decodes.ts'
import { InvalidRequest } from '../../../lib/errors.ts'

const outputCounts: Partial<Record<Decode, number>> = { detr_pair: 2, tv_triple: 3, yolo8_seg: 2, yolo_e2e_seg: 2 }

/** Number of model outputs that a decoder reads. */
export const outputCount = (decode: Decode): number => outputCounts[decode] ?? 1

/** Checks a manifest against its file, as far as possible without running the model. @throws InvalidRequest listing every fault */
export function requireManifest(manifest: Manifest, inspection: Inspection): void {
  const faults = [...inputFaults(manifest, inspection), ...outputFaults(manifest, inspection), ...faultsOfTask(manifest)]
  if (faults.length > 0) throw new InvalidRequest(faults)
}

interface Fault {
  path: string
  message: string
}

function inputFaults({ input: given }: Manifest, { input }: Inspection): Fault[] {
  const faults: Fault[] = []
  const fault = (field: string, message: string) => faults.push({ path: `/input/${field}`, message })
  if (given.name !== input.name) fault('name', `must be ${input.name}, the input of the file`)
  if (given.dtype !== input.dtype) fault('dtype', `must be ${input.dtype}, as in the file`)
  const [, first = null, second = null, third = null] = input.shape
  const [channels, height, width] = given.layout === 'NCHW' ? [first, second, third] : [third, first, second]
  if (channels !== null && channels !== 3) fault('layout', 'does not match the file: its three channels are in another position')
  else if ((width !== null && width !== given.size[0]) || (height !== null && height !== given.size[1]))
    fault('size', `must be ${width ?? 'any'} × ${height ?? 'any'}, as in the file`)
  return faults
}

function outputFaults({ task, output }: Manifest, { outputs }: Inspection): Fault[] {
  const faults: Fault[] = []
  if (!decodesOf[task].includes(output.decode))
    faults.push({ path: '/output/decode', message: `must be one of ${decodesOf[task].join(', ')}` })
  const count = outputCount(output.decode)
  const isPair = task === 'interactive'
  if (!isPair && output.names.length !== count)
    faults.push({ path: '/output/names', message: `must list ${count} ${count === 1 ? 'output' : 'outputs'} for ${output.decode}` })
  const unknown = output.names.find(name => !outputs.some(each => each.name === name))
  if (unknown !== undefined) faults.push({ path: '/output/names', message: `lists ${unknown}, which is not an output of the file` })
  return faults
}

function faultsOfTask(manifest: Manifest): Fault[] {
  if (manifest.task === 'interactive') return pairFaults(manifest)
  return manifest.task === 'embed' ? embeddingFaults(manifest) : labelFaults(manifest)
}

const mustHaveNoLabels = (reason: string): Fault => ({ path: '/labels', message: `must be empty, because ${reason}` })

function embeddingFaults({ labels, decoder }: Manifest): Fault[] {
  const faults: Fault[] = []
  if (decoder !== undefined) faults.push({ path: '/decoder', message: 'is only for the task interactive' })
  if (labels.length > 0) faults.push(mustHaveNoLabels('an embedding model suggests no labels'))
  return faults
}

function pairFaults({ input, labels, decoder }: Manifest): Fault[] {
  const faults: Fault[] = []
  if (input.resize !== 'corner' && input.resize !== 'stretch')
    faults.push({ path: '/input/resize', message: 'must be corner or stretch for an interactive pair' })
  if (decoder === undefined) faults.push({ path: '/decoder', message: 'must be the decoder of the pair: add its file as a model first' })
  if (labels.length > 0) faults.push(mustHaveNoLabels('a pair suggests no labels'))
  return faults
}

function labelFaults({ labels, decoder }: Manifest): Fault[] {
  if (decoder !== undefined) return [{ path: '/decoder', message: 'is only for the task interactive' }]
  if (labels.every(({ ignore }) => ignore)) return [{ path: '/labels', message: 'must have at least one label that is not ignored' }]
  const indexes = new Set(labels.map(({ index }) => index))
  const isComplete = indexes.size === labels.length && labels.every(({ index }) => index < labels.length)
  return isComplete ? [] : [{ path: '/labels', message: `must have each index from 0 to ${labels.length - 1} exactly once` }]
}
