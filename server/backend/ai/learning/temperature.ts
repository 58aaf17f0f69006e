import { softmax } from './linear.ts'

/** Computes the mean negative log-likelihood at a temperature. */
export function lossAtTemperature(logits: Float32Array, labels: Int32Array, classes: number, temperature: number): number {
  const probabilities = softmax(logits, classes, temperature)
  let sum = 0
  for (let row = 0; row < labels.length; row++) sum -= Math.log(Math.max(1e-12, probabilities[row * classes + (labels[row] ?? 0)] ?? 0))
  return sum / Math.max(1, labels.length)
}

/** Finds the temperature with the lowest loss from e⁻⁶ to e⁴, on a log scale: a grid search, then a golden-section search. */
export function fitTemperature(logits: Float32Array, labels: Int32Array, classes: number): number {
  const lossAt = (log: number) => lossAtTemperature(logits, labels, classes, Math.exp(log))
  let best = 0
  for (let log = -6; log <= 4; log += 0.5) if (lossAt(log) < lossAt(best)) best = log
  let [from, to] = [best - 0.5, best + 0.5]
  const golden = (Math.sqrt(5) - 1) / 2
  for (let round = 0; round < 20; round++) {
    const [one, other] = [to - golden * (to - from), from + golden * (to - from)]
    if (lossAt(one) < lossAt(other)) to = other
    else from = one
  }
  return Math.exp((from + to) / 2)
}
