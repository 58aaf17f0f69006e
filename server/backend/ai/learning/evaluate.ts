import type { AiReport } from '../../../../shared/contracts/ai-models.ts'
import type { Interval } from '../../../../shared/contracts/interval.ts'
import { randomFrom } from './random.ts'
import { expectedCalibrationError, reliabilityBins } from './reliability.ts'

/** Test rows: true class, predicted class, probability of the prediction and bootstrap unit. */
export interface Tested {
  labels: Int32Array
  predicted: Int32Array
  confidences: Float32Array
  units: Int32Array
}

/** Finds the most probable class of each row, and its probability. */
export function bestOf(probabilities: Float32Array, classes: number): Pick<Tested, 'predicted' | 'confidences'> {
  const rows = probabilities.length / classes
  const predicted = new Int32Array(rows)
  const confidences = new Float32Array(rows)
  for (let row = 0; row < rows; row++) {
    let best = 0
    for (let place = 1; place < classes; place++)
      if ((probabilities[row * classes + place] ?? 0) > (probabilities[row * classes + best] ?? 0)) best = place
    predicted[row] = best
    confidences[row] = probabilities[row * classes + best] ?? 0
  }
  return { predicted, confidences }
}

export function accuracyOf({ labels, predicted }: Pick<Tested, 'labels' | 'predicted'>): number {
  return labels.reduce((hits, label, row) => hits + (label === predicted[row] ? 1 : 0), 0) / Math.max(1, labels.length)
}

const eceBins = 15

/** Computes the expected calibration error with 15 bins of equal width. */
export function calibrationError({ labels, predicted, confidences }: Tested): number {
  const predictions = Array.from(confidences, (probability, row) => ({ probability, isRight: labels[row] === predicted[row] }))
  return expectedCalibrationError(reliabilityBins(predictions, eceBins))
}

/** Computes the confusion matrix, row-major: true classes in rows, predicted classes in columns. */
function matrixOf(tested: Pick<Tested, 'labels' | 'predicted'>, classes: number, rows: Iterable<number>): Float64Array {
  const matrix = new Float64Array(classes * classes)
  for (const row of rows) {
    const at = (tested.labels[row] ?? 0) * classes + (tested.predicted[row] ?? 0)
    matrix[at] = (matrix[at] ?? 0) + 1
  }
  return matrix
}

interface Figures {
  accuracy: number
  macroF1: number
  kappa: number
  precision: (number | null)[]
  recall: (number | null)[]
}

/** Computes the metrics of a confusion matrix. Macro F1 excludes classes without test rows. */
function figuresOf(matrix: Float64Array, classes: number): Figures {
  const supports = new Array<number>(classes).fill(0)
  const chosen = new Array<number>(classes).fill(0)
  let hits = 0
  let total = 0
  for (let truth = 0; truth < classes; truth++)
    for (let place = 0; place < classes; place++) {
      const count = matrix[truth * classes + place] ?? 0
      supports[truth] = (supports[truth] ?? 0) + count
      chosen[place] = (chosen[place] ?? 0) + count
      total += count
      if (truth === place) hits += count
    }
  const hitsOf = (place: number) => matrix[place * classes + place] ?? 0
  const precision = chosen.map((count, place) => (count > 0 ? hitsOf(place) / count : null))
  const recall = supports.map((count, place) => (count > 0 ? hitsOf(place) / count : null))
  const scores = supports.flatMap((count, place) => (count > 0 ? [(2 * hitsOf(place)) / (count + (chosen[place] ?? 0))] : []))
  const byChance = supports.reduce((sum, count, place) => sum + (count * (chosen[place] ?? 0)) / Math.max(1, total * total), 0)
  const accuracy = hits / Math.max(1, total)
  return {
    accuracy,
    macroF1: scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length),
    kappa: byChance < 1 ? (accuracy - byChance) / (1 - byChance) : 1,
    precision,
    recall
  }
}

const draws = 1000

/**
 * Reports the metrics of a test, with 95 % intervals from 1000 bootstrap draws. Whole units are resampled, because points in the same image
 * are not independent. A test with a single unit has no intervals.
 */
export function evaluate(
  tested: Tested,
  classes: number,
  seed: number
): Pick<AiReport, 'accuracy' | 'macroF1' | 'kappa' | 'matrix' | 'classes' | 'curve'> {
  const rows = Array.from(tested.labels.keys())
  const matrix = matrixOf(tested, classes, rows)
  const figures = figuresOf(matrix, classes)
  const drawn = drawnFigures(tested, classes, seed)
  const isDrawn = new Set(tested.units).size > 1
  const within = (value: number, read: (figures: Figures) => number | null): Interval => {
    if (!isDrawn) return { value, low: null, high: null }
    const values = drawn.flatMap(each => read(each) ?? []).sort((one, other) => one - other)
    const at = (share: number) => values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? value
    return { value, low: Math.min(value, at(0.025)), high: Math.max(value, at(0.975)) }
  }
  const counted = (place: number, read: (figures: Figures) => (number | null)[]) => {
    const value = read(figures)[place]
    return value === null || value === undefined ? null : within(value, each => read(each)[place] ?? null)
  }
  return {
    accuracy: within(figures.accuracy, each => each.accuracy),
    macroF1: within(figures.macroF1, each => each.macroF1),
    kappa: within(figures.kappa, each => each.kappa),
    matrix: Array.from({ length: classes }, (_, truth) => Array.from(matrix.subarray(truth * classes, (truth + 1) * classes))),
    classes: Array.from({ length: classes }, (_, place) => ({
      support: sum(matrix.subarray(place * classes, (place + 1) * classes)),
      predicted: sum(Array.from({ length: classes }, (_, truth) => matrix[truth * classes + place] ?? 0)),
      hits: matrix[place * classes + place] ?? 0,
      precision: counted(place, each => each.precision),
      recall: counted(place, each => each.recall)
    })),
    curve: curveOf(tested)
  }
}

const sum = (values: Iterable<number>) => {
  let total = 0
  for (const value of values) total += value
  return total
}

function drawnFigures(tested: Tested, classes: number, seed: number): Figures[] {
  const random = randomFrom(seed)
  const byUnit = new Map<number, number[]>()
  for (const [row, unit] of tested.units.entries()) byUnit.set(unit, [...(byUnit.get(unit) ?? []), row])
  const units = [...byUnit.values()]
  return Array.from({ length: draws }, () => {
    const rows = Array.from(units, () => units[Math.floor(random() * units.length)] ?? []).flat()
    return figuresOf(matrixOf(tested, classes, rows), classes)
  })
}

const curveSteps = 20

/** Counts the predictions at or above each threshold, and how many of them are correct. */
function curveOf({ labels, predicted, confidences }: Tested): AiReport['curve'] {
  return Array.from({ length: curveSteps }, (_, step) => {
    const threshold = step / curveSteps
    const above = Array.from(confidences.keys()).filter(row => (confidences[row] ?? 0) >= threshold)
    const hits = above.filter(row => labels[row] === predicted[row]).length
    return { threshold, count: above.length, hits }
  })
}
