import { isDeepStrictEqual } from 'node:util'
import type { OpportunityVersion } from '../../../shared/contracts/opportunities.ts'
import { NotFound } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import type { Facts } from './facts.ts'
import { factsOf, mayEdit, type OpportunityRow, opportunityRow } from './rows.ts'

/**
 * Reads the history of an opportunity, newest step first. Readers who may not edit it get only the names of the changed fields. The author may have
 * removed values that others should not see.
 * @throws NotFound
 */
export async function versionsOf(db: Database, viewer: Viewer, id: string): Promise<OpportunityVersion[]> {
  const row = await opportunityRow(viewer, id, db)
  const showsValues = mayEdit(viewer, row)
  const before = await db
    .selectFrom('opportunity_version')
    .leftJoin('account', 'account.id', 'opportunity_version.account_id')
    .selectAll('opportunity_version')
    .select('account.name')
    .where('opportunity_id', '=', id)
    .orderBy('revision', 'desc')
    .execute()
  return before.map((version, nth) => {
    const after = nth === 0 ? row : before[nth - 1]!
    return {
      ...{ revision: after.revision, at: version.at, by: version.name, state: after.state, reason: version.reason },
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
