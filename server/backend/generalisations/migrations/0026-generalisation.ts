import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const generalisation: Migration = {
  version: 26,
  name: 'generalisation',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('generalisation')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('label_id', key, column => column.references('label.id').onDelete('cascade'))
      .addColumn('grid', 'text', column => column.notNull())
      .addColumn('from_role', 'text', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('modified_at', 'text', column => column.notNull())
      .execute()
    // Nulls are distinct in a unique index, so the empty text represents the whole project.
    await sql`create unique index generalisation_by_label on generalisation (project_id, coalesce(label_id, ''))`.execute(db)
    await db.schema.createIndex('generalisation_of_label').on('generalisation').column('label_id').execute()
  }
}
