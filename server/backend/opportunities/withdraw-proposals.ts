import type { Database } from '../storage/database.ts'
import { lockRows } from './locks.ts'

/** Maximum number of proposals per run. The next run handles the rest. */
const proposalsAtOnce = 200

/**
 * Deletes proposals whose records are no longer accepted, for example after the acceptance was undone. A proposal that was changed, or that another
 * opportunity was merged into, stays. A record that is accepted again becomes a new proposal.
 * @returns number of deleted proposals
 */
export async function withdrawProposals(db: Database): Promise<number> {
  const rows = await withoutAcceptance(db).limit(proposalsAtOnce).execute()
  let count = 0
  for (const { id } of rows) if (await db.transaction().execute(transaction => withdraw(transaction, id))) count++
  return count
}

async function withdraw(transaction: Database, id: string): Promise<boolean> {
  await lockRows(transaction, [id])
  if (!(await withoutAcceptance(transaction).where('opportunity.id', '=', id).executeTakeFirst())) return false
  await transaction.deleteFrom('opportunity_source').where('opportunity_id', '=', id).execute()
  await transaction.deleteFrom('opportunity').where('id', '=', id).execute()
  return true
}

const withoutAcceptance = (db: Database) =>
  db
    .selectFrom('opportunity')
    .select('opportunity.id')
    .where('opportunity.state', '=', 'proposed')
    .where('is_from_record', '=', 1)
    .where('revision', '=', 1)
    .where(({ and, exists, not, selectFrom }) => {
      const records = selectFrom('opportunity_source')
        .innerJoin('scraped_record', 'scraped_record.id', 'opportunity_source.record_id')
        .select('record_id')
        .whereRef('opportunity_source.opportunity_id', '=', 'opportunity.id')
      const merged = selectFrom('opportunity as merged').select('merged.id').whereRef('merged.merged_into', '=', 'opportunity.id')
      return and([exists(records), not(exists(records.where('scraped_record.state', '=', 'accepted'))), not(exists(merged))])
    })
    .orderBy('opportunity.id')
