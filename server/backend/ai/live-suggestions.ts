import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LiveSuggestions } from '../../../shared/contracts/image-suggestions.ts'
import { suggestionsOnImage } from '../../../shared/limits.ts'
import { breathe } from '../../lib/breathe.ts'
import type { ChildPool, Run } from '../children/child-pool.ts'
import type { AccountSight, FullSight } from '../projects/scope.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import { bytesPerVector, featuresOfImage } from './features-of-image.ts'
import { featureSet, geometryHash } from './geometry.ts'
import { classFinder, classTree, indexed, type LabelParents, parentsOf } from './label-classes.ts'
import { countClasses, fewestExamples, isThere, newestLabelled, unlabelledOf } from './labelled.ts'
import type { ClassTree } from './learning/back-off.ts'
import { dimensions } from './learning/features.ts'
import { noModel } from './no-model.ts'
import { rounded, suggestedOf } from './write-suggestions.ts'

/** Maximum number of examples that live suggestions learn from: the newest ones. */
const mostExamples = 5_000
const fewestClasses = 2
const rowsAtOnce = 1_000
const hashedAtOnce = 50

interface Work {
  db: Database
  blobs: Blobs
  pool: ChildPool<AnalysisTasks>
  signal: AbortSignal
}

/** Label given by a person, with the key of the features of its shape. */
interface Labelled {
  id: string
  label_id: string
  media_id: string
  key: FeatureKey
}

/** Image and hash of a shape, which identify its features. */
interface FeatureKey {
  media: string
  hash: string
}

/** Example with its class, and its feature vector as half-precision bytes. */
interface Example extends Labelled {
  classId: string
  vector: Uint8Array
}

/**
 * Suggests labels for the unlabelled shapes of an image, learnt from the newest labels by people. It stores features, but no suggestions. The
 * labels are read only when the request gets its turn, so that waiting requests keep none in memory.
 * @throws the abort reason of the signal
 */
// Long: the steps of one answer.
export async function liveSuggestionsOf(
  { db, blobs, pool, signal }: Work,
  sight: AccountSight & FullSight,
  mediaId: string
): Promise<LiveSuggestions> {
  if (!(await isThere(db, mediaId))) return without('imageNotReady')
  const shapes = (await unlabelledOf(db, sight, mediaId)).slice(0, suggestionsOnImage)
  if (shapes.length === 0) return without('nothingUnlabelled')

  return pool.take(
    `live ${sight.accountId}`,
    async run => {
      const { labelled, here } = await labelledRows(db, sight, mediaId, signal)
      const parents = await parentsOf(db, sight.projectId)
      const possible = inClasses(labelled, parents)
      if (possible.classes.length < fewestClasses) return without('tooFewLabels', { ...counted(possible), missing: 0 })
      const ofImage = await featuresOfImage({ db, blobs, run }, mediaId, [...shapes.map(({ shape }) => shape), ...here])
      const vectors = await vectorsOf(db, labelled)
      const prepared = labelled.flatMap(row => {
        const vector = vectors.get(nameOf(row.key))
        return vector ? [{ ...row, vector }] : []
      })
      const missing = labelled.length - prepared.length
      const { rows, classes } = inClasses(prepared, parents)
      const counts = { ...counted({ rows, classes }), missing }
      if (classes.length < fewestClasses) return without('notPrepared', counts)
      const wanted = ofImage.subarray(0, shapes.length * bytesPerVector)
      const { nodes, tree } = classTree(classes, parents)
      const { predictions, isCalibrated } = await predicted(run, { rows, classes, tree }, wanted)
      const items = predictions.flatMap((prediction, index): LiveSuggestions['items'] => {
        const alternatives = suggestedOf(prediction).flatMap(({ place, p }) => {
          const labelId = nodes[place]
          return labelId ? [{ labelId, probability: rounded(p) }] : []
        })
        const [first] = alternatives
        const shape = shapes[index]
        if (!first || !shape) return []
        return [{ annotationId: shape.id, shape: JSON.parse(shape.shape), ...first, alternatives, isUnlike: prediction.isUnknown }]
      })
      items.sort((one, other) => other.probability - one.probability || (one.annotationId < other.annotationId ? -1 : 1))
      return { items, reason: null, isCalibrated, ...counts }
    },
    signal
  )
}

/**
 * Reads the newest labels by people, and hashes their shapes.
 * @returns `here`: JSON of the labelled shapes on the image. Shapes on other images are dropped
 */
