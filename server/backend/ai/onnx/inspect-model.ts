import { closeSync, fstatSync, openSync } from 'node:fs'
import type { Inspection, TensorFacts } from '../../../../shared/contracts/uploaded-models.ts'
import { fileSource } from './byte-source.ts'
import { ModelRefused } from './errors.ts'
import { type ValueInfo, type WalkedModel, walkModel } from './walk-model.ts'

/** Latest ONNX IR version supported by onnxruntime 1.30. */
export const newestIr = 13
/** Latest opset supported by onnxruntime 1.30. */
export const newestOpset = 26

const longestName = 300
const mostDimensions = 16

const knownDomains = new Set(['', 'ai.onnx', 'ai.onnx.ml', 'com.microsoft'])
const defaultDomains = new Set(['', 'ai.onnx'])
/** Number of elements above which a constant causes a warning: 400 MB at 4 bytes each. */
const largeConstant = 100_000_000n

/** Names of the element types in ONNX's TensorProto.DataType. */
const elementTypes: Record<number, string> = {
  1: 'float32',
  2: 'uint8',
  3: 'int8',
  4: 'uint16',
  5: 'int16',
  6: 'int32',
  7: 'int64',
  9: 'bool',
  10: 'float16',
  11: 'float64',
  16: 'bfloat16'
}
/** Inputs of the exported decoders of Segment Anything, versions 1 and 2. */
const requiredInputs = ['image_embeddings', 'point_coords', 'point_labels']
const decoderInputs = [...requiredInputs, 'high_res_feats_0', 'high_res_feats_1', 'mask_input', 'has_mask_input', 'orig_im_size']
const imageTypes = ['float32', 'uint8', 'float16']

/** Inspects a model file without running it. @throws ModelRefused with the reason */
export function inspectModel(path: string): Inspection {
  const descriptor = openSync(path, 'r')
  try {
    return inspectionOf(walkModel(fileSource(descriptor, fstatSync(descriptor).size)))
  } finally {
    closeSync(descriptor)
  }
}

function inspectionOf(model: WalkedModel): Inspection {
  const opset = requireVersions(model)
  requireDomains(model)
  const prompts = promptsOf(model)
  const input = prompts[0] ?? requireImageInput(model)
  if (model.outputs.length === 0) throw new ModelRefused('The model has no output')
  for (const value of [...model.inputs, ...model.outputs]) requireBounds(value)
  return {
    irVersion: model.irVersion,
    opset,
    producer: model.producer,
    input,
    outputs: model.outputs.slice(0, 20).map(tensorOf),
    nodeCount: model.nodeCount,
    weightCount: Math.min(model.weightCount, Number.MAX_SAFE_INTEGER),
    metadata: Object.fromEntries(Array.from(model.metadata).filter(([key]) => key !== '__proto__')),
    warnings: warningsOf(model, input),
    ...(prompts.length > 0 && { prompts: prompts.slice(1) })
  }
}

/** Lists the inputs of a decoder of an interactive pair, the encoding first. The list is empty for other models. @throws ModelRefused */
function promptsOf({ inputs, initializers }: WalkedModel): TensorFacts[] {
  const free = inputs.filter(({ name }) => !initializers.has(name)).map(tensorOf)
  if (!free.some(({ name }) => name === 'point_coords')) return []
  const unknown = free.find(({ name }) => !decoderInputs.includes(name))
  if (unknown) throw new ModelRefused(`The decoder has the input ${short(unknown.name)}, which this server does not support`)
  const missing = requiredInputs.find(name => !free.some(input => input.name === name))
  if (missing) throw new ModelRefused(`The decoder has no input named ${missing}`)
  return free.sort((one, other) => decoderInputs.indexOf(one.name) - decoderInputs.indexOf(other.name))
}

/** Rejects inputs and outputs with implausibly long names or shapes, because these are stored. @throws ModelRefused */
function requireBounds({ name, shape }: ValueInfo) {
  if (name.length > longestName) throw new ModelRefused(`An input or output has a name of more than ${longestName} characters`)
  if (shape && shape.length > mostDimensions)
    throw new ModelRefused(`${short(name)} has ${shape.length} dimensions, but at most ${mostDimensions} are supported`)
}

