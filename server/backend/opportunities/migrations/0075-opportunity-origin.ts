import type { Migration } from '../../storage/migration.ts'

/**
 * Adds whether an opportunity came from an outside record. Accounts could not be deleted before, so every opportunity without an author came from a
 * record.
 */
export const opportunityOrigin: Migration = {
  version: 75,
  name: 'origin of opportunities',
  async up(db) {
    await db.schema
      .alterTable('opportunity')
      .addColumn('is_from_record', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await db.updateTable('opportunity').set({ is_from_record: 1 }).where('author_id', 'is', null).execute()
  }
}
