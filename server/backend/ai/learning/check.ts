import type { LearnMethod } from '../../../../shared/contracts/ai-models.ts'
import { fitMembers, logitsOf, methodFor } from './classifier.ts'
import { bestPenalty, matrixFrom } from './learn.ts'
import { softmax } from './linear.ts'
import { type Matrix, rowOf, rowsOf } from './matrix.ts'
import { nearest, unitVectors } from './similar.ts'
import { fitScaler, standardised } from './standardise.ts'
import { fitTemperature } from './temperature.ts'

/** Labelled vectors to be checked. */
export interface CheckLesson {
  /** Half-precision vectors as bytes, row-major. */
  vectors: Uint8Array
  columns: number
  /** Class of each row, from 0. */
  labels: Int32Array
  classes: number
  /** Group of each row, from 0. Each row is checked by models trained on other groups. */
  groups: Int32Array
  seed: number
}

/** Row whose given label is not the most probable class. */
export interface DoubtedRow {
  row: number
  /** p(best) − p(given). */
  suspicion: number
  /** Up to five classes with their probabilities, most probable first. */
  best: { place: number; p: number }[]
  entropy: number
  /** Other rows with the highest cosine similarity, most similar first. */
  near: { row: number; similarity: number }[]
}

export interface Checked {
  method: LearnMethod
  /** Number of rows that could be checked, because their class has enough examples in other groups. */
  checkedCount: number
  /** Doubted rows, most suspicious first. */
  doubts: DoubtedRow[]
}

const mostFolds = 5
const fewestTrained = 2
const shownAlternatives = 5
const shownNear = 5
/** Maximum number of doubts kept by one check. */
const mostDoubts = 1000
/** Logit of a class that a fold has not learnt. */
const absent = -1e6
/** Duration of a check in lessons. A lesson fits 12 small models to choose its penalty and one large model; a check fits five large ones. */
const lessonsOfCheck = 2

/**
 * Checks labels by cross-validation: each row is predicted by models trained on other groups. The suspicion of a row is p(best) − p(given).
 * Probabilities are calibrated with one temperature per model, fitted to the predictions of all folds.
 */
// Long: the steps of one check.
export function checkLabels({ vectors, columns, labels, classes, groups, seed }: CheckLesson): Checked {
  const all = matrixFrom(vectors, columns)
  const foldOf = foldsOf(groups)
  const method = methodFor(Math.round(all.rows * (1 - 1 / mostFolds)), classes, all.columns, lessonsOfCheck)
  const penalty = method === 'lda' ? 1 : penaltyOf()
  const logits: Float32Array[] = []
  const isChecked = new Uint8Array(all.rows)
  for (let fold = 0; fold < Math.max(...foldOf) + 1; fold++) checkFold(fold)

  const checked = Array.from(isChecked.keys()).filter(row => isChecked[row] === 1)
  const probabilities = calibrated()
  const doubts = checked
    .flatMap((row): Omit<DoubtedRow, 'near'>[] => {
      const ofRow = Array.from(probabilities.subarray(row * classes, (row + 1) * classes), (p, place) => ({ place, p }))
      const given = ofRow[labels[row] ?? 0]?.p ?? 0
      const entropy = ofRow.reduce((sum, { p }) => sum - (p > 0 ? p * Math.log(p) : 0), 0)
      const best = ofRow.sort((one, other) => other.p - one.p || one.place - other.place).slice(0, shownAlternatives)
      const suspicion = (best[0]?.p ?? 0) - given
      return suspicion > 0 && best[0]?.place !== labels[row] ? [{ row, suspicion, best, entropy }] : []
    })
    .sort((one, other) => other.suspicion - one.suspicion || one.row - other.row)
    .slice(0, mostDoubts)
  const units = unitVectors(all)
  return {
    method,
    checkedCount: checked.length,
    doubts: doubts.map(doubt => ({
      ...doubt,
      near: nearest(units, rowOf(units, doubt.row), shownNear + 1)
        .filter(({ row }) => row !== doubt.row)
        .slice(0, shownNear)
    }))
  }

  function penaltyOf(): number {
    return bestPenalty(standardised(fitScaler(all), all), labels, classes, Array.from(groups), seed)
  }

  /** Predicts the rows of one fold with models trained on the other folds. */
  function checkFold(fold: number): void {
    const [training, held] = [0, 1].map(side => Array.from(foldOf.keys()).filter(row => (foldOf[row] === fold) === (side === 1))) as [
      number[],
      number[]
    ]
    const counts = new Int32Array(classes)
    for (const row of training) counts[labels[row] ?? 0] = (counts[labels[row] ?? 0] ?? 0) + 1
    const learnt = Array.from(counts.keys()).filter(place => (counts[place] ?? 0) >= fewestTrained)
    if (learnt.length < 2) return
    const placeOf = new Map(learnt.map((place, index) => [place, index]))
    const taught = training.filter(row => placeOf.has(labels[row] ?? 0))
    const scaler = fitScaler(rowsOf(all, taught))
    const matrix = standardised(scaler, rowsOf(all, taught))
    const members = fitMembers(
      method,
      matrix,
      Int32Array.from(taught, row => placeOf.get(labels[row] ?? 0) ?? 0),
      learnt.length,
      { seed, penalty }
    )
    const test: Matrix = standardised(scaler, rowsOf(all, held))
    for (const [index, member] of members.entries()) {
      const some = logitsOf(member, test)
      const into = logits[index] ?? new Float32Array(all.rows * classes).fill(absent)
      logits[index] = into
      for (const [at, row] of held.entries())
        for (const [place, of] of learnt.entries()) into[row * classes + of] = some[at * learnt.length + place] ?? absent
    }
    for (const row of held) if (placeOf.has(labels[row] ?? 0)) isChecked[row] = 1
  }

  /** Computes the geometric mean of the members' calibrated probabilities, row-major. */
  function calibrated(): Float32Array {
    const truth = Int32Array.from(checked, row => labels[row] ?? 0)
    const logs = new Float32Array(all.rows * classes)
    for (const of of logits) {
      const known = Float32Array.from(checked.flatMap(row => Array.from(of.subarray(row * classes, (row + 1) * classes))))
      const temperature = fitTemperature(known, truth, classes)
      const probabilities = softmax(of, classes, temperature)
      for (let at = 0; at < logs.length; at++) logs[at] = (logs[at] ?? 0) + Math.log(Math.max(1e-9, probabilities[at] ?? 0)) / logits.length
    }
    return softmax(logs, classes)
  }
}

/** Assigns each row to a fold. Groups stay whole: the largest go first, each to the fold with the fewest rows. */
export function foldsOf(groups: Int32Array): Int32Array {
  const sizes = new Map<number, number>()
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const rows = new Array<number>(Math.min(mostFolds, sizes.size)).fill(0)
  const foldOf = new Map<number, number>()
  for (const [group, size] of [...sizes].sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || one - other)) {
    const fold = rows.indexOf(Math.min(...rows))
    rows[fold] = (rows[fold] ?? 0) + size
    foldOf.set(group, fold)
  }
  return Int32Array.from(groups, group => foldOf.get(group) ?? 0)
}