/** @returns opset version of the standard ONNX operators @throws ModelRefused for an unsupported version */
function requireVersions({ irVersion, opsets }: WalkedModel): number {
  if (irVersion < 1 || opsets.length === 0) throw new ModelRefused('The file is not an ONNX model: it does not declare a version')
  if (irVersion > newestIr)
    throw new ModelRefused(
      `The model has format version ${irVersion}, but this server supports up to ${newestIr}. Export it with an older version`
    )
  const versions = opsets.filter(({ domain }) => defaultDomains.has(domain)).map(({ version }) => version)
  const opset = Math.max(0, ...versions)
  if (opset > newestOpset)
    throw new ModelRefused(`The model needs opset ${opset}, but this server supports up to ${newestOpset}. Export it with an older opset`)
  return opset
}

function requireDomains({ operators, functionDomains }: WalkedModel) {
  const own = [...functionDomains].find(domain => !knownDomains.has(domain))
  if (own !== undefined)
    throw new ModelRefused(`The model contains exporter functions in "${short(own)}". Export it again with functions inlined`)
  for (const [domain, names] of operators)
    if (!knownDomains.has(domain))
      throw new ModelRefused(
        `The model uses the operator ${short([...names].find(Boolean) ?? '')} from "${short(domain)}", which this server does not support`
      )
}

function requireImageInput({ inputs, initializers }: WalkedModel): TensorFacts {
  const free = inputs.filter(({ name }) => !initializers.has(name))
  const [input] = free
  if (!input) throw new ModelRefused('The model has no input')
  if (free.length > 1) {
    const names = free.map(({ name }) => short(name)).slice(0, 5)
    throw new ModelRefused(`The model has ${free.length} inputs (${names.join(', ')}). Export it with a single image as its input`)
  }
  const facts = tensorOf(input)
  if (!isImage(facts))
    throw new ModelRefused(
      `The input ${short(facts.name)} is not an image: ${facts.dtype} ${shapeWords(facts.shape)}. It must have three channels`
    )
  return facts
}

/** Whether a tensor can be a single image with three channels, channels first or last. */
function isImage({ dtype, shape }: TensorFacts): boolean {
  const [batch, , ...rest] = shape
  if (shape.length !== 4 || !imageTypes.includes(dtype) || (batch !== null && batch !== 1)) return false
  const [first, last] = [shape[1] ?? null, rest.at(-1) ?? null]
  return first === 3 || last === 3 || first === null || last === null
}

const tensorOf = ({ name, elementType, shape }: ValueInfo): TensorFacts => ({
  name,
  dtype: elementTypes[elementType] ?? 'unknown',
  shape: shape ?? []
})

function warningsOf({ operators, integers, sizesOfConstants }: WalkedModel, { dtype, shape }: TensorFacts): string[] {
  const warnings: string[] = []
  if (dtype === 'float16') warnings.push('The input is float16, which is slow without a graphics card.')
  if (shape.slice(1).some(size => size === null)) warnings.push('The size of the input is not fixed. The manifest sets it.')
  const names = new Set(Array.from(operators.values(), each => [...each]).flat())
  if (names.has('Loop') || names.has('Scan')) warnings.push('The model contains loops, so its run time may vary between images.')
  const isLarge = (name: string) => (integers.get(name) ?? []).reduce((product, size) => product * size, 1n) > largeConstant
  if (sizesOfConstants.some(isLarge))
    warnings.push('The model creates a very large constant and may exceed the memory limit of its process.')
  return warnings
}

const shapeWords = (shape: TensorFacts['shape']) => `[${shape.map(size => size ?? '?').join(', ')}]`

/** Truncates a name from an untrusted file and strips control characters. */
const short = (name: string): string => name.replace(/\p{Cc}/gu, '').slice(0, 80)
