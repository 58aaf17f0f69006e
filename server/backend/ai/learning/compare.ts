import { randomFrom } from './random.ts'

/** Predictions of two versions for the same test rows, as indices into their shared classes. Other classes are −1. */
export interface Contest {
  /** True class of each row, never −1. */
  labels: Int32Array
  own: Int32Array
  other: Int32Array
  /** Bootstrap unit of each row. Units are resampled whole. */
  units: Int32Array
  /** Number of shared classes. */
  classes: number
  /** Shared-class index of each class of the other version; −1 if it is not shared. */
  places: Int32Array
  seed: number
}

export interface Outcome {
  own: number
  other: number
  unitCount: number
  /** Difference in macro F1 over the bootstrap draws: mean, interval and 5th percentile. Null with a single unit. */
  drawn: { mean: number; low: number; high: number; fifth: number } | null
}

export const contestDraws = 1000

/** Computes macro F1 over the classes that have test rows. A prediction of −1 counts as wrong. */
export function macroF1Of(labels: Int32Array, predicted: Int32Array, classes: number, rows: Iterable<number>): number {
  const [supports, chosen, hits] = [new Float64Array(classes), new Float64Array(classes), new Float64Array(classes)]
  for (const row of rows) {
    const [truth, place] = [labels[row] ?? 0, predicted[row] ?? -1]
    supports[truth] = (supports[truth] ?? 0) + 1
    if (place >= 0) chosen[place] = (chosen[place] ?? 0) + 1
    if (place === truth) hits[truth] = (hits[truth] ?? 0) + 1
  }
  let [sum, count] = [0, 0]
  for (let place = 0; place < classes; place++) {
    const support = supports[place] ?? 0
    if (support === 0) continue
    sum += (2 * (hits[place] ?? 0)) / (support + (chosen[place] ?? 0))
    count++
  }
  return sum / Math.max(1, count)
}

/** Computes the difference in macro F1 with 1000 paired bootstrap draws: both versions are scored on the same resampled units. */
export function contested({ labels, own, other, units, classes, seed }: Contest): Outcome {
  const byUnit = [...Map.groupBy(labels.keys(), row => units[row] ?? 0).values()]
  const all = Array.from(labels.keys())
  const scores = { own: macroF1Of(labels, own, classes, all), other: macroF1Of(labels, other, classes, all), unitCount: byUnit.length }
  if (byUnit.length < 2) return { ...scores, drawn: null }
  const random = randomFrom(seed)
  const differences = Array.from({ length: contestDraws }, () => {
    const rows = byUnit.flatMap(() => byUnit[Math.floor(random() * byUnit.length)] ?? [])
    return macroF1Of(labels, own, classes, rows) - macroF1Of(labels, other, classes, rows)
  }).sort((one, another) => one - another)
  const at = (share: number) => differences[Math.min(contestDraws - 1, Math.floor(share * contestDraws))] ?? 0
  const mean = differences.reduce((sum, each) => sum + each, 0) / contestDraws
  return { ...scores, drawn: { mean, low: at(0.025), high: at(0.975), fifth: at(0.05) } }
}

const smallestLoss = -0.01

/** Whether a version should be promoted: the 5th percentile of the difference exceeds −0.01 and the mean exceeds 0. */
export const isBetter = ({ drawn }: Pick<Outcome, 'drawn'>): boolean => drawn !== null && drawn.fifth > smallestLoss && drawn.mean > 0
