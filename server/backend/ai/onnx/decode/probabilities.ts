import { sigmoid } from './boxes.ts'
import type { DecodeFacts, OutputTensor } from './found.ts'
import { refuseShape, tensorAt } from './tensor-shape.ts'

/**
 * Returns the probability of each label from an output [1, classes]. `softmax` uses the values unchanged, `logits` applies softmax to them,
 * and `sigmoid` applies the sigmoid function to each value.
 */
export function probabilities(tensors: readonly OutputTensor[], facts: DecodeFacts): Float32Array {
  const { dims, data } = tensorAt(tensors, 0, facts)
  if (data.length !== facts.classes) refuseShape(facts, dims, `[1, ${facts.classes}]`)
  if (facts.output.decode === 'logits') return softmaxOf(data)
  return facts.output.decode === 'sigmoid' ? data.map(sigmoid) : data
}

export function softmaxOf(logits: Float32Array): Float32Array {
  const highest = logits.reduce((one, other) => Math.max(one, other), -Infinity)
  const powers = logits.map(logit => Math.exp(logit - highest))
  const sum = powers.reduce((one, other) => one + other, 0)
  return powers.map(power => power / sum)
}
