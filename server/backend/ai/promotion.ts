import type { AiTask, ModelCard, PromotionReason } from '../../../shared/contracts/ai-models.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { FullSight, Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { AlreadyPromoted } from './errors.ts'
import { isCurrent } from './feature-sets.ts'

/** Reads the promoted version of a task, used by runs by default. Undefined if there is none yet. */
export const promotedVersion = (db: Database, projectId: string, task: AiTask) =>
  db
    .selectFrom('ai_promotion')
    .innerJoin('ai_model_version', 'ai_model_version.id', 'ai_promotion.version_id')
    .select(['ai_model_version.id', 'ai_model_version.number', 'ai_model_version.unit', 'ai_model_version.classes'])
    .select(['ai_model_version.feature_set', 'ai_model_version.embedding_model_id', 'ai_model_version.label_count'])
    .where('ai_promotion.project_id', '=', projectId)
    .where('ai_promotion.task', '=', task)
    .where('ai_promotion.is_promoted', '=', 1)
    .orderBy('ai_promotion.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Reads the promoted version if it can run. Null if there is none, or if it uses features of an older release. */
export async function runnableVersion(db: Database, projectId: string, task: AiTask) {
  const version = await promotedVersion(db, projectId, task)
  return version && isCurrent(version.feature_set) ? version : null
}

/** Reads the ids of the promoted versions of a project, across all tasks. */
export async function promotedIds(db: Database, projectId: string): Promise<Set<string>> {
  const versions = await Promise.all((['label', 'objects'] as const).map(task => promotedVersion(db, projectId, task)))
  return new Set(versions.flatMap(version => version?.id ?? []))
}

interface Decision {
  projectId: string
  task: AiTask
  versionId: string
  isPromoted: boolean
  reason: PromotionReason
  comparison: ModelCard['promotions'][number]['comparison']
  decidedBy: string | null
  at: string
}

/** Records whether a version is promoted, and why. */
export async function recordPromotion(transaction: Database, { projectId, versionId, comparison, ...rest }: Decision): Promise<void> {
  await transaction
    .insertInto('ai_promotion')
    .values({
      ...{ id: newId(), project_id: projectId, task: rest.task, version_id: versionId },
      ...{ is_promoted: rest.isPromoted ? 1 : 0, reason: rest.reason, comparison: comparison && JSON.stringify(comparison) },
      ...{ decided_by: rest.decidedBy, decided_at: rest.at }
    })
    .execute()
}

/** Reads the promotion decisions on a version, newest first. */
export async function promotionsOf(db: Database, versionId: string): Promise<ModelCard['promotions']> {
  const rows = await db
    .selectFrom('ai_promotion')
    .leftJoin('account', 'account.id', 'ai_promotion.decided_by')
    .select(['ai_promotion.is_promoted', 'ai_promotion.reason', 'ai_promotion.comparison', 'ai_promotion.decided_at'])
    .select(['account.name', 'account.email'])
    .where('ai_promotion.version_id', '=', versionId)
    .orderBy('ai_promotion.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(row => ({
    isPromoted: row.is_promoted === 1,
    reason: row.reason,
    comparison: row.comparison === null ? null : JSON.parse(row.comparison),
    by: row.name ?? row.email,
    at: row.decided_at
  }))
}

/** Promotes a version by hand, regardless of its comparison with the previous one. @throws AlreadyPromoted */
export async function promote(
  editProject: EditProject,
  scope: Scope & FullSight,
  { id: versionId, number, task }: { id: string; number: number; task: AiTask }
): Promise<void> {
  const { projectId, accountId } = scope
  await editProject(scope, async ({ transaction, at, publish }) => {
    if ((await promotedVersion(transaction, projectId, task))?.id === versionId) throw new AlreadyPromoted()
    const decision = { projectId, task, versionId, isPromoted: true, reason: 'person', comparison: null, decidedBy: accountId, at } as const
    await recordPromotion(transaction, decision)
    await recordActivity(transaction, { projectId, actorId: accountId, event: 'ai.promoted', detail: { number } })
    publish({ type: 'changed', noun: 'ai', projectId, by: accountId })
  })
}
