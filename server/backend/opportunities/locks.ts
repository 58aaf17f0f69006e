import { PostgresAdapter } from 'kysely'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { type OpportunityRow, opportunityRow } from './rows.ts'

/** Locks opportunities until the transaction ends, always in the order of their ids. SQLite has one writer at a time, so it needs no lock. */
export async function lockRows(transaction: Database, ids: readonly string[]): Promise<void> {
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const id of [...new Set(ids)].sort())
    await transaction.selectFrom('opportunity').select('id').where('id', '=', id).forUpdate().execute()
}

/**
 * Reads and locks the opportunity at an address. A merge that ends during the wait leads to the one that stayed.
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
