import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/**
 * Adds the opportunity that a merged opportunity leads to. When the target is deleted, the merged opportunity stays for the people who may restore
 * it.
 */
export const mergedOpportunities: Migration = {
  version: 74,
  name: 'merged opportunities',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .alterTable('opportunity')
      .addColumn('merged_into', key, column => column.references('opportunity.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('opportunity_by_survivor').on('opportunity').column('merged_into').execute()
  }
}
