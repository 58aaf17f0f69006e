import { closeSync, fstatSync, openSync } from 'node:fs'
import type { Inspection, TensorFacts } from '../../../../shared/contracts/uploaded-models.ts'
import { fileSource } from './byte-source.ts'
import { ModelRefused } from './errors.ts'
import { type ValueInfo, type WalkedModel, walkModel } from './walk-model.ts'

/** Newest format version and opset that onnxruntime 1.30 runs. */
export const newestIr = 13
export const newestOpset = 26

const longestName = 300
const mostDimensions = 16

const knownDomains = new Set(['', 'ai.onnx', 'ai.onnx.ml', 'com.microsoft'])
const defaultDomains = new Set(['', 'ai.onnx'])
/** Number of elements above which a constant gives a warning. Elements of 4 bytes then take 400 MB. */
const largeConstant = 100_000_000n

/** Names of ONNX's TensorProto.DataType. */
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
const imageTypes = ['float32', 'uint8', 'float16']

/** Reads the facts of a model file without running it. @throws ModelRefused with the reason */
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
  const input = requireImageInput(model)
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
    warnings: warningsOf(model, input)
  }
}

/** Refuses a value whose name or shape is longer than any real one, because its facts are stored. @throws ModelRefused */
function requireBounds({ name, shape }: ValueInfo) {
  if (name.length > longestName) throw new ModelRefused(`A name of an input or output has more than ${longestName} characters`)
  if (shape && shape.length > mostDimensions)
    throw new ModelRefused(`${short(name)} has ${shape.length} dimensions, and up to ${mostDimensions} are supported`)
}

/** @returns opset version of the standard ONNX operators */
function requireVersions({ irVersion, opsets }: WalkedModel): number {
  if (irVersion < 1 || opsets.length === 0) throw new ModelRefused('The file is not an ONNX model: it names no version')
  if (irVersion > newestIr)
    throw new ModelRefused(`The model has format version ${irVersion}, and this server runs up to ${newestIr}. Export it with an older one`)
  const versions = opsets.filter(({ domain }) => defaultDomains.has(domain)).map(({ version }) => version)
  const opset = Math.max(0, ...versions)
  if (opset > newestOpset)
    throw new ModelRefused(`The model needs opset ${opset}, and this server runs up to ${newestOpset}. Export it with an older opset`)
  return opset
}

function requireDomains({ operators, functionDomains }: WalkedModel) {
  const own = [...functionDomains].find(domain => !knownDomains.has(domain))
  if (own !== undefined)
    throw new ModelRefused(`The model keeps functions of its exporter in "${short(own)}". Export it again with functions inlined`)
  for (const [domain, names] of operators)
    if (!knownDomains.has(domain))
      throw new ModelRefused(
        `The model uses the operator ${short([...names].find(Boolean) ?? '')} of "${short(domain)}", which this server lacks`
      )
}

function requireImageInput({ inputs, initializers }: WalkedModel): TensorFacts {
  const free = inputs.filter(({ name }) => !initializers.has(name))
  const [input] = free
  if (!input) throw new ModelRefused('The model has no input')
  if (free.length > 1) {
    const names = free.map(({ name }) => short(name)).slice(0, 5)
    throw new ModelRefused(`The model has ${free.length} inputs (${names.join(', ')}). Export it with one image as the only input`)
  }
  const facts = tensorOf(input)
  if (!isImage(facts))
    throw new ModelRefused(
      `The input ${short(facts.name)} is no image: ${facts.dtype} ${shapeWords(facts.shape)}. Three channels are needed`
    )
  return facts
}

/** Whether a tensor is one image with three channels, first or last. */
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
  if (names.has('Loop') || names.has('Scan')) warnings.push('The model has loops, so its time may differ from image to image.')
  const isLarge = (name: string) => (integers.get(name) ?? []).reduce((product, size) => product * size, 1n) > largeConstant
  if (sizesOfConstants.some(isLarge)) warnings.push('The model makes a very large constant, and may exceed the memory of its process.')
  return warnings
}

const shapeWords = (shape: TensorFacts['shape']) => `[${shape.map(size => size ?? '?').join(', ')}]`

/** Start of a name from an untrusted file, without control characters. */
const short = (name: string): string => name.replace(/\p{Cc}/gu, '').slice(0, 80)
