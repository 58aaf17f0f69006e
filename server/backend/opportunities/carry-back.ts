import type { Selectable } from 'kysely'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import type { OpportunityReportTable, OpportunitySaveTable } from './tables.ts'
import { lastMerge } from './versions.ts'

/**
 * Gives the saves and reports that people made at a survivor while another opportunity was merged into it to that other one, before the survivor is
 * deleted. Both were one call then, at both addresses. An opportunity that was only proposed gets none, because those people may not see it.
 */
export async function carryBack(transaction: Database, survivorId: string, id: string): Promise<void> {
  const { state, at } = await lastMerge(transaction, id)
  if (state !== 'published' && state !== 'withdrawn') return
  const saves = await transaction.selectFrom('opportunity_save').selectAll().where('opportunity_id', '=', survivorId).execute()
  const reports = await transaction
    .selectFrom('opportunity_report')
    .selectAll()
    .where('opportunity_id', '=', survivorId)
    .where('at', '>=', at)
    .execute()
  for (const save of saves) await carrySave(transaction, { ...save, opportunity_id: id }, at)
  for (const report of reports) await carryReport(transaction, { ...report, opportunity_id: id })
}

/** A save from before the merge has a copy with the same time, which the person may have changed since. */
async function carrySave(transaction: Database, save: Selectable<OpportunitySaveTable>, mergedAt: string): Promise<void> {
  const { note, reminders, saved_at: savedAt } = save
  await transaction
    .updateTable('opportunity_save')
    .set({ note, reminders })
    .where('account_id', '=', save.account_id)
    .where('opportunity_id', '=', save.opportunity_id)
    .where('saved_at', '=', savedAt)
    .execute()
  if (savedAt < mergedAt) return
  await transaction
    .insertInto('opportunity_save')
    .values(save)
    .onConflict(conflict => conflict.columns(['account_id', 'opportunity_id']).doNothing())
    .execute()
}

async function carryReport(transaction: Database, report: Selectable<OpportunityReportTable>): Promise<void> {
  const { reason, note, at } = report
  await transaction
    .insertInto('opportunity_report')
    .values({ ...report, id: newId() })
    .onConflict(conflict => conflict.columns(['opportunity_id', 'account_id']).doUpdateSet({ reason, note, at }))
    .execute()
}
