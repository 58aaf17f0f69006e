import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Run } from '../children/child-pool.ts'
import { HopelessJob } from '../jobs/queue.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import { columnsOf, isCurrent } from './feature-sets.ts'
import { heldOutFinder } from './held-out.ts'
import { classTree, parentsOfLearnt, sameClasses } from './label-classes.ts'
import { isUntouched, unlabelledCount, unlabelledImages, unlabelledOf, untouchedCount, untouchedImages } from './labelled.ts'
import { learnVersion } from './learn-version.ts'
import type { Predicting, Prediction } from './learning/classifier.ts'
import { shiftOf } from './mix.ts'
import type { PointPredictor, SamplePoint } from './point-predictor.ts'
import type { Made, PrepareRun } from './prepared-run.ts'
import type { RunOptions, StoredClasses } from './stored-model.ts'
import { type LoadedVersion, vectorsForVersion, withModel } from './version-features.ts'

/** Prepares a run of a version trained on the project's labels. A run without a version first trains a new one. */
export const learnedRun: PrepareRun = async ({ db, blobs, turn, context, sight, appVersion, embedders }, row) => {
  // a run without options began under an earlier version of Isobath, and continues as it began
  const options = row.options === null ? null : (JSON.parse(row.options) as RunOptions)
  const { signal } = context
  const run = {
    ...{ id: row.id, createdBy: row.created_by, task: row.task },
    ...{ weights: options?.weights, features: options?.features, embeddingModelId: row.embedding_model_id }
  }
  const versionId = row.model_version_id ?? (await learnVersion({ db, blobs, embedders, signal, turn, context, sight }, run, appVersion))
  const version = await db.selectFrom('ai_model_version').selectAll().where('id', '=', versionId).executeTakeFirst()
  if (!version) throw new HopelessJob('The model version no longer exists')
  if (!isCurrent(version.feature_set))
    throw new HopelessJob('This model version uses an outdated set of image features. Start a run with a new model version')
  const loaded = {
    ...{ key: version.sha256, bytes: new Uint8Array(version.bytes) },
    ...{ featureSet: version.feature_set, embeddingModelId: version.embedding_model_id }
  }
  const isLabel = row.task === 'label'
  const { learnt } = JSON.parse(version.classes) as StoredClasses
  const classes = learnt.map(({ labelId }) => labelId)
  const { nodes, tree } = classTree(classes, await parentsOfLearnt(db, row.project_id, learnt), options?.backOff)
  const shift = options?.mix ? shiftOf(options.mix, version, classes) : null
  const how = { tree: options && tree, shift, same: options && (await sameClasses(db, row.project_id, classes)) }

  /** Computes the class probabilities of points on one image, row-major. */
  async function probabilitiesOf(mediaId: string, points: readonly SamplePoint[]): Promise<Float32Array> {
    const vectors = await vectorsOf(mediaId, points)
    const columns = columnsOf(loaded.featureSet)
    return turn(runTask => withModel(runTask, loaded, () => runTask('probabilities', { key: loaded.key, vectors, columns })))
  }

  const vectorsOf = (mediaId: string, shapes: readonly { shape: string }[]): Promise<Uint8Array> =>
    vectorsForVersion(
      { db, blobs, embedders, signal, turn },
      loaded,
      mediaId,
      shapes.map(({ shape }) => shape)
    )

  return {
    modelIn: async () => ({ column: 'model_version_id', id: versionId, classes: nodes }),
    imagesOf: isLabel ? unlabelledImages : untouchedImages,
    isStillIn: async mediaId => isLabel || isUntouched(db, mediaId),
    count: async () => (isLabel ? (await unlabelledCount(db, sight)).images : untouchedCount(db, sight)),
    suggest: async mediaId => {
      const shapes = isLabel
        ? await unlabelledOf(db, sight, mediaId)
        : await turn(runTask => objectsOf({ db, blobs, run: runTask }, mediaId))
      const vectors = await vectorsOf(mediaId, shapes)
      return { shapes, predictions: await turn(runTask => predicted(runTask, loaded, vectors, how)) }
    },
    ...(isLabel && {
      pointPredictor: async (): Promise<PointPredictor> => ({
        model: { column: 'version_id', id: versionId },
        isHeldOut: await heldOutFinder(db, sight.projectId, version.unit),
        predict: async (mediaId, points) => ({ points, probabilities: await probabilitiesOf(mediaId, points) })
      })
    })
  }
}

/** Finds boxes around candidate objects in an image. Each box becomes a suggestion for a new annotation. */
async function objectsOf(
  { db, blobs, run }: { db: Database; blobs: Blobs; run: Run<AnalysisTasks> },
  mediaId: string
): Promise<Made['shapes']> {
  const { sha256 } = await db.selectFrom('media').select('sha256').where('id', '=', mediaId).executeTakeFirstOrThrow()
  const found = await run('objects', { path: await blobs.localPath(sha256) })
  return found.map(({ x, y, width, height }) => ({ id: null, shape: JSON.stringify({ kind: 'box', x, y, width, height } satisfies Shape) }))
}

/** Predicts labels for feature vectors. */
const predicted = (run: Run<AnalysisTasks>, model: LoadedVersion, vectors: Uint8Array, how: Predicting): Promise<Prediction[]> =>
  withModel(run, model, () => run('predict', { key: model.key, vectors, columns: columnsOf(model.featureSet), ...how }))
