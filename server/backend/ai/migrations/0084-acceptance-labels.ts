import type { Migration } from '../../storage/migration.ts'

/** Adds the stored labels that a bulk acceptance covers. Earlier acceptances have none, and follow the merges since. */
export const acceptanceLabels: Migration = {
  version: 84,
  name: 'stored labels of bulk acceptances',
  async up(db) {
    await db.schema.alterTable('ai_acceptance').addColumn('stored_label_ids', 'text').execute()
  }
}
