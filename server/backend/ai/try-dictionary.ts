import type { TriedDictionary } from '../../../shared/contracts/ai-models.ts'
import type { JobContext } from '../jobs/queue.ts'
import { dictionarySet, dictionarySha256 } from './feature-sets.ts'
import { bytesPerVector } from './features-of-image.ts'
import { type Dictionary, dictionaryRecipe, patchCount, patchSize } from './learning/dictionary.ts'
import { dictionaryDimensions } from './learning/dictionary-features.ts'
import type { Lesson } from './learning/learn.ts'
import { randomFrom, shuffled } from './learning/random.ts'
import { cropsOf, inBlocks, type VersionWork } from './version-features.ts'

/** Maximum number of images from which patches are drawn. */
const mostImages = 400
/** Number of rows from which no further training images are read for the comparison. */
const enoughCompared = 2_000
/** Limit on rows × classes. Beyond this limit, a fit to the many features of a dictionary would be too slow. */
const mostForDictionary = 100_000
const trainingPart = 0
const bytesPerRow = dictionaryDimensions * Float16Array.BYTES_PER_ELEMENT

interface Work extends Pick<VersionWork, 'db' | 'blobs' | 'turn'> {
  context: Pick<JobContext, 'progress'>
}

export interface Tried {
  facts: TriedDictionary
  /** Features with the dictionary, for the lesson of the version. Null if the dictionary is not used. */
  better: (Pick<Lesson, 'vectors' | 'columns'> & { dictionary: Dictionary; featureSet: string }) | null
}

/**
 * Learns a dictionary from images of the training split, and compares its features with the standard features. The comparison is a
 * cross-validation over the groups of that split. Equal labels, images and seeds give equal results.
 * @param rows image, shape and split of each row of the lesson
 * @param lesson with standard features, for which each image was read once
 */
// Long: the steps of one trial.
export async function tryDictionary(
  { db, blobs, turn, context }: Work,
  rows: readonly { media_id: string; shape: string; part: number }[],
  lesson: Lesson
): Promise<Tried> {
  const { seed, labels, classes, groups } = lesson
  const byImage = Map.groupBy(rows.keys(), row => rows[row]?.media_id ?? '')
  let done = byImage.size
  const training = inRandomOrder(
    [...byImage].filter(([, of]) => of.some(row => rows[row]?.part === trainingPart)),
    seed
  )
  const drawnFrom = training.slice(0, mostImages)
  const facts = { recipe: dictionaryRecipe, patchCount, imageCount: drawnFrom.length }
  if (rows.length * classes > mostForDictionary)
    return { facts: { ...facts, isUsed: false, sha256: null, patchCount: 0, imageCount: 0, comparison: null }, better: null }
  const patches = await drawnPatches()
  const dictionary = await turn(run => run('learnDictionary', { ...patches, seed }))
  const sha256 = dictionarySha256(dictionary)
  const vectors = new Uint8Array(rows.length * bytesPerRow)

  const compared: number[] = []
  const read = new Set<string>()
  for (const [mediaId, ofImage] of training) {
    if (compared.length >= enoughCompared) break
    await readImage(mediaId, ofImage)
    compared.push(...ofImage)
  }
  const comparison = await compare()
  const isUsed = comparison !== null && comparison.dictionary > comparison.standard
  const tried = { ...facts, isUsed, sha256, comparison }
  if (!isUsed) return { facts: tried, better: null }
  for (const [mediaId, ofImage] of byImage) if (!read.has(mediaId)) await readImage(mediaId, ofImage)
  return { facts: tried, better: { vectors, columns: dictionaryDimensions, dictionary, featureSet: dictionarySet(sha256) } }

  async function cropsOfRows(mediaId: string, ofImage: readonly number[]) {
    return cropsOf(
      { db, blobs },
      mediaId,
      ofImage.map(row => rows[row]?.shape ?? '')
    )
  }

  /** Draws patches, equally many from each image. */
  async function drawnPatches() {
    const drawn = { fine: new Float32Array(patchCount * patchSize), coarse: new Float32Array(patchCount * patchSize) }
    const before = (image: number) => Math.floor((image * patchCount) / drawnFrom.length)
    for (const [image, [mediaId, ofImage]] of drawnFrom.entries()) {
      const task = { ...(await cropsOfRows(mediaId, ofImage)), count: before(image + 1) - before(image), seed: seed + image }
      const some = await turn(run => run('patches', task))
      for (const scale of ['fine', 'coarse'] as const) drawn[scale].set(some[scale], before(image) * patchSize)
      await context.progress(++done, null)
    }
    return drawn
  }

  /** Computes the vectors of all rows of an image. */
  async function readImage(mediaId: string, ofImage: readonly number[]): Promise<void> {
    const made = await inBlocks(await cropsOfRows(mediaId, ofImage), crops =>
      turn(run => run('dictionaryFeatures', { ...crops, dictionary }))
    )
    for (const [place, row] of ofImage.entries())
      vectors.set(made.subarray(place * bytesPerRow, (place + 1) * bytesPerRow), row * bytesPerRow)
    read.add(mediaId)
    await context.progress(++done, null)
  }

  /** Compares both kinds of features. @returns null with fewer than three groups */
  async function compare(): Promise<TriedDictionary['comparison']> {
    const take = (from: Uint8Array, size: number) => {
      const chosen = new Uint8Array(compared.length * size)
      for (const [index, row] of compared.entries()) chosen.set(from.subarray(row * size, (row + 1) * size), index * size)
      return chosen
    }
    const contest = {
      standard: take(lesson.vectors, bytesPerVector),
      dictionary: take(vectors, bytesPerRow),
      labels: Int32Array.from(compared, row => labels[row] ?? 0),
      classes,
      groups: Int32Array.from(compared, row => groups[row] ?? 0)
    }
    const found = await turn(run => run('compareFeatures', contest))
    if (found.standard === null || found.dictionary === null) return null
    return { count: compared.length, standard: found.standard, dictionary: found.dictionary }
  }
}

const inRandomOrder = <T>(items: readonly T[], seed: number): T[] =>
  shuffled(items.length, randomFrom(seed)).flatMap(index => items.slice(index, index + 1))
