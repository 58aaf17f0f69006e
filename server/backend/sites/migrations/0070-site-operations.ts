import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds the ids of applied site operations, so that an operation that is sent again is applied only once. */
export const appliedSiteOperations: Migration = {
  version: 70,
  name: 'site operations',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('site_operation')
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('id', key, column => column.notNull())
      .addColumn('at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('site_operation_key', ['project_id', 'id'])
      .execute()
    await db.schema.createIndex('site_operation_by_time').on('site_operation').column('at').execute()
  }
}
