import type { Migration } from '../../storage/migration.ts'

/** How each annotation got its label, and the suggestion that it was made from. Null for annotations from before, and for unconfirmed ones of a machine. */
export const origins: Migration = {
  version: 44,
  name: 'origins',
  async up(db) {
    await db.schema.alterTable('annotation').addColumn('origin', 'text').execute()
    await db.schema.alterTable('annotation').addColumn('suggestion_id', 'text').execute()
  }
}
