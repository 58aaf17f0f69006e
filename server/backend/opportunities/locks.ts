import { PostgresAdapter } from 'kysely'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { type OpportunityRow, opportunityRow } from './rows.ts'

/**
 * Locks opportunities, and all opportunities merged into them, until the transaction ends. Locking in the order of ids avoids deadlocks. A new
 * reminder only refers to its opportunity, and does not wait. SQLite has one writer at a time, so it needs no lock.
 */
export async function lockRows(transaction: Database, ids: readonly string[]): Promise<void> {
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return
  await transaction
    .selectFrom('opportunity')
    .select('id')
    .where(eb => eb.or([eb('id', 'in', ids), eb('merged_into', 'in', ids)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Reads and locks the opportunity at an address. After a merge that ends during the wait, the address leads to the survivor.
 * @throws NotFound for an opportunity that the viewer may not see
 */
export async function lockedRow(viewer: Viewer, address: string, transaction: Database): Promise<OpportunityRow> {
  for (let row = await opportunityRow(viewer, address, transaction); ; ) {
    await lockRows(transaction, [row.id])
    const now = await opportunityRow(viewer, address, transaction)
    if (now.id === row.id) return now
    row = now
  }
}
