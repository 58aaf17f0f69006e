import type { AiRun, ModelCard, ModelVersion, RunDetails, Suggestion, SuggestionQuery } from '../../../shared/contracts/ai.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import type { StoredClasses, StoredFitting } from './learn-version.ts'

/** Kept versions that one list shows at most. */
const mostListed = 200

/** Queries of runs, model versions and suggestions. */
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
          .as('waiting')
      )

  const versions = () =>
    db
      .selectFrom('ai_model_version')
      .leftJoin('account', 'account.id', 'ai_model_version.created_by')
      .select(['account.name', 'account.email'])
      .select(['ai_model_version.id', 'ai_model_version.project_id', 'ai_model_version.number', 'ai_model_version.method'])
      .select(['ai_model_version.unit', 'ai_model_version.classes', 'ai_model_version.fitting', 'ai_model_version.report'])
      .select(['ai_model_version.label_count', 'ai_model_version.group_count', 'ai_model_version.feature_set', 'ai_model_version.seed'])
      .select(['ai_model_version.snapshot_sha256', 'ai_model_version.sha256', 'ai_model_version.app_version'])
      .select('ai_model_version.created_at')

  type RunRow = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>

  const toRun = (row: RunRow): AiRun => ({
    id: row.id,
    number: row.number,
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
        .groupBy(['state', 'label_id', 'bin', 'is_unlike'])
        .execute()
      const states = new Map<Suggestion['state'], number>()
      const bins = new Map<string, number[]>()
      let unlikeCount = 0
      for (const { state, label_id: labelId, bin, is_unlike: isUnlike, count } of counts) {
        states.set(state, (states.get(state) ?? 0) + Number(count))
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
      const version = run.modelVersionId ? await versions().where('ai_model_version.id', '=', run.modelVersionId).executeTakeFirst() : null
      return {
        ...run,
        states: Array.from(states, ([state, count]) => ({ state, count })),
        histogram: Array.from(bins, ([labelId, of]) => ({ labelId, bins: of })),
        unlikeCount,
        lastDecision: last ? { id: last.id, decision: last.decision, count: last.count, at: last.decided_at } : null,
        provenance: {
          run: run.id,
          startedBy: run.createdBy,
          createdAt: run.createdAt,
          startedAt: run.startedAt,
          finishedAt: run.finishedAt,
          scope: 'all points and areas without a label',
          images: run.imagesDone,
          imagesFailed: run.imagesFailed,
          suggestions: Object.fromEntries(states),
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
    },

    /** Page of suggestions. @throws InvalidRequest for a cursor of another list */
    async suggestions(runId: string, { state = 'waiting', labelId, least, order = 'surest', limit = 60, cursor }: SuggestionQuery) {
      const direction = order === 'surest' ? 'desc' : 'asc'
      const after = cursor === undefined ? null : readCursor(cursor)
      const rows = await db
        .selectFrom('ai_suggestion')
        .innerJoin('media', 'media.id', 'ai_suggestion.media_id')
        .leftJoin('annotation', 'annotation.id', 'ai_suggestion.annotation_id')
        .selectAll('ai_suggestion')
        .select(['media.file_name', 'media.width', 'media.height', 'annotation.revision as annotation_revision'])
        .where('ai_suggestion.run_id', '=', runId)
        .where('ai_suggestion.state', '=', state)
        .where('media.removed_at', 'is', null)
        .$if(labelId !== undefined, query => query.where('ai_suggestion.label_id', '=', labelId as string))
        .$if(least !== undefined, query => query.where('ai_suggestion.probability', '>=', least as number))
        .$if(after !== null, query =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple('ai_suggestion.probability', 'ai_suggestion.id'),
              direction === 'desc' ? '<' : '>',
              tuple(after?.probability ?? 0, after?.id ?? '')
            )
          )
        )
        .orderBy('ai_suggestion.probability', direction)
        .orderBy('ai_suggestion.id', direction)
        .limit(limit + 1)
        .execute()
      const items = rows.slice(0, limit).map(
        (row): Suggestion => ({
          id: row.id,
          mediaId: row.media_id,
          fileName: row.file_name,
          mediaWidth: row.width,
          mediaHeight: row.height,
          annotationId: row.annotation_id,
          annotationRevision: row.annotation_revision,
          shape: JSON.parse(row.shape),
          labelId: row.label_id,
          probability: row.probability,
          margin: row.margin,
          alternatives: JSON.parse(row.alternatives),
          isUnlike: row.is_unlike === 1,
          state: row.state,
          givenLabelId: row.given_label_id
        })
      )
      const last = items.at(-1)
      return { items, nextCursor: rows.length > limit && last ? `${last.probability} ${last.id}` : null }
    },

    async models(projectId: string): Promise<ModelVersion[]> {
      const rows = await versions()
        .where('ai_model_version.project_id', '=', projectId)
        .orderBy('ai_model_version.number', 'desc')
        .limit(mostListed)
        .execute()
      return rows.map(toVersion)
    },

    /** Card of a version, and its project. @throws NotFound */
    async model(versionId: string): Promise<{ projectId: string; card: ModelCard }> {
      const row = await versions().where('ai_model_version.id', '=', versionId).executeTakeFirst()
      if (!row) throw new NotFound('The model version')
      const { learnt, notLearnt } = JSON.parse(row.classes) as StoredClasses
      const card: ModelCard = {
        ...toVersion(row),
        classes: learnt,
        notLearnt,
        ...(JSON.parse(row.fitting) as StoredFitting),
        report: row.report === null ? null : JSON.parse(row.report),
        featureSet: row.feature_set,
        seed: Number(row.seed),
        snapshotSha256: row.snapshot_sha256,
        sha256: row.sha256,
        appVersion: row.app_version
      }
      return { projectId: row.project_id, card }
    }
  }
}

interface VersionRow {
  id: string
  number: number
  method: ModelVersion['method']
  unit: ModelVersion['unit']
  report: string | null
  label_count: number
  group_count: number
  name: string | null
  email: string | null
  created_at: string
}

const toVersion = (row: VersionRow): ModelVersion => ({
  id: row.id,
  number: row.number,
  method: row.method,
  labelCount: row.label_count,
  groupCount: row.group_count,
  unit: row.unit,
  accuracy: row.report === null ? null : (JSON.parse(row.report) as NonNullable<ModelCard['report']>).accuracy,
  createdBy: row.name ?? row.email,
  createdAt: row.created_at
})

function readCursor(cursor: string): { probability: number; id: string } {
  const [probability = '', id = ''] = cursor.split(' ')
  if (!id || !Number.isFinite(Number(probability))) throw new InvalidRequest([{ path: '/cursor', message: 'is of another list' }], 400)
  return { probability: Number(probability), id }
}
