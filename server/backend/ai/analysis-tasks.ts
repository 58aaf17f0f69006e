import { decoder } from '../media/views.ts'
import { type Checked, type CheckLesson, checkLabels } from './learning/check.ts'
import { type Classifier, type Prediction, predict, unpackClassifier } from './learning/classifier.ts'
import { type Contest, contested } from './learning/compare.ts'
import type { Pixels } from './learning/crops.ts'
import { type CropPlace, featuresOf } from './learning/features.ts'
import { type Learnt, type Lesson, learn, matrixFrom } from './learning/learn.ts'
import { type Candidate, candidatesIn } from './learning/objects.ts'

export type AnalysisTasks = typeof analysisTasks

/** Code of the error of a process that has not loaded the model yet. */
export const noModel = 'NO_MODEL'

let loaded: { key: string; classifier: Classifier } | null = null

/** Heavy work of AI Analysis, which only runs in child processes: decoding, features and learning. */
export const analysisTasks = {
  /** Feature vectors of places on a picture, as bytes. */
  async features({ path, places }: { path: string; places: CropPlace[] }): Promise<Uint8Array> {
    return new Uint8Array(featuresOf(await decoded(path), places).buffer)
  },

  /** Boxes around parts of a picture that are unlike its ground. */
  objects: async ({ path }: { path: string }): Promise<Candidate[]> => candidatesIn(await decoded(path)),

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

/** Decodes a picture, upright, as 8-bit RGB. */
async function decoded(path: string): Promise<Pixels> {
  const { data, info } = await decoder(path, 'what is there')
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data: info.channels === 3 ? data : inThreeChannels(data, info.channels), width: info.width, height: info.height }
}

/** Repeats a single channel of grey, or leaves out channels after the third. */
function inThreeChannels(data: Buffer, channels: number): Uint8Array {
  const pixels = data.length / channels
  const three = new Uint8Array(pixels * 3)
  for (let pixel = 0; pixel < pixels; pixel++)
    for (let channel = 0; channel < 3; channel++) three[3 * pixel + channel] = data[pixel * channels + (channels < 3 ? 0 : channel)] ?? 0
  return three
}
