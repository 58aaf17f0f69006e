import type { DecodeFacts, OutputTensor } from './decode/found.ts'
import { dimsWords, tensorAt } from './decode/tensor-shape.ts'
import { decodeFactsOf } from './detect.ts'
import { ModelRefused } from './errors.ts'
import { modelInput } from './model-input.ts'
import type { Picture } from './picture.ts'
import { placementOf, type Window, windowAround } from './placement.ts'
import type { Session } from './session.ts'

/** Maximum length of a vector. Learning from longer ones would take too long. */
export const mostDimensions = 2048

/**
 * Computes the vectors of windows of an image with an embedding model. The mean square of the values of each is 1, which only a vector of
 * zeros is not scaled to. Classifiers treat columns with a deviation below 0.001 as constant, which columns of unit vectors may have.
 * @param dimensions length that each vector must have; absent in a test run
 * @throws ModelRefused
 */
export async function embed(
  { manifest, run }: Session,
  picture: Picture,
  windows: readonly Window[],
  dimensions?: number
): Promise<Float32Array[]> {
  const facts = decodeFactsOf(manifest)
  const vectors: Float32Array[] = []
  for (const window of windows) {
    const placement = placementOf(manifest.input, windowAround(window, picture))
    const vector = vectorOf(await run(await modelInput(picture, placement, manifest.input)), facts)
    if (dimensions !== undefined && vector.length !== dimensions)
      throw new ModelRefused(`A vector has ${vector.length} values, but it had ${dimensions} in the test run`)
    vectors.push(scaled(vector))
  }
  return vectors
}

/**
 * Reads the vector of an output [1, values], [1, tokens, values] or [1, values, 1, 1]. Tokens are reduced to the first one, or to their mean.
 * @throws ModelRefused for another shape, and for a vector of fewer than 2 or more than 2,048 values
 */
export function vectorOf(tensors: readonly OutputTensor[], facts: DecodeFacts): Float32Array {
  const { dims, data } = tensorAt(tensors, 0, facts)
  const isPooled = dims.length === 4 && dims[2] === 1 && dims[3] === 1
  const [items = 0, first = 0, second = 0] = dims
  const [tokens, values] = dims.length === 3 ? [first, second] : [1, first]
  if (items !== 1 || tokens < 1 || (dims.length !== 2 && dims.length !== 3 && !isPooled))
    throw new ModelRefused(
      `The output has the shape ${dimsWords(dims)}. embedding needs [1, values], [1, tokens, values] or [1, values, 1, 1]`
    )
  if (values < 2 || values > mostDimensions)
    throw new ModelRefused(`The vector has ${values.toLocaleString('en')} values. It must have 2 to ${mostDimensions.toLocaleString('en')}`)
  return facts.output.token === 'cls' || tokens === 1 ? data.slice(0, values) : meanOf(data, tokens, values)
}

function meanOf(data: Float32Array, tokens: number, values: number): Float32Array {
  const sums = new Float64Array(values)
  for (let at = 0; at < tokens * values; at++) sums[at % values] = sums[at % values]! + data[at]!
  return Float32Array.from(sums, sum => sum / tokens)
}

/** Scales a vector to a mean square of 1. The squares are summed in double precision, which those of large values do not exceed. */
function scaled(vector: Float32Array): Float32Array {
  const squares = vector.reduce((sum, value) => sum + value * value, 0)
  return squares === 0 ? vector : vector.map(value => value / Math.sqrt(squares / vector.length))
}
