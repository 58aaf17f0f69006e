import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const attributeFields: Migration = {
  version: 12,
  name: 'attribute fields',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const real = sql`double precision`
    await db.schema
      .createTable('attribute_field')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('name_key', key, column => column.notNull())
      .addColumn('type', 'text', column => column.notNull())
      .addColumn('unit', 'text')
      .addColumn('minimum', real)
      .addColumn('maximum', real)
      .addColumn('choices', 'text', column => column.notNull())
      .addColumn('required', 'integer', column => column.notNull())
      .addColumn('position', 'integer', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('modified_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('attribute_field_by_name').unique().on('attribute_field').columns(['project_id', 'name_key']).execute()
  }
}
