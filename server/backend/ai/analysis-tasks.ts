import { decodedPixels } from './decoded-pixels.ts'
import { type Checked, type CheckLesson, checkLabels } from './learning/check.ts'
import { type Classifier, type Prediction, predict, unpackClassifier } from './learning/classifier.ts'
import { type Contest, contested } from './learning/compare.ts'
import { type CropPlace, featuresOf } from './learning/features.ts'
import { type Learnt, type Lesson, learn, matrixFrom } from './learning/learn.ts'
import { type Candidate, candidatesIn } from './learning/objects.ts'

export type AnalysisTasks = typeof analysisTasks

/** Error code of a process in which the model is not loaded. */
export const noModel = 'NO_MODEL'

let loaded: { key: string; classifier: Classifier } | null = null

/** Heavy work of AI Analysis, which only runs in child processes: decoding, features and learning. */
export const analysisTasks = {
  /** Computes the feature vectors of crops of a picture, as bytes. */
  async features({ path, places }: { path: string; places: CropPlace[] }): Promise<Uint8Array> {
    return new Uint8Array(featuresOf(await decodedPixels(path), places).buffer)
  },

  /** Finds boxes around parts of a picture that differ from its background. */
  objects: async ({ path }: { path: string }): Promise<Candidate[]> => candidatesIn(await decodedPixels(path)),

  learn: async (lesson: Lesson): Promise<Learnt> => learn(lesson),

  check: async (lesson: CheckLesson): Promise<Checked> => checkLabels(lesson),

  /** Compares the predictions of a new version with those of another one. */
  compare: async ({
    bytes,
    vectors,
    columns,
    ...contest
  }: { bytes: Uint8Array; vectors: Uint8Array; columns: number } & Omit<Contest, 'other'>) => {
    const predictions = predict(unpackClassifier(bytes), matrixFrom(vectors, columns))
    return contested({ ...contest, other: Int32Array.from(predictions, ({ best }) => contest.places[best[0]?.place ?? 0] ?? -1) })
  },

  /** Loads a model, which is kept for the next predictions. */
  async load({ key, bytes }: { key: string; bytes: Uint8Array }): Promise<void> {
    loaded = { key, classifier: unpackClassifier(bytes) }
  },

  /** @throws an error with the code `NO_MODEL` when another model, or none, is loaded */
  async predict({ key, vectors, columns }: { key: string; vectors: Uint8Array; columns: number }): Promise<Prediction[]> {
    if (loaded?.key !== key) throw Object.assign(new Error('the model is not loaded'), { code: noModel })
    return predict(loaded.classifier, matrixFrom(vectors, columns))
  }
}
