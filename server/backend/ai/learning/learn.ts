import type { AiReport, LearnMethod } from '../../../../shared/contracts/ai-models.ts'
import { balancedWeights, classCounts, classShares } from './class-weights.ts'
import { type Classifier, fitMembers, logitsOf, type Member, methodFor, packClassifier, probabilitiesOf } from './classifier.ts'
import type { Dictionary } from './dictionary.ts'
import { nearestDistances } from './distances.ts'
import { accuracyOf, bestOf, calibrationError, evaluate, type Tested } from './evaluate.ts'
import { halvesOf } from './features.ts'
import { fitLda } from './lda.ts'
import { linearLogits } from './linear.ts'
import { fitLogistic } from './logistic.ts'
import { type Matrix, rowsOf } from './matrix.ts'
import { randomFrom, shuffled } from './random.ts'
import { fitScaler, standardised } from './standardise.ts'
import { fitTemperature, lossAtTemperature } from './temperature.ts'

/** Labelled vectors of a project, divided into training, calibration and test splits. */
export interface Lesson {
  /** Half-precision vectors as bytes, row-major. */
  vectors: Uint8Array
  columns: number
  /** Class of each row, from 0. */
  labels: Int32Array
  classes: number
  /** Split of each row: 0 training, 1 calibration, 2 test. */
  parts: Uint8Array
  /** Group of each row. All rows of a group are in the same split. */
  groups: Int32Array
  images: Int32Array
  seed: number
  /** Whether all classes count alike in training, instead of all labels. */
  isBalanced?: boolean
  /** Dictionary of the vectors, which becomes part of the classifier; null or absent for the standard features. */
  dictionary?: Dictionary | null
}

export interface Learnt {
  classifier: Uint8Array
  method: LearnMethod
  penalty: number | null
  /** Temperature of each model; null with fewer than two calibration groups. */
  temperatures: number[] | null
  counts: { training: number; calibration: number; test: number }
  /** Share of each class in training, weighted by the class weights. */
  shares: number[]
  /** Test report; null without test rows. */
  report: Omit<AiReport, 'unlearntCount'> | null
  /** Predictions for the rows of the calibration and test splits. */
  held: Pick<Tested, 'predicted' | 'confidences' | 'units'> & { rows: Int32Array; isUnlike: Uint8Array }
}

const parts = { training: 0, calibration: 1, test: 2 } as const
const penalties = [0.3, 1, 3, 10]
const fewestGroupsToDraw = 10

export const matrixFrom = (bytes: Uint8Array, columns: number): Matrix => {
  const halves = halvesOf(bytes)
  return { values: new Float32Array(halves), rows: halves.length / columns, columns }
}