async function labelledRows(
  db: Database,
  sight: FullSight,
  mediaId: string,
  signal: AbortSignal
): Promise<{ labelled: Labelled[]; here: string[] }> {
  const labelled: Labelled[] = []
  const here: string[] = []
  for (const { id, label_id, media_id, shape } of await newestLabelled(db, sight, mostExamples)) {
    labelled.push({ id, label_id, media_id, key: { media: media_id, hash: geometryHash(shape) } })
    if (media_id === mediaId) here.push(shape)
    if (labelled.length % hashedAtOnce === 0) await breathe()
  }
  signal.throwIfAborted()
  return { labelled, here }
}

/**
 * Ends work that takes longer than `longestMs`, and returns an answer with the reason `busy`.
 * @param gone aborted when nobody waits for the answer any more. Its reason is thrown
 */
export async function unlessBusy(
  longestMs: number,
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<LiveSuggestions>
): Promise<LiveSuggestions> {
  const late = AbortSignal.timeout(longestMs)
  try {
    return await work(AbortSignal.any([gone, late]))
  } catch (error) {
    if (late.aborted && !gone.aborted) return without('busy')
    throw error
  }
}

/** Answer without suggestions. */
const without = (
  reason: NonNullable<LiveSuggestions['reason']>,
  counts: Pick<LiveSuggestions, 'classCount' | 'labelCount' | 'missing'> = { classCount: 0, labelCount: 0, missing: 0 }
): LiveSuggestions => ({ items: [], reason, isCalibrated: false, ...counts })

const counted = ({ rows, classes }: { rows: readonly unknown[]; classes: readonly unknown[] }) => ({
  labelCount: rows.length,
  classCount: classes.length
})

/** Returns the rows of labels with enough examples. A label with too few counts for its nearest ancestor that has enough. */
function inClasses<Row extends Labelled>(rows: readonly Row[], parents: LabelParents) {
  const counts = countClasses(rows.map(({ label_id: labelId, media_id: group }) => ({ labelId, group, count: 1 })))
  const classOf = classFinder(counts, parents, ({ labelCount }) => labelCount >= fewestExamples)
  const folded = rows.flatMap(row => {
    const classId = classOf(row.label_id)
    return classId === null ? [] : [{ ...row, classId }]
  })
  return { rows: folded, classes: [...new Set(folded.map(({ classId }) => classId))].sort() }
}

const nameOf = ({ media, hash }: FeatureKey) => `${media} ${hash}`

/** Reads the stored vectors of shapes, by image and hash. */
async function vectorsOf(db: Database, rows: readonly Labelled[]): Promise<Map<string, Uint8Array>> {
  const vectors = new Map<string, Uint8Array>()
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const wanted = jsonItems(
      db,
      rows.slice(from, from + rowsAtOnce).map(({ key: { media, hash } }) => ({ media, hash }))
    )
    const found = await sql<{ media_id: string; geometry_hash: string; vector: Uint8Array }>`
      select ai_feature.media_id, ai_feature.geometry_hash, ai_feature.vector from ${wanted}
        join ai_feature on ai_feature.media_id = item.value ->> 'media' and ai_feature.geometry_hash = item.value ->> 'hash'
      where ai_feature.feature_set = ${featureSet}`.execute(db)
    for (const { media_id: mediaId, geometry_hash: hash, vector } of found.rows) vectors.set(nameOf({ media: mediaId, hash }), vector)
    await breathe()
  }
  return vectors
}

/** Predicts classes for vectors. The child process learns first, unless it has just learnt from the same examples. */
async function predicted(
  run: Run<AnalysisTasks>,
  { rows, classes, tree }: { rows: readonly Example[]; classes: readonly string[]; tree: ClassTree },
  vectors: Uint8Array
) {
  const places = new Map(classes.map((classId, place) => [classId, place]))
  const sha = createHash('sha256')
  for (const row of rows) sha.update(`${row.id}:${row.classId}:${nameOf(row.key)}\n`)
  const key = `live ${sha.digest('hex')}`
  const task = { key, vectors, columns: dimensions, tree }
  try {
    return await run('predictLive', task)
  } catch (error) {
    if ((error as { code?: unknown }).code !== noModel) throw error
    const examples = new Uint8Array(rows.length * bytesPerVector)
    for (const [index, { vector }] of rows.entries()) examples.set(vector, index * bytesPerVector)
    const labels = Int32Array.from(rows, ({ classId }) => places.get(classId) ?? 0)
    const images = Int32Array.from(indexed(rows.map(({ media_id: id }) => id)))
    await run('learnLive', { key, vectors: examples, columns: dimensions, labels, classes: classes.length, images })
    return run('predictLive', task)
  }
}
