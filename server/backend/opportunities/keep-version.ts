import type { Selectable } from 'kysely'
import { opportunityVersionLimit } from '../../../shared/limits.ts'
import type { Database } from '../storage/database.ts'
import type { OpportunityTable } from './tables.ts'

interface Edit {
  accountId: string
  reason: string | null
  at: string
}

/** Stores the state before an edit, with the author, reason and time of the edit. The oldest versions beyond the limit are deleted. */
export async function keepVersion(
  transaction: Database,
  before: Selectable<OpportunityTable>,
  { accountId, reason, at }: Edit
): Promise<void> {
  const { id, revision, state, kind, facts } = before
  await transaction
    .insertInto('opportunity_version')
    .values({ opportunity_id: id, revision, at, account_id: accountId, reason, state, kind, facts })
    .execute()
  await transaction
    .deleteFrom('opportunity_version')
    .where('opportunity_id', '=', id)
    .where('revision', '<=', revision - opportunityVersionLimit)
    .execute()
}
