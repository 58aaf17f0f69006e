import type { ByteSource } from './byte-source.ts'
import { ModelRefused } from './errors.ts'
import { type Field, fieldsOf, ProtobufFault, type Span } from './protobuf.ts'

/*
 * Reads only the fields of ONNX messages that an inspection needs, and skips all others. Source: onnx.proto of ONNX 1.21.
 */

export const deepest = 64
const longestText = 64 * 1024
const longestMetadata = 256 * 1024
/** Maximum number of elements of a tensor whose values are read. */
const smallTensor = 16
const bytesPerInt64 = 8

/** Input or output of the graph. Variable dimensions are null. */
export interface ValueInfo {
  name: string
  /** Element type as in ONNX's TensorProto.DataType; 0 if the value is not a tensor. */
  elementType: number
  shape: (number | null)[] | null
}

/** Structure of a model file. */
export interface WalkedModel {
  irVersion: number
  producer: string
  opsets: { domain: string; version: number }[]
  metadata: Map<string, string>
  inputs: ValueInfo[]
  outputs: ValueInfo[]
  initializers: Set<string>
  nodeCount: number
  weightCount: number
  operators: Map<string, Set<string>>
  functionDomains: Set<string>
  /** Values of small int64 tensors, by tensor name. */
  integers: Map<string, bigint[]>
  /** Names of the inputs of `ConstantOfShape` and `Expand` that set a size. */
  sizesOfConstants: string[]
}

interface Walk {
  source: ByteSource
  model: WalkedModel
}

/**
 * Walks a model file without reading its weights.
 * @throws ModelRefused for a file that is not a model or that refers to other files
 */
export function walkModel(source: ByteSource): WalkedModel {
  const model: WalkedModel = {
    irVersion: 0,
    producer: '',
    opsets: [],
    metadata: new Map(),
    inputs: [],
    outputs: [],
    initializers: new Set(),
    nodeCount: 0,
    weightCount: 0,
    operators: new Map(),
    functionDomains: new Set(),
    integers: new Map(),
    sizesOfConstants: []
  }
  try {
    walkRoot({ source, model })
  } catch (error) {
    if (error instanceof ProtobufFault) throw new ModelRefused(`The file is not a complete ONNX model: ${error.message}`)
    throw error
  }
  return model
}

function walkRoot(walk: Walk) {
  const { source, model } = walk
  let graphs = 0
  let metadataBytes = 0
  for (const field of fieldsOf(source, { from: 0, to: source.size })) {
    if (field.number === 1 && field.wire === 0) model.irVersion = Number(field.value)
    else if (field.number === 2 && field.wire === 2) model.producer = textOf(source, field).slice(0, 200)
    if (field.wire !== 2) continue
    if (field.number === 7) {
      graphs += 1
      walkGraph(walk, field, 1, true)
    } else if (field.number === 8) model.opsets.push(opsetOf(source, field))
    else if (field.number === 14) {
      const { key, value } = entryOf(source, field)
      metadataBytes += key.length + value.length
      if (metadataBytes < longestMetadata) model.metadata.set(key, value)
    } else if (field.number === 20) for (const part of messages(source, field, [1, 2])) walkGraph(walk, part, 2, false)
    else if (field.number === 25) walkFunction(walk, field)
  }
  if (graphs === 0) throw new ModelRefused('The file is not an ONNX model: it has no graph')
}

function walkGraph(walk: Walk, span: Span, depth: number, isMain: boolean) {
  requireDepth(depth)
  const { source, model } = walk
  for (const field of fieldsOf(source, span)) {
    if (field.wire !== 2) continue
    if (field.number === 1) walkNode(walk, field, depth + 1)
    else if (field.number === 5) {
      const name = walkTensor(walk, field)
      if (isMain) model.initializers.add(name)
    } else if (field.number === 15) refuseSparse()
    else if (isMain && field.number === 11) model.inputs.push(valueInfoOf(source, field))
    else if (isMain && field.number === 12) model.outputs.push(valueInfoOf(source, field))
  }
}

function walkFunction(walk: Walk, span: Span) {
  const { source, model } = walk
  for (const field of fieldsOf(source, span)) {
    if (field.wire !== 2) continue
    if (field.number === 7) walkNode(walk, field, 2)
    else if (field.number === 10) model.functionDomains.add(textOf(source, field))
    else if (field.number === 9) opsetOf(source, field)
    else if (field.number === 11) walkAttribute(walk, field, 2, null)
  }
}

function walkNode(walk: Walk, span: Span, depth: number) {
  requireDepth(depth)
  const { source, model } = walk
  let [operator, domain] = ['', '']
  const inputs: string[] = []
  const outputs: string[] = []
  const attributes: Field[] = []
  for (const field of fieldsOf(source, span)) {
    if (field.wire !== 2) continue
    if (field.number === 1 && inputs.length < 4) inputs.push(textOf(source, field))
    else if (field.number === 2 && outputs.length < 1) outputs.push(textOf(source, field))
    else if (field.number === 4) operator = textOf(source, field)
    else if (field.number === 7) {
      domain = textOf(source, field)
      noteOperator(model, domain, operator)
    } else if (field.number === 5) attributes.push(field)
  }
  model.nodeCount += 1
  noteOperator(model, domain, operator)
  if (operator === 'ConstantOfShape' && inputs[0]) model.sizesOfConstants.push(inputs[0])
  if (operator === 'Expand' && inputs[1]) model.sizesOfConstants.push(inputs[1])
  for (const attribute of attributes) walkAttribute(walk, attribute, depth + 1, operator === 'Constant' ? (outputs[0] ?? null) : null)
}

