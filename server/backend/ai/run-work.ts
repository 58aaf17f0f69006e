import { timestamp } from '../../lib/clock.ts'
import type { Run } from '../children/child-pool.ts'
import type { EventBus } from '../events/bus.ts'
import { HopelessJob, type JobHandler } from '../jobs/queue.ts'
import type { PicturePools } from '../media/picture-pools.ts'
import { everything } from '../projects/scope.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import { checkWork } from './check-work.ts'
import { held } from './held.ts'
import { qualityWork } from './quality-work.ts'
import { runFeatures } from './run-features.ts'
import { similarWork } from './similar-work.ts'
import { suggestOnImages } from './suggesting-run.ts'
import { modelEmbedders } from './uploaded/embedders.ts'
import type { ModelPolicy } from './uploaded/model-policy.ts'

export interface AnalysisWork {
  db: Database
  blobs: Blobs
  events: EventBus
  pictures: PicturePools
  appVersion: string
  models: ModelPolicy
}

/** Handles the job of an AI run. */
export function runAnalysis({ db, blobs, events, pictures, appVersion, models }: AnalysisWork): JobHandler {
  return async context => {
    const { payload, signal } = context
    const row = await db.selectFrom('ai_run').selectAll().where('id', '=', String(payload.runId)).executeTakeFirst()
    if (!row) throw new HopelessJob('The run was deleted in the meantime')
    if (row.finished_at !== null) return
    const changed = () => events.publish({ type: 'changed', noun: 'ai', projectId: row.project_id })
    const run = { id: row.id, jobId: row.job_id, projectId: row.project_id }
    const sight = everything(run.projectId, 'a run reads all annotations, and blind members see none of its results')
    await held(context, db, transaction =>
      transaction
        .updateTable('ai_run')
        .set({ started_at: row.started_at ?? timestamp() })
        .where('id', '=', run.id)
        .execute()
    )
    changed()
    const turn = <T>(work: (runTask: Run<AnalysisTasks>) => Promise<T>) => pictures.analysis.take(row.id, work, signal)
    const embedders = modelEmbedders({ db, blobs, models, signal, isPatient: payload.isRetry === true })
    const work = { db, blobs, context, sight, turn, changed }
    try {
      if (row.task === 'quality') await qualityWork(work, run)
      else if (row.task === 'check' || row.task === 'similar') {
        const features = await runFeatures({ ...work, embedders }, row.embedding_model_id)
        await (row.task === 'check' ? checkWork : similarWork)({ ...work, features }, run)
      } else await suggestOnImages({ ...work, appVersion, models, embedders }, row)
    } finally {
      await embedders.end()
    }
    changed()
  }
}
