import { ModelRefused } from '../errors.ts'
import type { DecodeFacts, OutputTensor } from './found.ts'

export const dimsWords = (dims: readonly number[]): string => `[${dims.join(', ')}]`

/** Rejects an output of a shape that the decoder does not support. @throws ModelRefused */
export function refuseShape({ output, classes }: DecodeFacts, dims: readonly number[], needed: string): never {
  const labels = classes === 1 ? '1 label' : `${classes} labels`
  throw new ModelRefused(`The output has the shape ${dimsWords(dims)}. ${output.decode} with ${labels} needs ${needed}`)
}

/** Returns the output at an index of the manifest. @throws ModelRefused when the manifest lists fewer outputs */
export function tensorAt(tensors: readonly OutputTensor[], place: number, { output }: DecodeFacts): OutputTensor {
  const tensor = tensors[place]
  if (!tensor) throw new ModelRefused(`${output.decode} needs ${place + 1} outputs, but the manifest lists ${tensors.length}`)
  return tensor
}

/** Rows of an output [1, rows, columns] or [rows, columns]. */
export interface Rows {
  count: number
  at(row: number, column: number): number
}

/**
 * Reads an output as rows of `columns` values. The output may be transposed.
 * @throws ModelRefused when neither dimension is `columns`
 */
export function rowsOf(tensor: OutputTensor, columns: number, facts: DecodeFacts, needed: string): Rows {
  const { data } = tensor
  const dims = tensor.dims.length === 3 && tensor.dims[0] === 1 ? tensor.dims.slice(1) : tensor.dims
  const [first = 0, second = 0] = dims
  if (dims.length !== 2 || (first !== columns && second !== columns)) refuseShape(facts, tensor.dims, needed)
  // If both dimensions fit, the layout is ambiguous: YOLOv8 models are usually transposed, and others are not.
  const isTransposed = first === columns && (second !== columns || facts.output.decode.startsWith('yolo8'))
  return isTransposed
    ? { count: second, at: (row, column) => data[column * second + row] ?? 0 }
    : { count: first, at: (row, column) => data[row * columns + column] ?? 0 }
}
