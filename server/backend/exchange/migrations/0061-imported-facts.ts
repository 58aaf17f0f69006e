import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds a record of the image facts that an import writes, so that they can be restored. Earlier imports have no record. */
export const importedFacts: Migration = {
  version: 61,
  name: 'imported facts',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('import_fact')
      .addColumn('import_id', key, column => column.notNull().references('import_session.id').onDelete('cascade'))
      .addColumn('id', key, column => column.notNull())
      .addColumn('media_id', key, column => column.notNull())
      .addColumn('written', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('import_fact_key', ['import_id', 'id'])
      .execute()
  }
}
