import type { OpportunitySave } from '../../../shared/contracts/opportunities.ts'
import { opportunitySaveLimit, shownSavesFrom, usualReminders } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { TooManySaved } from './errors.ts'
import { lockedRow } from './locks.ts'
import { datesFor, hoursOf, nextReminder, scheduleStart } from './schedule.ts'
import { idsLeadingTo } from './survivor.ts'

/** Saved opportunities, with notes and reminders. Only the person who saved them can read them. */
// Long: the calls about one noun.
export function opportunitySaves(db: Database) {
  const saveOf = (accountId: string, id: string, from: Database) =>
    from.selectFrom('opportunity_save').selectAll().where('account_id', '=', accountId).where('opportunity_id', '=', id).executeTakeFirst()

  return {
    async get(accountId: string, id: string): Promise<OpportunitySave | null> {
      const found = await saveOf(accountId, id, db)
      return found ? { note: found.note, reminders: hoursOf(found) } : null
    },

    /** Counts the people who saved an opportunity, except its author. Null for few people, whom the author might recognise. */
    async countOthers(authorId: string, id: string): Promise<number | null> {
      const { count } = await db
        .selectFrom('opportunity_save')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('opportunity_id', '=', id)
        .where('account_id', '!=', authorId)
        .executeTakeFirstOrThrow()
      return Number(count) >= shownSavesFrom ? Number(count) : null
    },

    /**
     * Saves an opportunity, or updates its note and reminders. If the opportunity is merged meanwhile, the save belongs to the survivor.
     * @throws NotFound
     * @throws TooManySaved
     */
    async put(viewer: Viewer, address: string, given: Partial<OpportunitySave>): Promise<void> {
      const { accountId } = viewer
      await db.transaction().execute(async transaction => {
        const { id, state } = await lockedRow(viewer, address, transaction)
        const before = await saveOf(accountId, id, transaction)
        if (!before) await requireRoom(transaction, accountId)
        const hours = given.reminders ?? (before ? hoursOf(before) : usualReminders)
        const after = scheduleStart(before?.next_at ?? null, Date.now())
        const next = state === 'published' ? nextReminder(await datesFor(transaction, id), hours, after) : null
        const values = {
          note: given.note === undefined ? (before?.note ?? null) : given.note?.trim() || null,
          reminders: JSON.stringify([...hours].sort((one, other) => other - one)),
          next_at: next === null ? null : timestamp(next)
        }
        await transaction
          .insertInto('opportunity_save')
          .values({ account_id: accountId, opportunity_id: id, saved_at: timestamp(), ...values })
          .onConflict(conflict => conflict.columns(['account_id', 'opportunity_id']).doUpdateSet(values))
          .execute()
      })
    },

    /**
     * Removes a person's saves of an opportunity and of all opportunities merged into it. A separation would otherwise bring the latter back.
     * @throws NotFound
     */
    async remove(viewer: Viewer, address: string): Promise<void> {
      await db.transaction().execute(async transaction => {
        const { id } = await lockedRow(viewer, address, transaction)
        await transaction
          .deleteFrom('opportunity_save')
          .where('account_id', '=', viewer.accountId)
          .where('opportunity_id', 'in', idsLeadingTo(transaction, id))
          .execute()
      })
    }
  }
}

async function requireRoom(transaction: Database, accountId: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('opportunity_save')
    .innerJoin('opportunity', 'opportunity.id', 'opportunity_save.opportunity_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('opportunity.state', '!=', 'merged')
    .executeTakeFirstOrThrow()
  if (Number(count) >= opportunitySaveLimit) throw new TooManySaved()
}
