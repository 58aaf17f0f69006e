/* Writer of small ONNX models for tests. Source of the field numbers: onnx.proto of ONNX 1.21. */

const mask = 127n

function varint(value: number | bigint): Buffer {
  const bytes: number[] = []
  for (let left = BigInt.asUintN(64, BigInt(value)); ; ) {
    const byte = Number(left & mask)
    left >>= 7n
    bytes.push(left > 0n ? byte | 128 : byte)
    if (left === 0n) return Buffer.from(bytes)
  }
}

export const numberField = (field: number, value: number | bigint): Buffer => Buffer.concat([varint(field << 3), varint(value)])
export const bytesField = (field: number, content: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(content as string)
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes])
}
const message = (...parts: Buffer[]): Buffer => Buffer.concat(parts)

export const elementTypes = { float32: 1, uint8: 2, int64: 7, bool: 9, float16: 10 } as const
export type ElementType = keyof typeof elementTypes

/** TensorProto with its values in `raw_data`. */
export function tensor(name: string, dims: readonly number[], values: readonly number[], type: 'float32' | 'int64' = 'float32'): Buffer {
  const raw = type === 'int64' ? BigInt64Array.from(values, BigInt) : Float32Array.from(values)
  return message(
    ...dims.map(size => numberField(1, size)),
    numberField(2, elementTypes[type]),
    bytesField(8, name),
    bytesField(9, Buffer.from(raw.buffer))
  )
}

export type Attribute = number | string | readonly number[] | { tensor: Buffer } | { graph: Buffer } | { sparse: Buffer }

function attribute(name: string, value: Attribute): Buffer {
  const named = bytesField(1, name)
  if (typeof value === 'number') return message(named, numberField(3, value), numberField(20, 2))
  if (typeof value === 'string') return message(named, bytesField(4, value), numberField(20, 3))
  if (Array.isArray(value)) return message(named, ...value.map(each => numberField(8, each)), numberField(20, 7))
  if ('tensor' in value) return message(named, bytesField(5, value.tensor), numberField(20, 4))
  if ('graph' in value) return message(named, bytesField(6, value.graph), numberField(20, 5))
  return message(named, bytesField(22, (value as { sparse: Buffer }).sparse), numberField(20, 11))
}

export interface NodeFacts {
  operator: string
  inputs?: readonly string[]
  outputs: readonly string[]
  attributes?: Record<string, Attribute>
  domain?: string
}

export const node = ({ operator, inputs = [], outputs, attributes = {}, domain = '' }: NodeFacts): Buffer =>
  message(
    ...inputs.map(name => bytesField(1, name)),
    ...outputs.map(name => bytesField(2, name)),
    bytesField(4, operator),
    ...Object.entries(attributes).map(([name, value]) => bytesField(5, attribute(name, value))),
    ...(domain ? [bytesField(7, domain)] : [])
  )

/** A fixed size, or a name for a variable one. */
export type Size = number | string

export interface ValueFacts {
  name: string
  shape: readonly Size[]
  type?: ElementType
}

const value = ({ name, shape, type = 'float32' }: ValueFacts): Buffer => {
  const dims = shape.map(size => bytesField(1, typeof size === 'number' ? numberField(1, size) : bytesField(2, size)))
  const tensorType = message(numberField(1, elementTypes[type]), bytesField(2, message(...dims)))
  return message(bytesField(1, name), bytesField(2, bytesField(1, tensorType)))
}

export interface GraphFacts {
  nodes: readonly Buffer[]
  initializers?: readonly Buffer[]
  sparse?: readonly Buffer[]
  inputs?: readonly ValueFacts[]
  outputs?: readonly ValueFacts[]
}

export const graph = ({ nodes, initializers = [], sparse = [], inputs = [], outputs = [] }: GraphFacts): Buffer =>
  message(
    ...nodes.map(each => bytesField(1, each)),
    bytesField(2, 'graph'),
    ...initializers.map(each => bytesField(5, each)),
    ...inputs.map(each => bytesField(11, value(each))),
    ...outputs.map(each => bytesField(12, value(each))),
    ...sparse.map(each => bytesField(15, each))
  )

export interface ModelFacts {
  ir?: number
  opset?: number
  metadata?: Record<string, string>
  functions?: readonly Buffer[]
  domains?: readonly string[]
}

export const model = (main: Buffer, { ir = 8, opset = 17, metadata = {}, functions = [], domains = [] }: ModelFacts = {}): Buffer =>
  message(
    numberField(1, ir),
    bytesField(2, 'isobath tests'),
    bytesField(7, main),
    bytesField(8, numberField(2, opset)),
    ...domains.map(domain => bytesField(8, message(bytesField(1, domain), numberField(2, 1)))),
    ...Object.entries(metadata).map(([key, text]) => bytesField(14, message(bytesField(1, key), bytesField(2, text)))),
    ...functions.map(each => bytesField(25, each))
  )

export interface ConstantOutput {
  name: string
  shape: readonly number[]
  values: readonly number[]
  type?: 'float32' | 'int64'
}

/** Input of the models below. */
export const imageInput = (side: Size = 64): ValueFacts => ({ name: 'images', shape: [1, 3, side, side] })

/** Model whose outputs are constants. They formally depend on the input, so that the runtime keeps it: its mean, times 0, is added. */
export function constantModel(outputs: readonly ConstantOutput[], facts: ModelFacts & { side?: Size } = {}): Buffer {
  const nodes = [
    node({ operator: 'ReduceMean', inputs: ['images'], outputs: ['mean'], attributes: { keepdims: 0 } }),
    node({ operator: 'Mul', inputs: ['mean', 'zero'], outputs: ['nothing'] }),
    node({ operator: 'Cast', inputs: ['nothing'], outputs: ['none'], attributes: { to: elementTypes.int64 } }),
    ...outputs.map(({ name, type }) =>
      node({ operator: 'Add', inputs: [`constant ${name}`, type === 'int64' ? 'none' : 'nothing'], outputs: [name] })
    )
  ]
  const initializers = [
    tensor('zero', [], [0]),
    ...outputs.map(({ name, shape, values, type }) => tensor(`constant ${name}`, shape, values, type))
  ]
  const declared = outputs.map(({ name, shape, type }) => ({ name, shape, ...(type && { type }) }))
  return model(graph({ nodes, initializers, inputs: [imageInput(facts.side)], outputs: declared }), facts)
}
