import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const catalog: Migration = {
  version: 14,
  name: 'catalog',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`

    // Where annotations went when their label was merged away; like the label's history it outlives both labels.
    await db.schema
      .createTable('label_merge')
      .addColumn('label_id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('into_id', key, column => column.notNull())
      .addColumn('annotation_count', 'integer', column => column.notNull())
      .addColumn('image_count', 'integer', column => column.notNull())
      .execute()
    await db.schema.createIndex('label_merge_by_project').on('label_merge').column('project_id').execute()
  }
}
