import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const media: Migration = {
  version: 3,
  name: 'media',
  // Long: one step of the schema, table after table.
  async up(db, dialect) {
    // Byte order makes both databases sort and compare keys alike.
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const real = sql`double precision`

    await db.schema
      .createTable('media')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('file_name', 'text', column => column.notNull())
      .addColumn('name_key', key, column => column.notNull())
      .addColumn('stem_key', key, column => column.notNull())
      .addColumn('format', 'text', column => column.notNull())
      .addColumn('size_bytes', 'bigint', column => column.notNull())
      .addColumn('sha256', 'text', column => column.notNull())
      .addColumn('width', 'integer', column => column.notNull())
      .addColumn('height', 'integer', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('failure', 'text')
      .addColumn('event_date', 'text')
      .addColumn('captured_key', key, column => column.notNull())
      .addColumn('decimal_latitude', real)
      .addColumn('decimal_longitude', real)
      .addColumn('depth_in_meters', real)
      .addColumn('altitude_in_meters', real)
      .addColumn('camera', 'text')
      .addColumn('exif', 'text', column => column.notNull())
      .addColumn('metadata', 'text', column => column.notNull())
      .addColumn('small_sha256', 'text')
      .addColumn('large_sha256', 'text')
      .addColumn('tiles_sha256', 'text')
      .addColumn('added_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .addColumn('removed_at', 'text')
      .execute()

    // Each sort order of the list has an index that includes the searched columns. A search therefore reads only the rows of its page.
    const kept = sql<boolean>`removed_at is null`
    await db.schema.createIndex('media_by_content').unique().on('media').columns(['project_id', 'sha256']).where(kept).execute()
    await db.schema.createIndex('media_by_id').on('media').columns(['project_id', 'id', 'name_key']).where(kept).execute()
    await db.schema.createIndex('media_by_name').on('media').columns(['project_id', 'name_key', 'id']).where(kept).execute()
    await db.schema
      .createIndex('media_by_capture')
      .on('media')
      .columns(['project_id', 'captured_key', 'id', 'name_key'])
      .where(kept)
      .execute()
    await db.schema.createIndex('media_by_stem').on('media').columns(['project_id', 'stem_key']).where(kept).execute()
    await db.schema
      .createIndex('media_by_facts') // for the counts in the overview, without reading the rows
      .on('media')
      .columns(['project_id', 'depth_in_meters', 'event_date', 'decimal_latitude'])
      .where(kept)
      .execute()
    await db.schema.createIndex('media_by_blob').on('media').column('sha256').execute()

    await db.schema
      .createTable('upload')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('file_name', 'text', column => column.notNull())
      .addColumn('size_bytes', 'bigint', column => column.notNull())
      .addColumn('media_id', 'text')
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('upload_by_end').on('upload').column('expires_at').execute()
  }
}
