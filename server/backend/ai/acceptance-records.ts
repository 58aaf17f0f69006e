import type { Database } from '../storage/database.ts'
import { acceptancesOf } from './acceptances.ts'
import type { OpenRun } from './open-run.ts'
import { remainingErrors } from './remaining-errors.ts'

/**
 * Reads the bulk acceptances of a run for its provenance record, oldest first. Each has its scope, the result of its blind audit, and an
 * estimate of the remaining errors.
 */
export async function acceptanceRecords(db: Database, run: OpenRun) {
  const acceptances = (await acceptancesOf(db, run)).reverse()
  const standing = acceptances.flatMap(({ id, state, audit }) => (state === 'done' && audit ? [[id, audit] as const] : []))
  const remaining = await remainingErrors(db, run, standing)
  return acceptances.map(({ id, state, least, labelIds, count, audit, by, at }) => ({
    ...{ id, state, leastProbability: least, labelIds, accepted: count, by, at },
    audit: audit?.result ? { judged: audit.result.judged, wrong: audit.result.wrong, precision: audit.result.precision } : null,
    remainingErrors: remaining.get(id) ?? null
  }))
}
