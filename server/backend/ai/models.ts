import type { ModelCard, ModelVersion } from '../../../shared/contracts/ai-models.ts'
import { NotFound } from '../../lib/errors.ts'
import type { FullSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { sharesOf } from './mix.ts'
import { auditsOfModel } from './model-audits.ts'
import { promotedIds, promotionsOf } from './promotion.ts'
import type { StoredClasses, StoredFitting } from './stored-model.ts'
import { reportOf } from './stored-report.ts'
import { testSummary } from './test-summary.ts'

const mostListed = 200

/** Query for model versions with the names of their creators, but without the classifier bytes. */
export const modelVersions = (db: Database) =>
  db
    .selectFrom('ai_model_version')
    .leftJoin('account', 'account.id', 'ai_model_version.created_by')
    .leftJoin('ai_uploaded_model as embedder', 'embedder.id', 'ai_model_version.embedding_model_id')
    .select(['embedder.id as embedder_id', 'embedder.name as embedder_name', 'embedder.version as embedder_version'])
    .select(['account.name', 'account.email'])
    .select(['ai_model_version.id', 'ai_model_version.project_id', 'ai_model_version.number', 'ai_model_version.method'])
    .select(['ai_model_version.task'])
    .select(['ai_model_version.unit', 'ai_model_version.classes', 'ai_model_version.fitting', 'ai_model_version.report'])
    .select(['ai_model_version.label_count', 'ai_model_version.group_count', 'ai_model_version.feature_set', 'ai_model_version.seed'])
    .select(['ai_model_version.snapshot_sha256', 'ai_model_version.sha256', 'ai_model_version.app_version'])
    .select('ai_model_version.created_at')

/** Queries for model versions. */
export function modelRepository(db: Database) {
  return {
    async models({ projectId }: FullSight): Promise<ModelVersion[]> {
      const rows = await modelVersions(db)
        .where('ai_model_version.project_id', '=', projectId)
        .orderBy('ai_model_version.number', 'desc')
        .limit(mostListed)
        .execute()
      const promoted = await promotedIds(db, projectId)
      return rows.map(row => toVersion(row, promoted))
    },

    /** Reads the project, number and task of a version. @throws NotFound */
    async version(versionId: string) {
      const row = await db
        .selectFrom('ai_model_version')
        .select(['id', 'project_id as projectId', 'number', 'task'])
        .where('id', '=', versionId)
        .executeTakeFirst()
      if (!row) throw new NotFound('The model version')
      return row
    },

    /** Reads the card of a version as shown to a viewer of its project. @throws NotFound */
    async card(sight: FullSight, versionId: string): Promise<ModelCard> {
      const row = await modelVersions(db).where('ai_model_version.id', '=', versionId).executeTakeFirst()
      if (!row) throw new NotFound('The model version')
      const { learnt, notLearnt } = JSON.parse(row.classes) as StoredClasses
      const { counts, temperatures, penalty, weights = 'none', dictionary = null } = JSON.parse(row.fitting) as StoredFitting
      const tested = await db
        .selectFrom('ai_test_item')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('version_id', '=', versionId)
        .executeTakeFirst()
      return {
        ...toVersion(row, await promotedIds(db, row.project_id)),
        classes: learnt,
        notLearnt,
        ...{ counts, temperatures, penalty, weights, dictionary, trainingShares: sharesOf(row) },
        report: reportOf(row),
        featureSet: row.feature_set,
        embeddingModel:
          row.embedder_id === null ? null : { id: row.embedder_id, name: row.embedder_name ?? '', version: row.embedder_version ?? '' },
        seed: Number(row.seed),
        snapshotSha256: row.snapshot_sha256,
        sha256: row.sha256,
        appVersion: row.app_version,
        testedItems: Number(tested?.count ?? 0),
        ...(await testSummary(db, sight, row)),
        promotions: await promotionsOf(db, versionId),
        audits: await auditsOfModel(db, sight, versionId)
      }
    }
  }
}

interface VersionRow {
  id: string
  number: number
  task: ModelVersion['task']
  method: ModelVersion['method']
  unit: ModelVersion['unit']
  report: string | null
  label_count: number
  group_count: number
  name: string | null
  email: string | null
  created_at: string
}

const toVersion = (row: VersionRow, promoted: ReadonlySet<string>): ModelVersion => ({
  id: row.id,
  number: row.number,
  task: row.task,
  isPromoted: promoted.has(row.id),
  method: row.method,
  labelCount: row.label_count,
  groupCount: row.group_count,
  unit: row.unit,
  accuracy: reportOf(row)?.accuracy ?? null,
  testedCount: reportOf(row)?.count ?? 0,
  createdBy: row.name ?? row.email,
  createdAt: row.created_at
})
