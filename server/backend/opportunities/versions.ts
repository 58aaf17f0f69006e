import { isDeepStrictEqual } from 'node:util'
import type { MergedOpportunity, OpportunityVersion } from '../../../shared/contracts/opportunities.ts'
import { NotFound } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import type { Facts } from './facts.ts'
import { factsOf, mayEdit, type OpportunityRow, opportunityRow } from './rows.ts'

/**
 * Reads the history of an opportunity and of the opportunities merged into it, newest step first. Readers who may not edit an opportunity get only
 * the names of the changed fields. The author may have removed values that others should not see.
 * @throws NotFound
 */
export async function historyOf(
  db: Database,
  viewer: Viewer,
  address: string
): Promise<{ versions: OpportunityVersion[]; merged: MergedOpportunity[] }> {
  const row = await opportunityRow(viewer, address, db)
  const rows = await db.selectFrom('opportunity').selectAll().where('merged_into', '=', row.id).orderBy('modified_at', 'desc').execute()
  const merged: MergedOpportunity[] = []
  for (const one of rows) {
    // Only the author and administrators have seen a proposed opportunity.
    if (!mayEdit(viewer, one) && (await stateBeforeMerge(db, one.id)) === 'proposed') continue
    const [versions, maySeparate] = [await versionsOf(db, viewer, one), mayEdit(viewer, one) && mayEdit(viewer, row)]
    merged.push({ id: one.id, title: factsOf(one).title, revision: one.revision, maySeparate, versions })
  }
  return { versions: await versionsOf(db, viewer, row), merged }
}

/** State of a merged opportunity before its merge. */
export const stateBeforeMerge = async (db: Database, id: string): Promise<OpportunityRow['state']> => (await lastMerge(db, id)).state

/** Reads the time of a merge, and the state before it, from the newest stored version of the merged opportunity. */
export const lastMerge = (db: Database, id: string): Promise<Pick<OpportunityRow, 'state'> & { at: string }> =>
  db
    .selectFrom('opportunity_version')
    .select(['state', 'at'])
    .where('opportunity_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

async function versionsOf(db: Database, viewer: Viewer, row: OpportunityRow): Promise<OpportunityVersion[]> {
  const showsValues = mayEdit(viewer, row)
  const before = await db
    .selectFrom('opportunity_version')
    .leftJoin('account', 'account.id', 'opportunity_version.account_id')
    .selectAll('opportunity_version')
    .select('account.name')
    .where('opportunity_id', '=', row.id)
    .orderBy('revision', 'desc')
    .execute()
  return before.map((version, nth) => {
    const after = nth === 0 ? row : before[nth - 1]!
    return {
      ...{
        revision: after.revision,
        at: version.at,
        by: version.name,
        isFormerMember: version.account_id === null,
        state: after.state,
        reason: version.reason
      },
      changes: changesBetween(version, after).map(({ field, ...values }) => ({ field, ...(showsValues ? values : {}) }))
    }
  })
}

type Stored = Pick<OpportunityRow, 'facts' | 'kind' | 'state'>

function changesBetween(before: Stored, after: Stored): { field: string; before: unknown; after: unknown }[] {
  const [old, now] = [before, after].map(
    stored => ({ state: stored.state, kind: stored.kind, ...factsOf(stored) }) as Record<string, unknown>
  )
  return Object.keys(now!)
    .filter(field => !isDeepStrictEqual(old![field], now![field]))
    .map(field => ({ field, before: old![field], after: now![field] }))
}

/** Reads the facts and kind of an earlier revision. @throws NotFound */
export async function versionFacts(db: Database, id: string, revision: number): Promise<{ facts: Facts; kind: OpportunityRow['kind'] }> {
  const row = await db
    .selectFrom('opportunity_version')
    .select(['facts', 'kind'])
    .where('opportunity_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (!row) throw new NotFound('The version')
  return { facts: factsOf(row), kind: row.kind }
}
