import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const opportunities: Migration = {
  version: 34,
  name: 'opportunities',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`

    await db.schema
      .createTable('opportunity')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('author_id', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('facts', 'text', column => column.notNull())
      .addColumn('search_key', 'text', column => column.notNull())
      .addColumn('region_key', 'text', column => column.notNull())
      .addColumn('career_key', 'text', column => column.notNull())
      .addColumn('closes_at', key)
      .addColumn('sort_key', key, column => column.notNull())
      .addColumn('expires_at', key, column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('modified_at', 'text', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull())
      .execute()
    await db.schema.createIndex('opportunity_by_deadline').on('opportunity').columns(['state', 'sort_key', 'id']).execute()
    await db.schema.createIndex('opportunity_by_author').on('opportunity').columns(['author_id']).execute()

    await db.schema
      .createTable('opportunity_save')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('opportunity_id', key, column => column.notNull().references('opportunity.id').onDelete('cascade'))
      .addColumn('saved_at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('opportunity_save_by_account', ['account_id', 'opportunity_id'])
      .execute()
    await db.schema.createIndex('opportunity_save_by_opportunity').on('opportunity_save').columns(['opportunity_id']).execute()
  }
}
