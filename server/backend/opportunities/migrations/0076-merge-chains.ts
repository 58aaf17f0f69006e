import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/**
 * Adds the opportunity that each merged opportunity was merged into first. A separation in a chain thus takes the earlier opportunities along. Merged
 * opportunities whose survivor was deleted return to their earlier state, because nobody could reach those without an author. Open reports count for
 * the survivor.
 */
export const mergeChains: Migration = {
  version: 76,
  name: 'chains of merged opportunities',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .alterTable('opportunity')
      .addColumn('merged_first_into', key, column => column.references('opportunity.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('opportunity_by_first_survivor').on('opportunity').column('merged_first_into').execute()
    await sql`update opportunity set merged_first_into = merged_into where merged_into is not null`.execute(db)
    const orphaned = sql`state = 'merged' and merged_into is null
      and exists (select 1 from opportunity_version as one where one.opportunity_id = opportunity.id)`
    // A merge ends the reminders of its saves. The next run of the reminders finds their new times.
    await sql`update opportunity_save set next_at = ${new Date().toISOString()}
      where opportunity_id in (select id from opportunity where ${orphaned})`.execute(db)
    await sql`update opportunity set state = (select before.state from opportunity_version as before
      where before.opportunity_id = opportunity.id order by before.revision desc limit 1) where ${orphaned}`.execute(db)
    await sql`update opportunity set open_reports = (select count(distinct report.account_id) from opportunity_report as report
      join opportunity as about on about.id = report.opportunity_id where coalesce(about.merged_into, about.id) = opportunity.id)
      where id in (select merged_into from opportunity where merged_into is not null)`.execute(db)
  }
}
