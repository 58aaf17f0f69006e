import type { OpportunityReport, ReportReason } from '../../../shared/contracts/opportunities.ts'
import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { ModeratorsOnly, NothingToModerate } from './errors.ts'
import { lockedRow, lockRows } from './locks.ts'
import { closeReports, countReports } from './open-reports.ts'
import { factsOf, type OpportunityRow, seenRow, writeChange } from './rows.ts'
import { idsLeadingTo } from './survivor.ts'

/** Reports about opportunities, and the decisions of administrators. */
// Long: the queries of one repository.
export function opportunityModeration(db: Database) {
  /** @throws NotFound @throws ModeratorsOnly */
  async function moderatedRow(viewer: Viewer, id: string, from: Database): Promise<OpportunityRow> {
    const row = await seenRow(viewer, id, from)
    if (!viewer.administrator) throw new ModeratorsOnly()
    return row
  }

  return {
    /** Stores a person's report about an opportunity. It replaces an earlier report by the same person. @throws NotFound */
    async report(viewer: Viewer, address: string, given: { reason: ReportReason; note?: string | null }): Promise<void> {
      const values = { reason: given.reason, note: given.note?.trim() || null, at: timestamp() }
      await db.transaction().execute(async transaction => {
        const { id } = await lockedRow(viewer, address, transaction)
        await transaction
          .insertInto('opportunity_report')
          .values({ id: newId(), opportunity_id: id, account_id: viewer.accountId, ...values })
          .onConflict(conflict => conflict.columns(['opportunity_id', 'account_id']).doUpdateSet(values))
          .execute()
        await countReports(transaction, id)
      })
    },

    /** Lists the newest open report of each person. @throws NotFound @throws ModeratorsOnly */
    async reports(viewer: Viewer, id: string): Promise<OpportunityReport[]> {
      await moderatedRow(viewer, id, db)
      const rows = await db
        .selectFrom('opportunity_report')
        .innerJoin('account', 'account.id', 'opportunity_report.account_id')
        .select(['opportunity_report.id', 'reason', 'note', 'at', 'account.name', 'account.email', 'account_id'])
        .where('opportunity_id', 'in', idsLeadingTo(db, id))
        .orderBy('at')
        .orderBy('opportunity_report.id')
        .execute()
      const newest = new Map(rows.map(row => [row.account_id, row]))
      return [...newest.values()].map(({ id, reason, note, at, name, email }) => ({ id, reason, note, by: name ?? email, at }))
    },

    /**
     * Closes the reports about an opportunity, and publishes a proposed or refused one.
     * @throws NotFound
     * @throws ModeratorsOnly
     * @throws NothingToModerate
     */
    async approve(viewer: Viewer, id: string): Promise<void> {
      await db.transaction().execute(async transaction => {
        await lockRows(transaction, [id])
        const row = await moderatedRow(viewer, id, transaction)
        if (row.state === 'draft' || row.state === 'withdrawn' || row.state === 'merged') throw new NothingToModerate()
        await closeReports(transaction, id)
        if (row.state === 'published') return
        const { revision, kind } = row
        await writeChange(transaction, viewer, row, {
          revision,
          facts: factsOf(row),
          kind,
          state: 'published',
          reason: null,
          moderation: null
        })
      })
    },

    /** Hides an opportunity, and closes its reports. @throws NotFound @throws ModeratorsOnly @throws NothingToModerate */
    async refuse(viewer: Viewer, id: string, reason: string): Promise<void> {
      await db.transaction().execute(async transaction => {
        await lockRows(transaction, [id])
        const row = await moderatedRow(viewer, id, transaction)
        if (row.state !== 'published' && row.state !== 'proposed') throw new NothingToModerate()
        await closeReports(transaction, id)
        const { revision, kind } = row
        const moderation = reason.trim()
        await writeChange(transaction, viewer, row, {
          revision,
          facts: factsOf(row),
          kind,
          state: 'refused',
          reason: moderation,
          moderation
        })
      })
    }
  }
}