/** Trains a classifier on the training split, calibrates it on the calibration split and evaluates it on the test split. */
// Long: the steps of one lesson.
export function learn(lesson: Lesson): Learnt {
  const { labels, classes, seed, groups, images } = lesson
  const all = matrixFrom(lesson.vectors, lesson.columns)
  const indexesOf = (part: number) => Array.from(lesson.parts.keys()).filter(row => lesson.parts[row] === part)
  const [training, calibration, test] = [indexesOf(parts.training), indexesOf(parts.calibration), indexesOf(parts.test)]
  const scaler = fitScaler(rowsOf(all, training))
  const scaled = standardised(scaler, all)
  const take = (rows: readonly number[]) => ({ matrix: rowsOf(scaled, rows), labels: Int32Array.from(rows, row => labels[row] ?? 0) })
  const trained = take(training)
  const method = methodFor(training.length, classes, all.columns)
  const weights = lesson.isBalanced ? balancedWeights(trained.labels, classes) : null
  const penalty =
    method === 'lda'
      ? null
      : bestPenalty(
          trained.matrix,
          trained.labels,
          classes,
          training.map(row => groups[row] ?? 0),
          seed,
          weights
        )
  const members = fitMembers(method, trained.matrix, trained.labels, classes, { seed, penalty: penalty ?? 1, weights })
  const calibrationGroups = new Set(calibration.map(row => groups[row])).size
  const isCalibrated = calibrationGroups >= 2
  if (isCalibrated) {
    const held = take(calibration)
    for (const member of members) member.temperature = fitTemperature(logitsOf(member, held.matrix), held.labels, classes)
  }
  const lda = fitLda(trained.matrix, trained.labels, classes, { weights })
  const classifier: Classifier = { method, classes, scaler, members, distances: lda.distances, dictionary: lesson.dictionary ?? null }
  return {
    classifier: packClassifier(classifier),
    method,
    penalty,
    temperatures: isCalibrated ? members.map(({ temperature }) => temperature) : null,
    counts: { training: training.length, calibration: calibration.length, test: test.length },
    shares: Array.from(classShares(classCounts(trained.labels, classes), weights)),
    report: test.length === 0 ? null : reported(),
    held: predictedOf([...calibration, ...test])
  }

  function predictedOf(rows: readonly number[]): Learnt['held'] {
    const { matrix } = take(rows)
    const units = testUnits()
    const far = nearestDistances(classifier.distances, matrix)
    return {
      rows: Int32Array.from(rows),
      ...bestOf(probabilitiesOf(members, matrix, classes), classes),
      units: Int32Array.from(rows, row => units[row] ?? 0),
      isUnlike: Uint8Array.from(far, distance => (distance > classifier.distances.limit ? 1 : 0))
    }
  }

  /** Returns the bootstrap unit of each row: its group, or its image if the test has fewer than 10 groups. */
  function testUnits(): Int32Array {
    return new Set(test.map(row => groups[row])).size >= fewestGroupsToDraw ? groups : images
  }

  function reported(): Omit<AiReport, 'unlearntCount'> {
    const held = take(test)
    const testGroups = new Set(test.map(row => groups[row])).size
    const units = testUnits()
    const testedWith = (some: readonly Member[], calibrated: boolean): Tested => ({
      labels: held.labels,
      ...bestOf(probabilitiesOf(some, held.matrix, classes, calibrated), classes),
      units: Int32Array.from(test, row => units[row] ?? 0)
    })
    const tested = testedWith(members, true)
    const byGroup = bestOf(linearLogits(lda.model, held.matrix), classes)
    return {
      ...evaluate(tested, classes, seed),
      count: test.length,
      groupCount: testGroups,
      calibrationError: { before: calibrationError(testedWith(members, false)), after: isCalibrated ? calibrationError(tested) : null },
      methods: [
        { method: 'lda', accuracy: accuracyOf({ labels: held.labels, ...byGroup }) },
        ...(members.length > 1 ? members : []).map((member): AiReport['methods'][number] => ({
          method: member.model.kind === 'trees' ? 'trees' : 'logistic',
          accuracy: accuracyOf(testedWith([member], true))
        })),
        ...(method === 'lda' ? [] : [{ method, accuracy: accuracyOf(tested) }])
      ],
      leak: { byGroup: accuracyOf({ labels: held.labels, ...byGroup }), byPoint: accuracyByPoint(all, lesson) }
    }
  }
}

/** Computes the accuracy of the discriminant analysis on a split by point. This accuracy is inflated, because test points adjoin training points. */
function accuracyByPoint(all: Matrix, { labels, classes, seed }: Lesson): number {
  const order = shuffled(all.rows, randomFrom(seed))
  const cut = Math.max(1, Math.round(all.rows * 0.2))
  const [test, training] = [order.slice(0, cut), order.slice(cut)]
  const scaler = fitScaler(rowsOf(all, training))
  const take = (rows: readonly number[]) => standardised(scaler, rowsOf(all, rows))
  const { model } = fitLda(
    take(training),
    Int32Array.from(training, row => labels[row] ?? 0),
    classes
  )
  return accuracyOf({ labels: Int32Array.from(test, row => labels[row] ?? 0), ...bestOf(linearLogits(model, take(test)), classes) })
}

const folds = 3
const mostRowsToCompare = 2000

/** Finds the penalty with the lowest loss in 3-fold cross-validation over groups. With fewer than three groups, returns 1. */
export function bestPenalty(
  matrix: Matrix,
  labels: Int32Array,
  classes: number,
  groups: readonly number[],
  seed: number,
  weights: Float64Array | null = null
): number {
  const rows = shuffled(matrix.rows, randomFrom(seed)).slice(0, mostRowsToCompare) // the first rows may all belong to one group
  const foldOf = new Map([...new Set(rows.map(row => groups[row] ?? 0))].map((group, index) => [group, index % folds]))
  if (foldOf.size < folds) return 1
  const losses = penalties.map(penalty => {
    let loss = 0
    for (let fold = 0; fold < folds; fold++) {
      const [kept, left] = [
        rows.filter(row => foldOf.get(groups[row] ?? 0) !== fold),
        rows.filter(row => foldOf.get(groups[row] ?? 0) === fold)
      ]
      if (kept.length === 0 || left.length === 0) continue
      const ofRows = (some: readonly number[]) => Int32Array.from(some, row => labels[row] ?? 0)
      const model = fitLogistic(rowsOf(matrix, kept), ofRows(kept), classes, penalty, { mostRounds: 40, weights })
      loss += lossAtTemperature(linearLogits(model, rowsOf(matrix, left)), ofRows(left), classes, 1) * left.length
    }
    return loss
  })
  return penalties[losses.indexOf(Math.min(...losses))] ?? 1
}
