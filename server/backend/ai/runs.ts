import type { AiRun, AiTask, RunDetails, Suggestion } from '../../../shared/contracts/ai.ts'
import { NotFound } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import { modelVersions } from './models.ts'
import { isOnImage, isStillDoubted } from './on-image.ts'

/** Runs that one list shows at most. */
const mostListed = 200

const scopes: Record<AiTask, string> = {
  label: 'all points and areas without a label',
  objects: 'all images without annotations',
  check: 'all labels of people on points and areas, at most 10,000 drawn at random',
  similar: 'all points and areas'
}

/** Queries of runs. */
// Long: the queries of one noun.
export function aiRepository(db: Database) {
  const runs = () =>
    db
      .selectFrom('ai_run')
      .leftJoin('job', 'job.id', 'ai_run.job_id')
      .leftJoin('ai_model_version', 'ai_model_version.id', 'ai_run.model_version_id')
      .leftJoin('account', 'account.id', 'ai_run.created_by')
      .selectAll('ai_run')
      .select(['job.state', 'job.failure', 'ai_model_version.number as model_number', 'account.name', 'account.email'])
      .select(eb =>
        eb
          .selectFrom('ai_suggestion')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('ai_suggestion.run_id', '=', 'ai_run.id')
          .where('ai_suggestion.state', '=', 'waiting')
          .where(isStillDoubted)
          .as('waiting')
      )

  type RunRow = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>

  const toRun = (row: RunRow): AiRun => ({
    id: row.id,
    number: row.number,
    task: row.task,
    state: row.finished_at !== null ? 'done' : (row.state ?? 'cancelled'),
    jobId: row.job_id,
    modelVersionId: row.model_version_id,
    modelNumber: row.model_number,
    imagesDone: row.images_done,
    imagesFailed: row.images_failed,
    imagesTotal: row.images_total,
    suggestionCount: row.suggestion_count,
    waitingCount: Number(row.waiting ?? 0),
    sentence: row.sentence ?? row.failure,
    createdBy: row.name ?? row.email,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at
  })

  return {
    /** Project of a run. @throws NotFound */
    async projectOfRun(runId: string): Promise<string> {
      const row = await db.selectFrom('ai_run').select('project_id').where('id', '=', runId).executeTakeFirst()
      if (!row) throw new NotFound('The run')
      return row.project_id
    },

    async runs(projectId: string): Promise<AiRun[]> {
      const rows = await runs().where('ai_run.project_id', '=', projectId).orderBy('ai_run.number', 'desc').limit(mostListed).execute()
      return rows.map(toRun)
    },

    /** @throws NotFound */
    async run(runId: string): Promise<AiRun> {
      const row = await runs().where('ai_run.id', '=', runId).executeTakeFirst()
      if (!row) throw new NotFound('The run')
      return toRun(row)
    },

    /** Run with the distribution of its suggestions. @throws NotFound */
    async runDetails(runId: string): Promise<RunDetails> {
      const run = await this.run(runId)
      const counts = await db
        .selectFrom('ai_suggestion')
        .select(['state', 'label_id', 'bin', 'is_unlike'])
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('run_id', '=', runId)
        .where(isOnImage)
        .groupBy(['state', 'label_id', 'bin', 'is_unlike'])
        .execute()
      const states = new Map<Suggestion['state'], number>()
      const bins = new Map<string, number[]>()
      let unlikeCount = 0
      let [suggested, unlike] = [0, 0]
      for (const { state, label_id: labelId, bin, is_unlike: isUnlike, count } of counts) {
        states.set(state, (states.get(state) ?? 0) + Number(count))
        suggested += Number(count)
        if (isUnlike) unlike += Number(count)
        if (state !== 'waiting') continue
        if (isUnlike) {
          unlikeCount += Number(count)
          continue
        }
        const ofLabel = bins.get(labelId) ?? new Array<number>(100).fill(0)
        ofLabel[bin] = (ofLabel[bin] ?? 0) + Number(count)
        bins.set(labelId, ofLabel)
      }
      const last = await db
        .selectFrom('ai_decision')
        .select(['id', 'decision', 'count', 'decided_at'])
        .where('run_id', '=', runId)
        .where('undone_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      const { family } = await db.selectFrom('ai_run').select('family').where('id', '=', runId).executeTakeFirstOrThrow()
      const version = run.modelVersionId
        ? await modelVersions(db).where('ai_model_version.id', '=', run.modelVersionId).executeTakeFirst()
        : null
      return {
        ...run,
        states: Array.from(states, ([state, count]) => ({ state, count })),
        histogram: Array.from(bins, ([labelId, of]) => ({ labelId, bins: of })),
        unlikeCount,
        unlikeShare: unlike / Math.max(1, suggested),
        lastDecision: last ? { id: last.id, decision: last.decision, count: last.count, at: last.decided_at } : null,
        provenance: {
          run: run.id,
          startedBy: run.createdBy,
          createdAt: run.createdAt,
          startedAt: run.startedAt,
          finishedAt: run.finishedAt,
          scope: scopes[run.task],
          ...(family !== null && { family }),
          images: run.imagesDone,
          imagesFailed: run.imagesFailed,
          suggestions: Object.fromEntries(states),
          unlikeShare: unlike / Math.max(1, suggested),
          modelVersion: version && {
            id: version.id,
            number: version.number,
            sha256: version.sha256,
            method: version.method,
            featureSet: version.feature_set,
            seed: Number(version.seed),
            labels: version.label_count,
            labelSnapshotSha256: version.snapshot_sha256,
            groups: version.unit,
            appVersion: version.app_version,
            runtime: 'plain JavaScript',
            learntAt: version.created_at
          }
        }
      }
    }
  }
}
