import type { AuditReport, RemainingErrors } from '../../../shared/contracts/acceptance-audits.ts'
import { auditResidual } from '../../../shared/statistics/audit-residual.ts'
import type { FullSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { stillWrong } from './audit-items.ts'
import { auditResult, auditsOf } from './audits.ts'

/** Estimates the number of wrong labels that remain in acceptances, by acceptance id. The audit must have ended with at least one labelled crop. */
export async function remainingErrors(
  db: Database,
  { projectId }: Pick<FullSight, 'projectId'>,
  decisionIds: readonly string[]
): Promise<Map<string, RemainingErrors>> {
  const audits = [...(await auditsOf(db, decisionIds))]
  const ended = audits.flatMap(([id, { result, accepted }]) => (result && result.judged > 0 ? [{ id, accepted, ...result }] : []))
  const left = await stillWrong(
    db,
    projectId,
    ended.map(({ id }) => id)
  )
  return new Map(ended.map(({ id, accepted, judged, wrong }) => [id, auditResidual({ accepted, judged, wrong, left: left.get(id) ?? 0 })]))
}

/** Reads an audit with its result by label, and the errors that remain. @throws NotFound for an acceptance without an audit */
export async function auditReport(db: Database, sight: Pick<FullSight, 'projectId'>, decisionId: string): Promise<AuditReport> {
  const result = await auditResult(db, decisionId)
  const remaining = result.isUndone ? null : ((await remainingErrors(db, sight, [decisionId])).get(decisionId) ?? null)
  return { ...result, remaining }
}
