import type { Selectable } from 'kysely'
import type { Database } from '../storage/database.ts'
import { rescheduleReminders } from './schedule.ts'
import type { OpportunitySaveTable } from './tables.ts'

const longestNote = 1000

/**
 * Copies the saves of a merged opportunity to the survivor, with notes and reminders. People who saved both keep their reminders for the survivor.
 * Their note on the merged opportunity is appended to their note on the survivor if both fit. Reminders are then rescheduled for the dates of the
 * survivor.
 */
export async function copySaves(transaction: Database, id: string, saves: readonly Selectable<OpportunitySaveTable>[]): Promise<void> {
  if (saves.length === 0) return
  const own = await transaction.selectFrom('opportunity_save').select(['account_id', 'note']).where('opportunity_id', '=', id).execute()
  const notes = new Map(own.map(({ account_id: accountId, note }) => [accountId, note]))
  for (const save of saves) {
    const before = notes.get(save.account_id)
    if (before === undefined)
      await transaction
        .insertInto('opportunity_save')
        .values({ ...save, opportunity_id: id })
        .execute()
    else if (save.note !== null && save.note !== before) {
      const both = before === null ? save.note : `${before}\n${save.note}`
      if (both.length > longestNote) continue
      await transaction
        .updateTable('opportunity_save')
        .set({ note: both })
        .where('opportunity_id', '=', id)
        .where('account_id', '=', save.account_id)
        .execute()
    }
  }
  await rescheduleReminders(transaction, id, 'published')
}

/** Removes the copied saves that nobody has changed since from the survivor of a merge. */
export async function dropCopiedSaves(transaction: Database, survivorId: string, id: string): Promise<void> {
  const saves = await transaction.selectFrom('opportunity_save').selectAll().where('opportunity_id', '=', id).execute()
  for (const { account_id: accountId, saved_at: savedAt, note, reminders } of saves)
    await transaction
      .deleteFrom('opportunity_save')
      .where('opportunity_id', '=', survivorId)
      .where('account_id', '=', accountId)
      .where('saved_at', '=', savedAt)
      .where('note', 'is not distinct from', note)
      .where('reminders', '=', reminders)
      .execute()
}
