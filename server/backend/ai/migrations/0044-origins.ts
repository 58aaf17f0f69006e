import type { Migration } from '../../storage/migration.ts'

/** Adds the origin of each label and the suggestion behind it. Both are null for older annotations and unconfirmed machine labels. */
export const origins: Migration = {
  version: 44,
  name: 'origins',
  async up(db) {
    await db.schema.alterTable('annotation').addColumn('origin', 'text').execute()
    await db.schema.alterTable('annotation').addColumn('suggestion_id', 'text').execute()
  }
}
