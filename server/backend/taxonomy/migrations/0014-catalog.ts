import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const catalog: Migration = {
  version: 14,
  name: 'catalog',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`

    // Merges of labels. Like the history, they outlive both labels.
    await db.schema
      .createTable('label_merge')
      .addColumn('label_id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('into_id', key, column => column.notNull())
      .addColumn('annotation_count', 'integer', column => column.notNull())
      .addColumn('image_count', 'integer', column => column.notNull())
      .execute()
    await db.schema.createIndex('label_merge_by_project').on('label_merge').column('project_id').execute()

    // Decisions to keep a name that differs from WoRMS; only the newest decision per label.
    await db.schema
      .createTable('label_name_left')
      .addColumn('label_id', key, column => column.primaryKey().references('label.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('proposed', 'text', column => column.notNull())
      .addColumn('account_id', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('at', 'text', column => column.notNull())
      .execute()
  }
}
