import type { Migration } from '../../storage/migration.ts'

/** Adds the sealed accounts of scraper jobs. */
export const scraperAccounts: Migration = {
  version: 69,
  name: 'scraper-accounts',
  async up(db) {
    await db.schema.alterTable('scraper_job').addColumn('account', 'text').execute()
  }
}
