import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { countReports } from './open-reports.ts'
import { factsOf, type OpportunityRow, writeChange } from './rows.ts'
import { stateBeforeMerge } from './versions.ts'

/**
 * Restores a merged opportunity to its earlier state. Opportunities that had been merged into it before its own merge lead to it again.
 * @throws StaleRevision
 */
export async function release(
  transaction: Database,
  viewer: Viewer,
  row: OpportunityRow,
  { revision, reason }: { revision: number; reason: string }
): Promise<void> {
  const state = await stateBeforeMerge(transaction, row.id)
  const own = await mergedThrough(transaction, row)
  await writeChange(transaction, viewer, row, { revision, facts: factsOf(row), kind: row.kind, state, mergedInto: null, reason })
  if (own.length > 0) await transaction.updateTable('opportunity').set({ merged_into: row.id }).where('id', 'in', own).execute()
  await countReports(transaction, row.id)
}

/** Reads the ids of the opportunities that had been merged into the given one, directly or through others. */
async function mergedThrough(transaction: Database, { id, merged_into: survivorId }: OpportunityRow): Promise<string[]> {
  if (survivorId === null) return []
  const rows = await transaction
    .selectFrom('opportunity')
    .select(['id', 'merged_first_into'])
    .where('merged_into', '=', survivorId)
    .execute()
  const found = [id]
  for (const one of found) found.push(...rows.filter(row => row.merged_first_into === one).map(row => row.id))
  return found.slice(1)
}
