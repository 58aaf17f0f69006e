import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds the number keys that people choose for themselves. */
export const ownKeys: Migration = {
  version: 65,
  name: 'own number keys',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('label_own_key')
      .addColumn('label_id', key, column => column.notNull().references('label.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('digit', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('label_own_key_pk', ['label_id', 'account_id'])
      .addUniqueConstraint('label_own_key_by_digit', ['account_id', 'project_id', 'digit'])
      .execute()
  }
}
