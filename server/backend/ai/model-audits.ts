import { sql } from 'kysely'
import type { ModelAudit, ModelAudits, RemainingErrors } from '../../../shared/contracts/acceptance-audits.ts'
import type { FullSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { auditsOf } from './audits.ts'
import { remainingErrors } from './remaining-errors.ts'

/** Maximum number of ended audits on a card. */
const mostListed = 100

const none: ModelAudits = { ended: [], unaudited: { acceptances: 0, labels: 0 }, undoing: { acceptances: 0, labels: 0 } }

/** SQL expression on `ai_run`: id of the model version or uploaded model. */
const modelOfRun = sql<string | null>`coalesce(ai_run.model_version_id, ai_run.uploaded_model_id)`

/** Reads the audits of one model, which is a model version or an uploaded model. */
export async function auditsOfModel(db: Database, sight: Pick<FullSight, 'projectId'>, modelId: string): Promise<ModelAudits> {
  return (await auditsOfModels(db, sight, [modelId], mostListed)).get(modelId) ?? none
}

/**
 * Reads the audits of models of a project, by id. A model without a bulk acceptance is missing.
 * @param most maximum number of ended audits of each model, the latest ones
 */
export async function auditsOfModels(
  db: Database,
  sight: Pick<FullSight, 'projectId'>,
  modelIds: readonly string[],
  most = Number.POSITIVE_INFINITY
): Promise<Map<string, ModelAudits>> {
  if (modelIds.length === 0) return new Map()
  const byModel = Map.groupBy(await acceptancesOf(db, sight, modelIds), ({ model_id: id }) => id ?? '')
  const audited = Array.from(byModel, ([id, rows]) => [id, rows.filter(hasEnded).sort(latestFirst).slice(0, most)] as const)
  const ended = new Map(audited)
  const ids = audited.flatMap(([, rows]) => rows.map(({ id }) => id))
  const audits = await auditsOf(db, ids)
  const standing = new Set(audited.flatMap(([, rows]) => rows.flatMap(({ id, state }) => (state === 'done' ? [id] : []))))
  const remaining = await remainingErrors(
    db,
    sight,
    [...audits].filter(([id]) => standing.has(id))
  )

  const toAudit = (row: AcceptanceRow): ModelAudit[] => {
    const audit = audits.get(row.id)
    if (!audit?.result || row.ended_at === null) return []
    const left = remaining.get(row.id) ?? null
    return [
      {
        ...{ bulkAcceptanceId: row.id, runId: row.run_id, runNumber: row.run_number, accepted: audit.accepted },
        ...audit.result,
        ...{ remaining: left, remainingShare: left && shareOf(left, audit.accepted) },
        isUndone: row.state !== 'done',
        isOfOneLabel: row.label_ids !== null && (JSON.parse(row.label_ids) as string[]).length === 1,
        endedAt: row.ended_at
      }
    ]
  }
  return new Map(
    Array.from(byModel, ([id, rows]) => {
      const unaudited = labelsOf(rows.filter(row => !hasEnded(row) && row.state !== 'undone' && row.state !== 'undoing'))
      const undoing = labelsOf(rows.filter(({ state }) => state === 'undoing'))
      return [id, { ended: (ended.get(id) ?? []).flatMap(toAudit), unaudited, undoing }]
    })
  )
}

const acceptancesOf = (db: Database, { projectId }: Pick<FullSight, 'projectId'>, modelIds: readonly string[]) =>
  db
    .selectFrom('ai_acceptance')
    .innerJoin('ai_decision', 'ai_decision.id', 'ai_acceptance.decision_id')
    .innerJoin('ai_run', 'ai_run.id', 'ai_acceptance.run_id')
    .leftJoin('ai_audit', 'ai_audit.decision_id', 'ai_acceptance.decision_id')
    .select(['ai_acceptance.decision_id as id', 'ai_acceptance.state', 'ai_acceptance.label_ids'])
    .select(['ai_decision.count', 'ai_decision.restored', 'ai_run.id as run_id', 'ai_run.number as run_number'])
    .select(['ai_audit.state as audit_state', 'ai_audit.ended_at'])
    .select(modelOfRun.as('model_id'))
    .where('ai_run.project_id', '=', projectId)
    .where(modelOfRun, 'in', modelIds)
    .execute()

type AcceptanceRow = Awaited<ReturnType<typeof acceptancesOf>>[number]

const hasEnded = ({ audit_state: state }: AcceptanceRow) => state === 'done'

const latestFirst = (one: AcceptanceRow, other: AcceptanceRow) =>
  (other.ended_at ?? '').localeCompare(one.ended_at ?? '') || (one.id < other.id ? 1 : -1)

/** Counts the acceptances with labels that still stand, and these labels. */
function labelsOf(rows: readonly AcceptanceRow[]): ModelAudits['unaudited'] {
  const labels = rows.map(({ count, restored }) => count - restored).filter(count => count > 0)
  return { acceptances: labels.length, labels: labels.reduce((sum, count) => sum + count, 0) }
}

/** Converts remaining errors to shares of the accepted labels. Errors never outnumber the accepted labels, so each share is at most 1. */
const shareOf = ({ value, low, high }: RemainingErrors, accepted: number): NonNullable<ModelAudit['remainingShare']> => ({
  value: value === null ? null : value / accepted,
  low: low / accepted,
  high: high / accepted
})
