import { deserialize, serialize } from 'node:v8'
import type { LearnMethod } from '../../../../shared/contracts/ai-models.ts'
import { backedOff, type ClassTree } from './back-off.ts'
import type { Dictionary } from './dictionary.ts'
import { type Distances, nearestDistances } from './distances.ts'
import { fitLda } from './lda.ts'
import { type LinearModel, linearLogits, softmax } from './linear.ts'
import { fitLogistic } from './logistic.ts'
import type { Matrix } from './matrix.ts'
import { randomFrom } from './random.ts'
import { type Scaler, standardised } from './standardise.ts'
import { fitTrees, type TreesModel, treeLogits } from './trees.ts'

/** One model of a classifier, with the temperature that calibrates its probabilities. */
export interface Member {
  model: LinearModel | TreesModel
  temperature: number
}

/** Classifier of feature vectors. It takes the geometric mean of its members' calibrated probabilities. */
export interface Classifier {
  method: LearnMethod
  classes: number
  scaler: Scaler
  members: Member[]
  distances: Distances
  /** Dictionary of the features that it was fitted to; null or absent for the standard features. */
  dictionary?: Dictionary | null
}

export const packClassifier = (classifier: Classifier): Uint8Array => serialize(classifier)
export const unpackClassifier = (bytes: Uint8Array): Classifier => deserialize(bytes) as Classifier

const fewestForLogistic = 200
const fewestForTrees = 400
/** Limit on rows × classes for extra-trees. Beyond it, the leaves of the trees would take too much memory. */
const mostForTrees = 400_000

/**
 * Limit on rows × classes × columns for logistic regression. A lesson of 2,730 × 40 × 2,048 took 165 s, so one at the limit takes about 6 minutes
 * of the 10 that a task has.
 */
const mostForLogistic = 500_000_000

/**
 * Chooses the method for a number of training rows, classes and columns of features.
 * @param lessons duration of the task, as a multiple of that of one lesson
 */
export function methodFor(rows: number, classes: number, columns: number, lessons = 1): LearnMethod {
  if (rows < fewestForLogistic || rows * classes * columns * lessons > mostForLogistic) return 'lda'
  return rows < fewestForTrees || rows * classes > mostForTrees ? 'logistic' : 'blend'
}

export interface Fitting {
  seed: number
  /** L2 penalty of the logistic regression. */
  penalty: number
  /** Weight of each class; null if all rows count alike. */
  weights?: Float64Array | null
}

/** Trains the models of a method, without calibrating them. @param matrix standardised rows */
export function fitMembers(
  method: LearnMethod,
  matrix: Matrix,
  labels: Int32Array,
  classes: number,
  { seed, penalty, weights = null }: Fitting
): Member[] {
  const logistic = () => ({ model: fitLogistic(matrix, labels, classes, penalty, { weights }), temperature: 1 })
  const trees = () => ({ model: fitTrees(matrix, labels, classes, randomFrom(seed), weights), temperature: 1 })
  if (method === 'lda') return [{ model: fitLda(matrix, labels, classes, { weights }).model, temperature: 1 }]
  return method === 'logistic' ? [logistic()] : method === 'trees' ? [trees()] : [logistic(), trees()]
}

export const logitsOf = ({ model }: Member, matrix: Matrix): Float32Array =>
  model.kind === 'linear' ? linearLogits(model, matrix) : treeLogits(model, matrix)

/** Computes class probabilities for standardised rows, row-major. @param isCalibrated if false, all temperatures are 1 */
export function probabilitiesOf(members: readonly Member[], matrix: Matrix, classes: number, isCalibrated = true): Float32Array {
  const all = members.map(member => softmax(logitsOf(member, matrix), classes, isCalibrated ? member.temperature : 1))
  const [only] = all
  if (all.length === 1 && only) return only
  const logs = new Float32Array(matrix.rows * classes)
  for (const probabilities of all)
    for (let at = 0; at < logs.length; at++) logs[at] = (logs[at] ?? 0) + Math.log(Math.max(1e-9, probabilities[at] ?? 0)) / all.length
  return softmax(logs, classes)
}

/** Prediction for one row. */
export interface Prediction {
  /** Up to five classes with their probabilities, most probable first. */
  best: { place: number; p: number }[]
  /** Node of the class tree that is suggested instead of the best class. Null or absent if there is none. */
  broader?: { place: number; p: number } | null
  /** Entropy of the class probabilities, in nats. */
  entropy: number
  /** Whether the row is further from its nearest class mean than 99 % of the training rows are from theirs. */
  isUnknown: boolean
}

/** Changes probabilities to those for another mix of classes, row-major. */
function shifted(probabilities: Float32Array, classes: number, shift: Float64Array): Float32Array {
  return softmax(
    probabilities.map((p, at) => Math.log(Math.max(1e-12, p)) + (shift[at % classes] ?? 0)),
    classes
  )
}

const shownAlternatives = 5

export interface Predicting {
  /** Tree for backing off to broader labels. */
  tree?: ClassTree | null
  /** ln(new share / share in training) of each class, for images with another mix of classes. */
  shift?: Float64Array | null
  /** For each class, the first class with the same label: labels may have been merged since the training. Null if all differ. */
  same?: Int32Array | null
}

/** Adds up the probabilities of classes with the same label. The others of them have 0. */
function joined(probabilities: Float32Array, same: Int32Array): Float32Array {
  const sums = new Float32Array(probabilities.length)
  for (const [place, p] of probabilities.entries()) sums[same[place]!]! += p
  return sums
}

/** Computes the calibrated class probabilities of raw, unstandardised vectors, row-major. */
export const classProbabilities = ({ classes, scaler, members }: Classifier, vectors: Matrix): Float32Array =>
  probabilitiesOf(members, standardised(scaler, vectors), classes)

/** Predicts the classes of raw, unstandardised vectors. */
export function predict(
  { classes, scaler, members, distances }: Classifier,
  vectors: Matrix,
  { tree = null, shift = null, same = null }: Predicting = {}
): Prediction[] {
  const matrix = standardised(scaler, vectors)
  const calibrated = probabilitiesOf(members, matrix, classes)
  const probabilities = shift ? shifted(calibrated, classes, shift) : calibrated
  const far = nearestDistances(distances, matrix)
  return Array.from({ length: matrix.rows }, (_, row) => {
    const values = probabilities.subarray(row * classes, (row + 1) * classes)
    const ofRow = Array.from(same ? joined(values, same) : values, (p, place) => ({ place, p })).filter(
      ({ place }) => !same || same[place] === place
    )
    const entropy = ofRow.reduce((sum, { p }) => sum - (p > 0 ? p * Math.log(p) : 0), 0)
    const best = ofRow.sort((one, other) => other.p - one.p || one.place - other.place).slice(0, shownAlternatives)
    return { best, broader: tree && backedOff(values, tree), entropy, isUnknown: (far[row] ?? 0) > distances.limit }
  })
}
