import type { Position } from '../../../shared/photogrammetry/scale.ts'
import { decodedPixels, smallLuma } from './decoded-pixels.ts'
import { type Checked, type CheckLesson, checkLabels } from './learning/check.ts'
import { type Classifier, classProbabilities, type Predicting, type Prediction, predict, unpackClassifier } from './learning/classifier.ts'
import { type Contest, contested } from './learning/compare.ts'
import { comparedSharpness } from './learning/compared-sharpness.ts'
import { type Dictionary, learnDictionary } from './learning/dictionary.ts'
import { dictionaryDimensions, dictionaryFeaturesOf } from './learning/dictionary-features.ts'
import { patchesOf } from './learning/dictionary-patches.ts'
import { type CropPlace, dimensions, featuresOf } from './learning/features.ts'
import { type Measures, measuresOf } from './learning/image-measures.ts'
import { contrastIn, type FoundLasers, findLaserPoints, laserSearch } from './learning/laser-points.ts'
import { type Learnt, type Lesson, learn, matrixFrom } from './learning/learn.ts'
import { type LiveLesson, learnLive } from './learning/live.ts'
import { nearDuplicates } from './learning/near-duplicates.ts'
import { type Candidate, candidatesIn } from './learning/objects.ts'
import { accuracyByFold } from './learning/validate.ts'
import { noModel } from './no-model.ts'

export type AnalysisTasks = typeof analysisTasks

interface PredictionTask extends Predicting {
  key: string
  vectors: Uint8Array
  columns: number
}

interface CropTask {
  path: string
  places: CropPlace[]
}

/** The same rows with both kinds of features. */
interface FeatureContest {
  standard: Uint8Array
  dictionary: Uint8Array
  labels: Int32Array
  classes: number
  groups: Int32Array
}

let loaded: { key: string; classifier: Classifier; isCalibrated?: boolean } | null = null

/** CPU-heavy tasks of AI Analysis, run only in child processes: decoding, feature extraction, training and prediction. */
export const analysisTasks = {
  /** Computes the feature vectors of crops of a picture, as half-precision bytes. */
  async features({ path, places }: CropTask): Promise<Uint8Array> {
    return new Uint8Array(featuresOf(await decodedPixels(path), places).buffer)
  },

  /** Computes the vectors of crops with a dictionary, as half-precision bytes. */
  async dictionaryFeatures({ path, places, dictionary }: CropTask & { dictionary: Dictionary }): Promise<Uint8Array> {
    return new Uint8Array(dictionaryFeaturesOf(await decodedPixels(path), places, dictionary).buffer)
  },

  /**
   * Runs `dictionaryFeatures` with the dictionary of the model with this key.
   * @throws an error with the code `NO_MODEL` when that model is not loaded, or has no dictionary
   */
  async modelFeatures({ path, places, key }: CropTask & { key: string }): Promise<Uint8Array> {
    if (loaded?.key !== key || !loaded.classifier.dictionary) throw notLoaded()
    return new Uint8Array(dictionaryFeaturesOf(await decodedPixels(path), places, loaded.classifier.dictionary).buffer)
  },

  /** Draws patches for a dictionary from crops of a picture. */
  patches: async ({ path, places, count, seed }: CropTask & { count: number; seed: number }) =>
    patchesOf(await decodedPixels(path), places, { count, seed }),

  learnDictionary: async ({ seed, ...patches }: Record<keyof Dictionary, Float32Array> & { seed: number }): Promise<Dictionary> =>
    learnDictionary(patches, seed),

  /** Compares the standard features of rows with those of a dictionary, by cross-validation over groups. */
  async compareFeatures({ standard, dictionary, labels, classes, groups }: FeatureContest) {
    const accuracyOf = (bytes: Uint8Array, columns: number) => accuracyByFold(matrixFrom(bytes, columns), labels, classes, groups)
    return { standard: accuracyOf(standard, dimensions), dictionary: accuracyOf(dictionary, dictionaryDimensions) }
  },

  /** Finds laser points by those of other pictures of the same camera. Null when none fit. */
  async laserPoints({ path, examples }: { path: string; examples: { path: string; marks: Position[] }[] }): Promise<FoundLasers | null> {
    const pixels = await decodedPixels(path)
    const search = laserSearch(
      pixels,
      examples.flatMap(({ marks }) => marks)
    )
    const contrast = contrastIn(pixels, search)
    const marked = []
    for (const example of examples) marked.push({ contrast: contrastIn(await decodedPixels(example.path), search), marks: example.marks })
    return findLaserPoints(contrast, marked, search)
  },

  /** Finds boxes around regions of a picture that differ from its background. */
  objects: async ({ path }: { path: string }): Promise<Candidate[]> => candidatesIn(await decodedPixels(path)),

  /** Measures sharpness, exposure and the difference hash of a picture. */
  measure: async ({ path }: { path: string }): Promise<Measures> => measuresOf(await smallLuma(path)),

  /** Compares all images of a project: near-duplicates by their hashes, and sharpness within each site. */
  compareImages: async ({ hashes, sharpness, sites }: { hashes: Uint32Array; sharpness: Float64Array; sites: Int32Array }) => ({
    clusters: nearDuplicates(hashes),
    ...comparedSharpness(sharpness, sites)
  }),

  learn: async (lesson: Lesson): Promise<Learnt> => learn(lesson),

  check: async (lesson: CheckLesson): Promise<Checked> => checkLabels(lesson),

  /** Compares the predictions of a new model version with those of another version. */
  compare: async ({
    bytes,
    vectors,
    columns,
    ...contest
  }: { bytes: Uint8Array; vectors: Uint8Array; columns: number } & Omit<Contest, 'other'>) => {
    const predictions = predict(unpackClassifier(bytes), matrixFrom(vectors, columns))
    return contested({ ...contest, other: Int32Array.from(predictions, ({ best }) => contest.places[best[0]?.place ?? 0] ?? -1) })
  },

  /** Fits a classifier for one person's work and keeps it for later predictions. */
  async learnLive({ key, ...lesson }: { key: string } & LiveLesson): Promise<void> {
    loaded = { key, ...learnLive(lesson) }
  },

  /** Predicts with a classifier of `learnLive`. @throws an error with the code `NO_MODEL` when this classifier is not the loaded one */
  async predictLive({ key, vectors, columns, ...how }: PredictionTask) {
    if (loaded?.key !== key) throw notLoaded()
    return { predictions: predict(loaded.classifier, matrixFrom(vectors, columns), how), isCalibrated: loaded.isCalibrated === true }
  },

  /** Loads a model and keeps it for later predictions. */
  async load({ key, bytes }: { key: string; bytes: Uint8Array }): Promise<void> {
    loaded = { key, classifier: unpackClassifier(bytes) }
  },

  /** @throws an error with the code `NO_MODEL` when this model is not the loaded one */
  async predict({ key, vectors, columns, ...how }: PredictionTask): Promise<Prediction[]> {
    if (loaded?.key !== key) throw notLoaded()
    return predict(loaded.classifier, matrixFrom(vectors, columns), how)
  },

  /** Computes all class probabilities. @throws an error with the code `NO_MODEL` when this model is not the loaded one */
  async probabilities({ key, vectors, columns }: Omit<PredictionTask, keyof Predicting>): Promise<Float32Array> {
    if (loaded?.key !== key) throw notLoaded()
    return classProbabilities(loaded.classifier, matrixFrom(vectors, columns))
  }
}

const notLoaded = () => Object.assign(new Error('the model is not loaded'), { code: noModel })
