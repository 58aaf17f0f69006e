import type { Shape } from '../../../../shared/contracts/shapes.ts'
import type { Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { heldBetweenEdits } from '../held.ts'
import {
  allCount,
  allImages,
  isThere,
  isUntouched,
  unlabelledCount,
  unlabelledImages,
  unlabelledOf,
  untouchedCount,
  untouchedImages
} from '../labelled.ts'
import type { Prediction } from '../learning/classifier.ts'
import type { Scored } from '../onnx/detect.ts'
import type { PointPredictor, PredictedPoints, SamplePoint } from '../point-predictor.ts'
import type { Made, PrepareRun } from '../prepared-run.ts'
import { labelsOf } from './card.ts'
import { coverObstacle } from './cover-obstacle.ts'
import { mapEqualLabels } from './map-labels.ts'
import { modelProcess } from './model-process.ts'
import { windowOfShape } from './window-of-shape.ts'

/** Maximum number of windows per task, because each task has a time limit. */
const windowsAtOnce = 50

/** Prepares a run of an uploaded model in a separate process. */
// Long: the parts of one run, which share its process.
export const uploadedRun: PrepareRun = async ({ db, blobs, context, sight, models, isRetry }, row) => {
  const stored = await db.selectFrom('ai_uploaded_model').selectAll().where('id', '=', String(row.uploaded_model_id)).executeTakeFirst()
  if (!stored || stored.manifest === null) throw new HopelessJob('The model no longer exists')
  const { id, sha256, size_bytes: sizeBytes } = stored
  const manifest = JSON.parse(stored.manifest) as Manifest
  await heldBetweenEdits(context, db, row.project_id, transaction => mapEqualLabels(transaction, id, row.project_id))
  const ignored = new Set(manifest.labels.filter(({ ignore }) => ignore).map(({ index }) => index))
  const { loaded, counted, end } = modelProcess(
    { blobs, models, signal: context.signal, isPatient: isRetry },
    { sha256, sizeBytes: Number(sizeBytes), manifest }
  )
  const isLabel = manifest.task === 'classify'

  async function pathOf(mediaId: string): Promise<{ path: string; width: number }> {
    const image = await db.selectFrom('media').select(['sha256', 'width']).where('id', '=', mediaId).executeTakeFirstOrThrow()
    return { path: await blobs.localPath(image.sha256), width: image.width }
  }

  /** Computes all class probabilities of points on one image. */
  async function onPoints(mediaId: string, points: readonly SamplePoint[]): Promise<PredictedPoints> {
    const { path, width } = await pathOf(mediaId)
    const places = points.map(({ shape }) => windowOfShape(manifest, JSON.parse(shape) as Shape, width))
    const step = isLabel ? windowsAtOnce : Math.max(1, places.length) // the map of a segmentation has all points
    const seen: SamplePoint[] = []
    const parts: Float32Array[] = []
    for (let from = 0; from < places.length; from += step) {
      const part = await (await loaded())('pointProbabilities', { path, places: places.slice(from, from + step) })
      seen.push(...part.seen.flatMap(place => points[from + place] ?? []))
      parts.push(part.probabilities)
    }
    return { points: seen, probabilities: joined(parts) }
  }

  async function onShapes(mediaId: string): Promise<Made> {
    const shapes = await unlabelledOf(db, sight, mediaId)
    const { path, width } = await pathOf(mediaId)
    const places = shapes.map(({ shape }) => windowOfShape(manifest, JSON.parse(shape) as Shape, width))
    const scored: Scored[][] = []
    for (let from = 0; from < places.length; from += windowsAtOnce)
      scored.push(...(await (await loaded())('classify', { path, places: places.slice(from, from + windowsAtOnce) })))
    const kept = shapes.flatMap((shape, place) => {
      const prediction = predictionOf(scored[place] ?? [])
      return prediction ? [{ shape, prediction }] : []
    })
    return { shapes: kept.map(({ shape }) => shape), predictions: kept.map(({ prediction }) => prediction) }
  }

  /** Converts the scores of a shape to a prediction; null if no label should be suggested. */
  function predictionOf(scored: readonly Scored[]): Prediction | null {
    const [first] = scored
    if (!first || first.p < manifest.output.conf || ignored.has(first.index)) return null
    const best = scored.filter(({ index }) => !ignored.has(index)).map(({ index, p }) => ({ place: index, p }))
    return { best, entropy: entropyOf(best), isUnknown: false }
  }

  async function onImage(mediaId: string): Promise<Made> {
    const { path } = await pathOf(mediaId)
    const found = await (await loaded())('detect', { path })
    return {
      shapes: found.map(({ shape }) => ({ id: null, shape: JSON.stringify(shape) })),
      predictions: found.map(({ index, p }): Prediction => ({ best: [{ place: index, p }], entropy: 0, isUnknown: false }))
    }
  }

  const isAll = row.images === 'all'
  return {
    async modelIn(transaction) {
      const labels = await labelsOf(transaction, id)
      return {
        column: 'uploaded_model_id',
        id,
        classes: labels.map(label => label.labelId ?? label.id),
        modelLabels: labels
      }
    },
    isStillIn: mediaId => (isLabel || isAll ? isThere(db, mediaId) : isUntouched(db, mediaId)),
    imagesOf: isLabel ? unlabelledImages : isAll ? allImages : untouchedImages,
    count: async () => (isLabel ? (await unlabelledCount(db, sight)).images : isAll ? allCount(db, sight) : untouchedCount(db, sight)),
    suggest: mediaId => counted(() => (isLabel ? onShapes(mediaId) : onImage(mediaId))),
    ...(coverObstacle(manifest) === null && {
      pointPredictor: async (): Promise<PointPredictor> => ({
        model: { column: 'uploaded_model_id', id },
        isHeldOut: () => true, // the model learned nothing from the project
        predict: (mediaId, points) => counted(() => onPoints(mediaId, points))
      })
    }),
    end
  }
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const entropyOf = (best: readonly { p: number }[]): number => best.reduce((sum, { p }) => (p > 0 ? sum - p * Math.log(p) : sum), 0)
