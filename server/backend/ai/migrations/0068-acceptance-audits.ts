import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds the blind audits of bulk acceptances. Earlier acceptances have none. */
export const acceptanceAudits: Migration = {
  version: 68,
  name: 'blind audits of bulk acceptances',
  // Long: one table after another.
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('ai_audit')
      .addColumn('decision_id', key, column => column.primaryKey().references('ai_decision.id').onDelete('cascade'))
      .addColumn('seed', 'bigint', column => column.notNull())
      .addColumn('accepted', 'integer', column => column.notNull())
      .addColumn('size', 'integer', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('drawn_at', 'text', column => column.notNull())
      .addColumn('ended_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('ended_at', 'text')
      .addColumn('outcome', 'text')
      .execute()

    await db.schema
      .createTable('ai_audit_item')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('decision_id', key, column => column.notNull().references('ai_audit.decision_id').onDelete('cascade'))
      .addColumn('suggestion_id', key, column => column.notNull().references('ai_suggestion.id').onDelete('cascade'))
      .addColumn('place', 'integer', column => column.notNull())
      .addColumn('accepted_label_id', key, column => column.notNull())
      .addColumn('label_id', key)
      .addColumn('answered_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('answered_at', 'text')
      .addColumn('is_wrong', 'integer')
      .addColumn('relabelled_at', 'text')
      .execute()
    await db.schema.createIndex('ai_audit_item_by_place').unique().on('ai_audit_item').columns(['decision_id', 'place']).execute()
    await db.schema.createIndex('ai_audit_item_by_suggestion').on('ai_audit_item').column('suggestion_id').execute()
  }
}
