import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Stores label doubts as suggestions for labelled annotations, and records which annotations a decision changed. */
export const labelChecks: Migration = {
  version: 48,
  name: 'label checks',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema.alterTable('ai_run').addColumn('family', 'text').execute()
    await db.schema.alterTable('ai_suggestion').addColumn('checked_label_id', key).execute()
    await db.schema.alterTable('ai_suggestion').addColumn('suspicion', sql`double precision`).execute()
    await db.schema.alterTable('ai_suggestion').addColumn('near', 'text').execute()
    await db.schema.alterTable('ai_decision_item').addColumn('before', 'text').execute()
    await db.schema.createIndex('ai_suggestion_by_suspicion').on('ai_suggestion').columns(['run_id', 'state', 'suspicion', 'id']).execute()
  }
}
