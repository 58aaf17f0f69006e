import { sql } from 'kysely'
import type { AiRun, RunDetails, RunImages, SuggestionState } from '../../../shared/contracts/ai.ts'
import type { AiTask } from '../../../shared/contracts/ai-models.ts'
import { NotFound } from '../../lib/errors.ts'
import type { FullSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { acceptanceRecords } from './acceptance-records.ts'
import { coverFailures } from './failed-images.ts'
import { type LabelInRun, labelsInRun } from './labels-in-run.ts'
import { modelVersions } from './models.ts'
import { isOnImage, isStillDoubted } from './on-image.ts'
import type { OpenRun } from './open-run.ts'
import type { StoredFitting } from './stored-model.ts'
import type { AiSuggestionCountTable } from './tables.ts'
import { uploadedModelFacts } from './uploaded/model-facts.ts'

/** Maximum number of runs in a list. */
const mostListed = 200

const scopes: Record<Exclude<AiTask, 'model'>, string> = {
  label: 'all points and areas without a label',
  objects: 'all images without annotations',
  check: 'all labels given by people to points and areas, at most 10,000 drawn at random',
  similar: 'all points and areas',
  quality: 'all images'
}

/** Embedding model of a run: that of its version, or of a run without a version. A run may learn a version and then use another one. */
const usedEmbedder = sql<string>`case when ai_run.model_version_id is null then ai_run.embedding_model_id
  else ai_model_version.embedding_model_id end`

/** Query for runs, each with the number of its waiting suggestions and of the images that it could not predict. */
const runRows = (db: Database) =>
  db
    .selectFrom('ai_run')
    .leftJoin('job', 'job.id', 'ai_run.job_id')
    .leftJoin('ai_model_version', 'ai_model_version.id', 'ai_run.model_version_id')
    .leftJoin('ai_uploaded_model', 'ai_uploaded_model.id', 'ai_run.uploaded_model_id')
    .leftJoin('ai_uploaded_model as embedder', join => join.on('embedder.id', '=', usedEmbedder))
    .leftJoin('account', 'account.id', 'ai_run.created_by')
    .selectAll('ai_run')
    .select([
      'job.state',
      'job.failure',
      'ai_model_version.number as model_number',
      'ai_uploaded_model.name as model_name',
      'ai_uploaded_model.version as model_version',
      'embedder.id as embedder_id',
      'embedder.name as embedder_name',
      'embedder.version as embedder_version',
      'account.name',
      'account.email'
    ])
    .select(eb =>
      eb
        .case()
        .when('ai_run.task', '=', 'check')
        .then(
          eb
            .selectFrom('ai_suggestion')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('ai_suggestion.run_id', '=', 'ai_run.id')
            .where('ai_suggestion.state', '=', 'waiting')
            .where(isStillDoubted)
            .where(isOnImage)
            .$asScalar()
        )
        .else(
          eb
            .selectFrom('ai_suggestion_count')
            .select(({ fn }) => fn.sum<number>('ai_suggestion_count.count').as('count'))
            .whereRef('ai_suggestion_count.run_id', '=', 'ai_run.id')
            .where('ai_suggestion_count.state', '=', 'waiting')
            .$asScalar()
        )
        .end()
        .as('waiting')
    )
    .select(
      coverFailures(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ai_cover_failure.run_id', '=', sql.ref<string>('ai_run.id'))
        .as('cover_failed')
    )

type RunRow = Awaited<ReturnType<ReturnType<typeof runRows>['executeTakeFirstOrThrow']>>

/** Queries for runs. */
// Long: the queries of one resource.
export function aiRepository(db: Database) {
  const toRun = (row: RunRow): AiRun => ({
    id: row.id,
    number: row.number,
    task: row.task,
    state: row.finished_at !== null ? 'done' : (row.state ?? 'cancelled'),
    jobId: row.job_id,
    modelVersionId: row.model_version_id,
    modelNumber: row.model_number,
    uploadedModelId: row.uploaded_model_id,
    modelName: row.model_name === null ? null : `${row.model_name} ${row.model_version}`,
    embeddingName: row.embedder_name === null ? null : `${row.embedder_name} ${row.embedder_version}`,
    imagesDone: row.images_done,
    imagesFailed: row.images_failed,
    coverFailed: Number(row.cover_failed ?? 0),
    imagesTotal: row.images_total,
    suggestionCount: row.suggestion_count,
    waitingCount: Number(row.waiting ?? 0),
    sentence: row.sentence ?? row.failure,
    createdBy: row.name ?? row.email,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at
  })

  /** @throws NotFound */
  async function runRow(runId: string): Promise<RunRow> {
    const row = await runRows(db).where('ai_run.id', '=', runId).executeTakeFirst()
    if (!row) throw new NotFound('The run')
    return row
  }

  return {
    async runs({ projectId }: FullSight): Promise<AiRun[]> {
      const rows = await runRows(db).where('ai_run.project_id', '=', projectId).orderBy('ai_run.number', 'desc').limit(mostListed).execute()
      return rows.map(toRun)
    },

    /** @throws NotFound */
    run: async ({ runId }: OpenRun): Promise<AiRun> => toRun(await runRow(runId)),

    /** Reads a run with the distribution of its suggestions and its provenance. @throws NotFound */
    async runDetails(opened: OpenRun): Promise<RunDetails> {
      const { runId } = opened
      const row = await runRow(runId)
      const run = toRun(row)
      const { images, family, options } = row
      const counts = await db
        .selectFrom('ai_suggestion_count')
        .select(['state', 'label_id', 'label_text', 'bin', 'is_unlike', 'count'])
        .where('run_id', '=', runId)
        .where('count', '>', 0)
        .execute()
      const { states, histogram, unlikeCount, unlikeShare, unmapped } = distributionOf(counts, await labelsInRun(db, opened))
      const last = await db
        .selectFrom('ai_decision')
        .select(['id', 'decision', 'count', 'decided_at'])
        .where('run_id', '=', runId)
        .where('decided_by', '=', opened.accountId) // undo never takes back the decision of another person
        .where('undone_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      const version = run.modelVersionId
        ? await modelVersions(db).where('ai_model_version.id', '=', run.modelVersionId).executeTakeFirst()
        : null
      return {
        ...run,
        states: Array.from(states, ([state, count]) => ({ state, count })),
        histogram,
        unlikeCount,
        unlikeShare,
        unmapped,
        lastDecision: last ? { id: last.id, decision: last.decision, count: last.count, at: last.decided_at } : null,
        provenance: {
          run: run.id,
          startedBy: run.createdBy,
          createdAt: run.createdAt,
          startedAt: run.startedAt,
          finishedAt: run.finishedAt,
          scope: scopeWords(run.task, images),
          ...(family !== null && { family }),
          ...(options !== null && { options: JSON.parse(options) }),
          images: run.imagesDone,
          imagesFailed: run.imagesFailed,
          imagesNotPredictedForCover: run.coverFailed,
          suggestions: Object.fromEntries(states),
          unlikeShare,
          bulkAcceptances: await acceptanceRecords(db, opened),
          ...(row.embedder_id !== null && { embeddingModel: await uploadedModelFacts(db, row.embedder_id) }),
          ...(run.uploadedModelId && { uploadedModel: await uploadedModelFacts(db, run.uploadedModelId) }),
          modelVersion: version && {
            id: version.id,
            number: version.number,
            sha256: version.sha256,
            method: version.method,
            weights: (JSON.parse(version.fitting) as StoredFitting).weights ?? 'none',
            featureSet: version.feature_set,
            dictionary: (JSON.parse(version.fitting) as StoredFitting).dictionary ?? null,
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

function scopeWords(task: AiTask, images: RunImages | null): string {
  if (task !== 'model') return scopes[task]
  if (images === null) return scopes.label
  return images === 'all' ? 'all images' : scopes.objects
}

/**
 * Counts the suggestions of a run by state, and the waiting ones by label and probability. Waiting suggestions that are unmapped or unlike
 * anything labelled are counted separately. Those of a deleted label are counted by state only.
 */
function distributionOf(counts: readonly Omit<AiSuggestionCountTable, 'run_id'>[], labels: readonly LabelInRun[]) {
  const currentOf = new Map(labels.map(({ stored, current }) => [stored, current]))
  const states = new Map<SuggestionState, number>()
  const bins = new Map<string, number[]>()
  const unmapped = new Map<string, RunDetails['unmapped'][number]>()
  let [suggested, unlike, unlikeCount] = [0, 0, 0]
  for (const { state, label_id: labelId, label_text: name, bin, is_unlike: isUnlike, count: counted } of counts) {
    const count = Number(counted)
    states.set(state, (states.get(state) ?? 0) + count)
    suggested += count
    if (isUnlike) unlike += count
    if (state !== 'waiting') continue
    if (name !== '') unmapped.set(labelId, { labelId, name, count: (unmapped.get(labelId)?.count ?? 0) + count })
    else if (isUnlike) unlikeCount += count
    else {
      const current = currentOf.get(labelId) ?? null
      if (current === null) continue
      const ofLabel = bins.get(current) ?? new Array<number>(100).fill(0)
      ofLabel[bin] = (ofLabel[bin] ?? 0) + count
      bins.set(current, ofLabel)
    }
  }
  const histogram = Array.from(bins, ([labelId, of]) => ({ labelId, bins: of }))
  return { states, histogram, unlikeCount, unlikeShare: unlike / Math.max(1, suggested), unmapped: [...unmapped.values()] }
}
