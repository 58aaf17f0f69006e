import type { AcceptanceAudit, AuditReport, RemainingErrors } from '../../../shared/contracts/acceptance-audits.ts'
import { auditResidual } from '../../../shared/statistics/audit-residual.ts'
import type { FullSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { stillWrong } from './audit-items.ts'
import { auditResult } from './audits.ts'

/**
 * Estimates the number of wrong labels that remain in acceptances, by acceptance id. The audit must have ended with at least one labelled crop.
 * @param audits audits by acceptance id
 */
export async function remainingErrors(
  db: Database,
  { projectId }: Pick<FullSight, 'projectId'>,
  audits: Iterable<readonly [string, Pick<AcceptanceAudit, 'result' | 'accepted'>]>
): Promise<Map<string, RemainingErrors>> {
  const ended = [...audits].flatMap(([id, { result, accepted }]) => (result && result.judged > 0 ? [{ id, accepted, ...result }] : []))
  const left = await stillWrong(
    db,
    projectId,
    ended.flatMap(({ id, wrong }) => (wrong > 0 ? [id] : []))
  )
  return new Map(ended.map(({ id, accepted, judged, wrong }) => [id, auditResidual({ accepted, judged, wrong, left: left.get(id) ?? 0 })]))
}

/** Reads an audit with its result by label, and the errors that remain. @throws NotFound for an acceptance without an audit */
export async function auditReport(db: Database, sight: Pick<FullSight, 'projectId'>, decisionId: string): Promise<AuditReport> {
  const audit = await auditResult(db, decisionId)
  const remaining = audit.isUndone ? null : ((await remainingErrors(db, sight, [[decisionId, audit]])).get(decisionId) ?? null)
  return { ...audit, remaining }
}
