import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds imports of sites, and records which import a site comes from. */
export const siteImports: Migration = {
  version: 58,
  name: 'site imports',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('site_import')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('file_name', 'text', column => column.notNull())
      .addColumn('count', 'integer', column => column.notNull())
      .addColumn('account_id', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('at', 'text', column => column.notNull())
      .addColumn('undone', 'text')
      .execute()
    await db.schema.createIndex('site_import_by_project').on('site_import').columns(['project_id', 'id']).execute()
    await db.schema
      .alterTable('site')
      .addColumn('import_id', key, column => column.references('site_import.id').onDelete('set null'))
      .execute()
    await sql`create index site_by_import on site (import_id) where import_id is not null`.execute(db)
  }
}
