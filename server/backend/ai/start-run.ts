import type { RunDraft, RunImages } from '../../../shared/contracts/ai.ts'
import type { AiTask } from '../../../shared/contracts/ai-models.ts'
import type { ModelTask } from '../../../shared/contracts/uploaded-models.ts'
import { dictionaryLabels } from '../../../shared/limits.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordActivity } from '../projects/activity.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { FullSight, Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { analysisJob } from './analysis-job.ts'
import { NothingToLabel, RunActive, TooFewForDictionary } from './errors.ts'
import { allImages, croppedImages, labelledCount, labelledImages, unlabelledImages, untouchedImages } from './labelled.ts'
import { backOffThreshold } from './learning/back-off.ts'
import { requireLearntMix } from './mix.ts'
import { runnableVersion } from './promotion.ts'
import type { RunOptions } from './stored-model.ts'
import { requireEmbedder, requireRuntime, runnableModel, takeModel } from './uploaded/runnable-model.ts'

/**
 * Starts a run over the images of its task.
 * @param draft task and model. The promoted version is the default; a new one is trained on request or if none is promoted
 * @returns id of the run
 * @throws NothingToLabel @throws RunActive @throws TooFewForDictionary @throws NotFound for a version of another project
 * @throws InvalidRequest for a model that does not fit the task, or a mix that does not fit the model
 * @throws ModelState when the details of the model have changed, or an embedding model cannot be used
 * @throws LicenseUnread @throws NoOnnxRuntime
 */
// Long: the checks and rows of one run.
export async function startRun(
  { db, events, jobs }: { db: Database; events: EventBus; jobs: JobQueue },
  scope: Scope & FullSight,
  draft: RunDraft
): Promise<string> {
  const { projectId, accountId } = scope
  const { task = 'label', modelVersionId, uploadedModelId, embeddingModelId, licenseRead = false, manifestSha256 } = draft
  const learns = draft.learn === true || embeddingModelId !== undefined
  requireFittingModel(task, draft)
  const model =
    uploadedModelId === undefined ? null : await runnableModel(db, scope, { id: uploadedModelId, isRead: licenseRead, manifestSha256 })
  const images = imagesOf(task, model, draft.images)
  if ((await images(db, scope, '', 1)).length === 0) throw new NothingToLabel()
  // before the transaction, because the first check of the runtime starts a process
  if (embeddingModelId !== undefined || (await versionIn(db))?.embedding_model_id) await requireRuntime()
  const id = newId()
  await projectEdits(db, events)(scope, async ({ transaction, at, publish }) => {
    const active = await transaction
      .selectFrom('ai_run')
      .innerJoin('job', 'job.id', 'ai_run.job_id')
      .select('ai_run.id')
      .where('ai_run.project_id', '=', projectId)
      .where('job.state', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (active) throw new RunActive()
    const version = await versionIn(transaction)
    if (version === undefined) throw new NotFound('The model version')
    if (draft.mix) await requireLearntMix(transaction, { sight: scope, task, version }, draft.mix)
    if (!version && draft.features === 'dictionary') await requireEnoughLabels(transaction, scope, task)
    if (model) await takeModel(transaction, model, accountId, at)
    const embedderId = embeddingModelId ?? version?.embedding_model_id ?? null
    if (embedderId !== null) await requireEmbedder(transaction, scope, embedderId)
    const last = await transaction
      .selectFrom('ai_run')
      .select(({ fn }) => fn.max('number').as('number'))
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    const number = (last?.number ?? 0) + 1
    const job = await jobs.enqueue(transaction, {
      kind: analysisJob,
      projectId,
      subject: `AI run ${number}`,
      payload: { runId: id }
    })
    await transaction
      .insertInto('ai_run')
      .values({
        id,
        project_id: projectId,
        number,
        task,
        job_id: job.id,
        model_version_id: version?.id ?? null,
        uploaded_model_id: model?.id ?? null,
        embedding_model_id: embedderId,
        images: model && model.task !== 'classify' ? (draft.images ?? 'untouched') : null,
        images_total: null,
        sentence: null,
        created_by: accountId,
        created_at: at,
        started_at: null,
        finished_at: null,
        family: null,
        options: learnsVersions(task) ? JSON.stringify(optionsOf(draft, version?.id ?? null)) : null
      })
      .execute()
    await recordActivity(transaction, { projectId, actorId: accountId, event: 'ai.started', detail: { number } })
    publish({ type: 'changed', noun: 'ai', projectId })
  })
  jobs.wake()
  return id

  /** Reads the version that the run applies. Null if it learns one or its task needs none; undefined for one of another project. */
  async function versionIn(of: Database) {
    if (modelVersionId)
      return of
        .selectFrom('ai_model_version')
        .select(['id', 'classes', 'embedding_model_id'])
        .where('id', '=', modelVersionId)
        .where('project_id', '=', projectId)
        .executeTakeFirst()
    return learns || !learnsVersions(task) ? null : runnableVersion(of, projectId, task)
  }
}

/** Options of a run. Weights and features are kept only if the run learns a version. */
function optionsOf({ weights, features, mix }: RunDraft, versionId: string | null): RunOptions {
  const learns = versionId === null
  return {
    backOff: backOffThreshold,
    ...(learns && weights === 'balanced' && { weights }),
    ...(learns && features === 'dictionary' && { features }),
    ...(mix && { mix })
  }
}

/** @throws TooFewForDictionary */
async function requireEnoughLabels(db: Database, sight: FullSight, task: AiTask): Promise<void> {
  const count = await labelledCount(db, sight, task)
  if (count < dictionaryLabels) throw new TooFewForDictionary(dictionaryLabels.toLocaleString('en'), count.toLocaleString('en'))
}

/** Chooses the query for the images of a run. */
function imagesOf(task: AiTask, model: { task: ModelTask } | null, images: RunImages = 'untouched') {
  if (task !== 'model')
    return { label: unlabelledImages, objects: untouchedImages, check: labelledImages, similar: croppedImages, quality: allImages }[task]
  if (model?.task === 'classify') return unlabelledImages
  return images === 'all' ? allImages : untouchedImages
}

/** Whether runs of a task apply a version trained on the project's labels. */
const learnsVersions = (task: AiTask): boolean => task === 'label' || task === 'objects'

/** @throws InvalidRequest for a model that does not fit the task, or when a required uploaded model is missing */
function requireFittingModel(
  task: AiTask,
  { modelVersionId, uploadedModelId, embeddingModelId, images, licenseRead, manifestSha256, weights, features, mix }: RunDraft
): void {
  const refuse = (path: string, message: string) => {
    throw new InvalidRequest([{ path, message }])
  }
  if (modelVersionId && !learnsVersions(task)) refuse('/modelVersionId', 'is not used by this task')
  if (weights && !learnsVersions(task)) refuse('/weights', 'is not used by this task')
  if (weights === 'balanced' && modelVersionId) refuse('/weights', 'is only allowed when a version is learnt')
  if (features && !learnsVersions(task)) refuse('/features', 'is not used by this task')
  if (features === 'dictionary' && modelVersionId) refuse('/features', 'is only allowed when a version is learnt')
  if (embeddingModelId && (task === 'model' || task === 'quality')) refuse('/embeddingModelId', 'is not used by this task')
  if (embeddingModelId && modelVersionId) refuse('/embeddingModelId', 'is only allowed when a version is learnt')
  if (embeddingModelId && features === 'dictionary') refuse('/features', 'must be "standard" with an embedding model')
  if (mix && !learnsVersions(task)) refuse('/mix', 'is not used by this task')
  if (mix && new Set(mix.map(({ labelId }) => labelId)).size < mix.length) refuse('/mix', 'has a label twice')
  if (mix && mix.reduce((sum, { share }) => sum + share, 0) > 1 + 1e-9) refuse('/mix', 'has shares that together exceed 1')
  if (task === 'model' && !uploadedModelId) refuse('/uploadedModelId', 'is required when the task is "model"')
  if (task !== 'model' && uploadedModelId) refuse('/uploadedModelId', 'is only allowed when the task is "model"')
  if (task !== 'model' && images) refuse('/images', 'is only allowed when the task is "model"')
  if (task !== 'model' && manifestSha256) refuse('/manifestSha256', 'is only allowed when the task is "model"')
  if (task === 'model' && licenseRead && !manifestSha256) refuse('/manifestSha256', 'is required: it identifies the details that were read')
}
