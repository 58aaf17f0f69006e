import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds a record of each import into a catalog, so that it can be undone. Earlier imports have no record. */
export const catalogImports: Migration = {
  version: 40,
  name: 'catalog imports',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('catalog_import')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('source_name', 'text', column => column.notNull())
      .addColumn('new_count', 'integer', column => column.notNull())
      .addColumn('changed_count', 'integer', column => column.notNull())
      .addColumn('applied_at', 'text', column => column.notNull())
      .addColumn('account_id', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('expires_at', 'text', column => column.notNull())
      .addColumn('undone', 'text')
      .execute()
    await db.schema.createIndex('catalog_import_by_project').on('catalog_import').columns(['project_id', 'id']).execute()
    await db.schema.createIndex('catalog_import_by_end').on('catalog_import').column('expires_at').execute()
  }
}
