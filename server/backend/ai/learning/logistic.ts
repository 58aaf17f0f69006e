import { type LinearModel, linearLogits, softmax } from './linear.ts'
import type { Matrix } from './matrix.ts'

const memory = 8
const flatRounds = 5
const flatGain = 1e-5

/**
 * Fits a multinomial logistic regression: minimises mean negative log-likelihood + penalty / (2·columns)·‖W‖² with L-BFGS. It stops after
 * five consecutive iterations with almost no progress, because a single such iteration does not indicate convergence.
 * @param weights weight of each class; 1 by default
 */
// Long: one optimiser.
export function fitLogistic(
  matrix: Matrix,
  labels: Int32Array,
  classes: number,
  penalty: number,
  { mostRounds = 150, weights = null }: { mostRounds?: number; weights?: Float64Array | null } = {}
): LinearModel {
  const { columns } = matrix
  const size = classes * (columns + 1)
  let point = new Float64Array(size)
  const lossOf = (point: Float64Array) => lossAt(matrix, labels, classes, { penalty, weights }, point)
  let { loss, gradient } = lossOf(point)
  const steps: Float64Array[] = []
  const changes: Float64Array[] = []
  let flat = 0
  for (let round = 0; round < mostRounds && flat < flatRounds; round++) {
    const direction = directionOf(gradient, steps, changes)
    const slope = dot(direction, gradient)
    if (!(slope < 0)) break
    let length = round === 0 ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1
    let next = moved(point, direction, length)
    let at = lossOf(next)
    for (let halving = 0; halving < 20 && at.loss > loss + 1e-4 * length * slope; halving++) {
      length /= 2
      next = moved(point, direction, length)
      at = lossOf(next)
    }
    if (at.loss > loss) break
    flat = (loss - at.loss) / Math.max(1e-12, Math.abs(loss)) < flatGain ? flat + 1 : 0
    const step = difference(next, point)
    const change = difference(at.gradient, gradient)
    if (dot(step, change) > 1e-10) {
      steps.push(step)
      changes.push(change)
      if (steps.length > memory) {
        steps.shift()
        changes.shift()
      }
    }
    point = next
    ;({ loss, gradient } = at)
  }
  return modelOf(point, classes, columns)
}

function modelOf(point: Float64Array, classes: number, columns: number): LinearModel {
  const weights = Float32Array.from(point.subarray(0, classes * columns))
  return { kind: 'linear', classes, columns, weights, biases: Float32Array.from(point.subarray(classes * columns)) }
}

interface Loss {
  penalty: number
  weights: Float64Array | null
}

function lossAt(matrix: Matrix, labels: Int32Array, classes: number, { penalty, weights }: Loss, point: Float64Array) {
  const { rows, columns, values } = matrix
  const probabilities = softmax(linearLogits(modelOf(point, classes, columns), matrix), classes)
  const gradient = new Float64Array(point.length)
  let loss = 0
  for (let row = 0; row < rows; row++) {
    const label = labels[row] ?? 0
    const share = (weights?.[label] ?? 1) / rows
    loss -= Math.log(Math.max(1e-12, probabilities[row * classes + label] ?? 0)) * share
    for (let place = 0; place < classes; place++) {
      const error = ((probabilities[row * classes + place] ?? 0) - (place === label ? 1 : 0)) * share
      const into = place * columns
      const from = row * columns
      for (let column = 0; column < columns; column++)
        gradient[into + column] = (gradient[into + column] ?? 0) + error * (values[from + column] ?? 0)
      gradient[classes * columns + place] = (gradient[classes * columns + place] ?? 0) + error
    }
  }
  const factor = penalty / columns
  for (let at = 0; at < classes * columns; at++) {
    const weight = point[at] ?? 0
    loss += (factor / 2) * weight * weight
    gradient[at] = (gradient[at] ?? 0) + factor * weight
  }
  return { loss, gradient }
}

/** Computes the L-BFGS search direction by the two-loop recursion (Nocedal 1980). */
function directionOf(gradient: Float64Array, steps: readonly Float64Array[], changes: readonly Float64Array[]): Float64Array {
  const direction = Float64Array.from(gradient, value => -value)
  const factors: number[] = []
  for (let index = steps.length - 1; index >= 0; index--) {
    const [step, change] = [steps[index] as Float64Array, changes[index] as Float64Array]
    const factor = dot(step, direction) / dot(step, change)
    factors[index] = factor
    add(direction, change, -factor)
  }
  const [step, change] = [steps.at(-1), changes.at(-1)]
  if (step && change) {
    const scale = dot(step, change) / dot(change, change)
    for (let at = 0; at < direction.length; at++) direction[at] = (direction[at] ?? 0) * scale
  }
  for (const [index, step] of steps.entries()) {
    const change = changes[index] as Float64Array
    add(direction, step, (factors[index] ?? 0) - dot(change, direction) / dot(step, change))
  }
  return direction
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

function add(to: Float64Array, other: Float64Array, factor: number) {
  for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) + factor * (other[at] ?? 0)
}

const moved = (point: Float64Array, direction: Float64Array, length: number) =>
  point.map((value, at) => value + length * (direction[at] ?? 0))

const difference = (one: Float64Array, other: Float64Array) => one.map((value, at) => value - (other[at] ?? 0))
