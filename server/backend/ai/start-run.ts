import type { AiTask } from '../../../shared/contracts/ai.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordActivity } from '../projects/activity.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { analysisJob } from './analysis-job.ts'
import { NothingToLabel, RunActive } from './errors.ts'
import { croppedImages, labelledImages, unlabelledImages, untouchedImages } from './labelled.ts'
import { runnableVersion } from './promotion.ts'

/**
 * Starts a run over all shapes without a label, all images without annotations, or all labels of people.
 * @param choice its task and the version to apply, which is the promoted one by default. A new one learns on request, or where there is none
 * @returns id of the run
 * @throws NothingToLabel @throws RunActive @throws NotFound for a version of another project @throws InvalidRequest for a version that the task does not use
 */
// Long: the checks and rows of one run.
export async function startRun(
  { db, events, jobs }: { db: Database; events: EventBus; jobs: JobQueue },
  scope: Scope,
  { task = 'label', modelVersionId, learn = false }: { task?: AiTask; modelVersionId?: string; learn?: boolean }
): Promise<string> {
  const { projectId, accountId } = scope
  const images = { label: unlabelledImages, objects: untouchedImages, check: labelledImages, similar: croppedImages }[task]
  const isOfModel = task === 'label' || task === 'objects'
  if (modelVersionId && !isOfModel) throw new InvalidRequest([{ path: '/modelVersionId', message: 'is of no use to this task' }])
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
      : learn || !isOfModel
        ? null
        : await runnableVersion(transaction, projectId, task)
    if (version === undefined) throw new NotFound('The model version')
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
