import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds tables for deleted sites that can be restored, with their images and observations. */
export const removedSites: Migration = {
  version: 60,
  name: 'removed sites',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('removed_site')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('row', 'text', column => column.notNull())
      .addColumn('at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('removed_site_by_project').on('removed_site').column('project_id').execute()
    await db.schema.createIndex('removed_site_by_time').on('removed_site').column('at').execute()
    await db.schema
      .createTable('removed_site_use')
      .addColumn('site_id', key, column => column.notNull().references('removed_site.id').onDelete('cascade'))
      .addColumn('thing_id', key, column => column.notNull())
      .addPrimaryKeyConstraint('removed_site_use_key', ['site_id', 'thing_id'])
      .execute()
  }
}
