import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds schedules for scraper jobs, host leases, inbox rules, and an index for finding similar records. */
// Long: one column after the other.
export const scraperSchedules: Migration = {
  version: 35,
  name: 'scraper-schedules',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    for (const name of ['schedule', 'next_at', 'rests_since']) await db.schema.alterTable('scraper_job').addColumn(name, 'text').execute()
    await db.schema.createIndex('scraper_job_by_time').on('scraper_job').columns(['next_at']).execute()
    await db.schema
      .alterTable('scraper_run')
      .addColumn('missing', 'integer', column => column.notNull().defaultTo(0))
      .execute()

    await db.schema
      .createTable('scraper_host')
      .addColumn('host', key, column => column.primaryKey())
      .addColumn('holder', 'text', column => column.notNull())
      .addColumn('free_at_ms', 'bigint', column => column.notNull())
      .execute()

    await db.schema
      .createTable('inbox_rules')
      .addColumn('project_id', 'text', column => column.primaryKey().references('project.id').onDelete('cascade'))
      .addColumn('is_on', 'integer', column => column.notNull())
      .addColumn('rules', 'text', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull())
      .addColumn('modified_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('modified_at', 'text', column => column.notNull())
      .execute()
    await db.schema.alterTable('record_decision').addColumn('rule_id', 'text').execute()
    await db.schema.createIndex('record_decision_by_project').on('record_decision').columns(['project_id', 'id']).execute()
    await db.schema.createIndex('scraped_record_by_name').on('scraped_record').columns(['project_id', 'title_key', 'first_day']).execute()
  }
}
