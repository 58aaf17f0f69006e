import type { Database } from '../storage/database.ts'
import { idsLeadingTo } from './survivor.ts'

/** Counts and stores the number of people with an open report about an opportunity or about one merged into it. */
export async function countReports(transaction: Database, id: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('opportunity_report')
    .select(({ fn }) => fn.count<number>('account_id').distinct().as('count'))
    .where('opportunity_id', 'in', idsLeadingTo(transaction, id))
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('opportunity')
    .set({ open_reports: Number(count) })
    .where('id', '=', id)
    .execute()
}

/** Closes the reports about an opportunity and about the opportunities merged into it. */
export async function closeReports(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('opportunity_report').where('opportunity_id', 'in', idsLeadingTo(transaction, id)).execute()
  await transaction.updateTable('opportunity').set({ open_reports: 0 }).where('id', 'in', idsLeadingTo(transaction, id)).execute()
}
