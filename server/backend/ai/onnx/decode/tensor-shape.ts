import { ModelRefused } from '../errors.ts'
import type { DecodeFacts, OutputTensor } from './found.ts'

export const dimsWords = (dims: readonly number[]): string => `[${dims.join(', ')}]`

/** @throws ModelRefused for the shape of an output that the decode cannot read */
export function refuseShape({ output, classes }: DecodeFacts, dims: readonly number[], needed: string): never {
  const labels = classes === 1 ? '1 label' : `${classes} labels`
  throw new ModelRefused(`The output has the shape ${dimsWords(dims)}. ${output.decode} with ${labels} needs ${needed}`)
}

/** Output of the manifest, by its place. @throws ModelRefused when there are fewer */
export function tensorAt(tensors: readonly OutputTensor[], place: number, { output }: DecodeFacts): OutputTensor {
  const tensor = tensors[place]
  if (!tensor) throw new ModelRefused(`${output.decode} needs ${place + 1} outputs, and the manifest names ${tensors.length}`)
  return tensor
}

/** Rows of an output [1, rows, columns], or [rows, columns]. */
export interface Rows {
  count: number
  at(row: number, column: number): number
}

/**
 * Rows of anchors, of which each has `columns` values. The output may be transposed.
 * @throws ModelRefused for another number of values
 */
export function rowsOf(tensor: OutputTensor, columns: number, facts: DecodeFacts, needed: string): Rows {
  const { data } = tensor
  const dims = tensor.dims.length === 3 && tensor.dims[0] === 1 ? tensor.dims.slice(1) : tensor.dims
  const [first = 0, second = 0] = dims
  if (dims.length !== 2 || (first !== columns && second !== columns)) refuseShape(facts, tensor.dims, needed)
  // Where both fit, the larger size is the number of anchors; of equal sizes, the one that the decode usually has.
  const isTransposed = first === columns && (second !== columns || facts.output.decode.startsWith('yolo8'))
  return isTransposed
    ? { count: second, at: (row, column) => data[column * second + row] ?? 0 }
    : { count: first, at: (row, column) => data[row * columns + column] ?? 0 }
}