function noteOperator({ operators }: WalkedModel, domain: string, operator: string) {
  const known = operators.get(domain)
  if (known) known.add(operator)
  else operators.set(domain, new Set([operator]))
}

/** @param constant output name if the attribute is the value of a `Constant` node; null for other nodes */
function walkAttribute(walk: Walk, span: Span, depth: number, constant: string | null) {
  requireDepth(depth)
  for (const field of fieldsOf(walk.source, span)) {
    if (field.wire !== 2) continue
    if (field.number === 5 || field.number === 10) walkTensor(walk, field, constant)
    else if (field.number === 6 || field.number === 11) walkGraph(walk, field, depth + 1, false)
    else if (field.number === 22 || field.number === 23) refuseSparse()
  }
}

/** Requires that the values of a tensor are in the file, and adds the tensor to the model structure. @returns name of the tensor */
function walkTensor({ source, model }: Walk, span: Span, constant: string | null = null): string {
  let name = ''
  let type = 0
  let elements = 1
  let raw: Span | null = null
  const listed: bigint[] = []
  for (const field of fieldsOf(source, span)) {
    if (field.number === 13 || (field.number === 14 && field.wire === 0 && field.value !== 0n))
      throw new ModelRefused('The model stores weights in another file. Save it again as a single file: external data is not supported')
    if (field.number === 1) for (const size of integersOf(source, field)) elements *= Number(BigInt.asIntN(64, size))
    else if (field.number === 2 && field.wire === 0) type = Number(field.value)
    else if (field.number === 7 && listed.length < smallTensor) listed.push(...integersOf(source, field, smallTensor))
    else if (field.number === 8 && field.wire === 2) name = textOf(source, field)
    else if (field.number === 9 && field.wire === 2) raw = field
  }
  if (Number.isFinite(elements)) model.weightCount += Math.max(0, elements)
  if (type === int64 && elements <= smallTensor) {
    const values = raw ? readIntegers(source.slice(raw.from, Math.min(raw.to, raw.from + smallTensor * bytesPerInt64))) : listed
    model.integers.set(constant ?? name, values)
  }
  return name
}

const int64 = 7

function readIntegers(bytes: Buffer): bigint[] {
  return Array.from({ length: Math.floor(bytes.length / bytesPerInt64) }, (_, index) => bytes.readBigInt64LE(index * bytesPerInt64))
}

/** Reads the integers of a repeated field, packed or not. */
function integersOf(source: ByteSource, field: Field, most = deepest): bigint[] {
  if (field.wire === 0) return [field.value]
  if (field.wire !== 2) return []
  const values: bigint[] = []
  let value = 0n
  let shift = 0
  for (let at = field.from; at < field.to && values.length < most; at++) {
    const byte = source.byteAt(at)
    value |= BigInt(byte & 127) << BigInt(shift)
    shift += 7
    if (byte >= 128) {
      if (shift > 70) throw new ProtobufFault('a number is too long')
      continue
    }
    values.push(value)
    value = 0n
    shift = 0
  }
  return values
}

function valueInfoOf(source: ByteSource, span: Span): ValueInfo {
  const value: ValueInfo = { name: '', elementType: 0, shape: null }
  for (const field of fieldsOf(source, span)) {
    if (field.wire !== 2) continue
    if (field.number === 1) value.name = textOf(source, field)
    if (field.number === 2)
      for (const tensor of messages(source, field, [1]))
        for (const part of fieldsOf(source, tensor)) {
          if (part.number === 1 && part.wire === 0) value.elementType = Number(part.value)
          if (part.number === 2 && part.wire === 2) value.shape = messages(source, part, [1]).map(dimension => sizeOf(source, dimension))
        }
  }
  return value
}

function sizeOf(source: ByteSource, span: Span): number | null {
  for (const field of fieldsOf(source, span)) if (field.number === 1 && field.wire === 0 && field.value > 0n) return Number(field.value)
  return null
}

function opsetOf(source: ByteSource, span: Span): { domain: string; version: number } {
  const opset = { domain: '', version: 0 }
  for (const field of fieldsOf(source, span)) {
    if (field.number === 1 && field.wire === 2) opset.domain = textOf(source, field)
    if (field.number === 2 && field.wire === 0) opset.version = Number(field.value)
  }
  return opset
}

function entryOf(source: ByteSource, span: Span): { key: string; value: string } {
  const entry = { key: '', value: '' }
  for (const field of fieldsOf(source, span)) {
    if (field.number === 1 && field.wire === 2) entry.key = textOf(source, field)
    if (field.number === 2 && field.wire === 2) entry.value = textOf(source, field)
  }
  return entry
}

const messages = (source: ByteSource, span: Span, numbers: readonly number[]): Field[] =>
  [...fieldsOf(source, span)].filter(({ number, wire }) => wire === 2 && numbers.includes(number))

function textOf(source: ByteSource, { from, to }: Span): string {
  if (to - from > longestText) return source.slice(from, from + longestText).toString('utf8')
  return source.slice(from, to).toString('utf8')
}

function requireDepth(depth: number) {
  if (depth > deepest) throw new ModelRefused(`The model is nested deeper than ${deepest} levels`)
}

function refuseSparse(): never {
  throw new ModelRefused('The model has sparse weights, which are not supported. Save it with dense weights')
}
