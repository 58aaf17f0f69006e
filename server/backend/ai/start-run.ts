import type { AiTask, RunDraft, RunImages } from '../../../shared/contracts/ai.ts'
import type { ModelTask } from '../../../shared/contracts/uploaded-models.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordActivity } from '../projects/activity.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { NothingToLabel, RunActive } from './errors.ts'
import { allImages, croppedImages, labelledImages, unlabelledImages, untouchedImages } from './labelled.ts'
import { analysisJob } from './run-work.ts'
import { noteLicenceRead, runnableModel } from './uploaded/runnable-model.ts'

/**
 * Starts a run over all shapes without a label, images without annotations, all images, or all labels of people.
 * @param draft its task, and the version to apply; without it, a new one learns first
 * @returns id of the run
 * @throws NothingToLabel @throws RunActive @throws NotFound for a version of another project @throws InvalidRequest for a version that the task does not use
 */
// Long: the checks and rows of one run.
export async function startRun(
  { db, events, jobs }: { db: Database; events: EventBus; jobs: JobQueue },
  scope: Scope,
  draft: RunDraft
): Promise<string> {
  const { projectId, accountId } = scope
  const { modelVersionId, uploadedModelId } = draft
  const task = draft.task ?? 'label'
  requireOneModel(task, draft)
  if (modelVersionId && !usesVersion(task)) throw new InvalidRequest([{ path: '/modelVersionId', message: 'is of no use to this task' }])
  const model =
    uploadedModelId === undefined ? null : await runnableModel(db, scope, { id: uploadedModelId, isRead: draft.licenseRead === true })
  const images = imagesOf(task, model, draft.images)
  if ((await images(db, scope, '', 1)).length === 0) throw new NothingToLabel()
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
    const version = modelVersionId
      ? await transaction
          .selectFrom('ai_model_version')
          .select('id')
          .where('id', '=', modelVersionId)
          .where('project_id', '=', projectId)
          .executeTakeFirst()
      : null
    if (version === undefined) throw new NotFound('The model version')
    if (model) await noteLicenceRead(transaction, model.id, accountId, at)
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
        images: model && model.task !== 'classify' ? (draft.images ?? 'untouched') : null,
        images_total: null,
        sentence: null,
        created_by: accountId,
        created_at: at,
        started_at: null,
        finished_at: null,
        family: null
      })
      .execute()
    await recordActivity(transaction, { projectId, actorId: accountId, event: 'ai.started', detail: { number } })
    publish({ type: 'changed', noun: 'ai', projectId })
  })
  jobs.wake()
  return id
}

/** Query for the images that a run looks at. */
function imagesOf(task: AiTask, model: { task: ModelTask } | null, images: RunImages = 'untouched') {
  if (task !== 'model') return { label: unlabelledImages, objects: untouchedImages, check: labelledImages, similar: croppedImages }[task]
  if (model?.task === 'classify') return unlabelledImages
  return images === 'all' ? allImages : untouchedImages
}

const usesVersion = (task: AiTask): boolean => task === 'label' || task === 'objects'

/** @throws InvalidRequest for a brought model in another task, or for none in its own */
function requireOneModel(task: AiTask, { modelVersionId, uploadedModelId, images }: RunDraft): void {
  const isUploaded = task === 'model'
  if (isUploaded !== (uploadedModelId !== undefined) || (isUploaded && modelVersionId !== undefined))
    throw new InvalidRequest([{ path: '/uploadedModelId', message: 'belongs to the task model, which needs it and no modelVersionId' }])
  if (images !== undefined && !isUploaded) throw new InvalidRequest([{ path: '/images', message: 'belongs to the task model' }])
}
