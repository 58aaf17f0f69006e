import type { Selectable } from 'kysely'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import type { OpportunityReportTable, OpportunitySaveTable } from './tables.ts'
import { lastMerge } from './versions.ts'

/**
 * Copies the saves and reports at a survivor to an opportunity merged into it, before the survivor is deleted. Reports from before the merge are not
 * copied. During the merge, both opportunities were one call at two addresses. An opportunity that was only proposed receives no copies, because the
 * people concerned may not see it.
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

/**
 * Carries one save over to the other opportunity. During the merge, the save at the survivor counted for both opportunities. Its reminders therefore
 * replace those of the other save. Its note replaces the other note if it contains that note, or if the survivor's save is a copy. A copied save has
 * the time of its original. Without a save at the other opportunity, only a save made since the merge is carried over.
 */
async function carrySave(transaction: Database, save: Selectable<OpportunitySaveTable>, mergedAt: string): Promise<void> {
  const { note, reminders, saved_at: savedAt } = save
  const own = await transaction
    .selectFrom('opportunity_save')
    .select(['note', 'saved_at'])
    .where('account_id', '=', save.account_id)
    .where('opportunity_id', '=', save.opportunity_id)
    .executeTakeFirst()
  if (!own) {
    if (savedAt >= mergedAt) await transaction.insertInto('opportunity_save').values(save).execute()
    return
  }
  const isNoteOfBoth = own.saved_at === savedAt || (own.note !== null && note?.includes(own.note))
  await transaction
    .updateTable('opportunity_save')
    .set({ reminders, ...(isNoteOfBoth && { note }) })
    .where('account_id', '=', save.account_id)
    .where('opportunity_id', '=', save.opportunity_id)
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
