import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const opportunitySources: Migration = {
  version: 46,
  name: 'sources of opportunities',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('opportunity_source')
      .addColumn('record_id', key, column => column.primaryKey().references('scraped_record.id').onDelete('cascade'))
      .addColumn('opportunity_id', key, column => column.references('opportunity.id').onDelete('set null'))
      .addColumn('url', 'text')
      .addColumn('url_key', 'text')
      .addColumn('found_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('opportunity_source_by_address').on('opportunity_source').columns(['url_key']).execute()
    await db.schema.createIndex('opportunity_source_by_opportunity').on('opportunity_source').columns(['opportunity_id']).execute()
  }
}
