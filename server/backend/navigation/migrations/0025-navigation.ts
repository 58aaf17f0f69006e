import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const navigation: Migration = {
  version: 25,
  name: 'navigation',
  // Long: one step of the schema, table by table.
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const bytes = dialect === 'postgres' ? 'bytea' : 'blob'
    const real = sql`double precision`

    await db.schema
      .createTable('nav_track')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('platform', 'text')
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('file_name', 'text', column => column.notNull())
      .addColumn('size_bytes', 'bigint', column => column.notNull())
      .addColumn('format', 'text')
      .addColumn('parameters', 'text', column => column.notNull())
      .addColumn('report', 'text')
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('failure', 'text')
      .addColumn('job_id', 'text')
      .addColumn('fix_count', 'integer', column => column.notNull())
      .addColumn('first_at', key)
      .addColumn('last_at', key)
      .addColumn('west', real)
      .addColumn('east', real)
      .addColumn('south', real)
      .addColumn('north', real)
      .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('modified_at', 'text', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull())
      .addColumn('removed_at', 'text')
      .execute()
    await db.schema.createIndex('nav_track_by_project').on('nav_track').columns(['project_id', 'first_at']).execute()

    await db.schema
      .createTable('nav_block')
      .addColumn('track_id', key, column => column.notNull().references('nav_track.id').onDelete('cascade'))
      .addColumn('first_ms', real, column => column.notNull())
      .addColumn('last_ms', real, column => column.notNull())
      .addColumn('fix_count', 'integer', column => column.notNull())
      .addColumn('west', real, column => column.notNull())
      .addColumn('east', real, column => column.notNull())
      .addColumn('south', real, column => column.notNull())
      .addColumn('north', real, column => column.notNull())
      .addColumn('bytes', bytes, column => column.notNull())
      .addPrimaryKeyConstraint('nav_block_by_time', ['track_id', 'first_ms'])
      .execute()

    await db.schema
      .createTable('nav_placement')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('track_id', key, column => column.notNull().references('nav_track.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('undone_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('seen_at', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('job_id', 'text')
      .addColumn('position', 'text')
      .addColumn('changed_count', 'integer', column => column.notNull())
      .addColumn('restored_count', 'integer', column => column.notNull())
      .addColumn('kept_count', 'integer', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('nav_placement_by_project').on('nav_placement').columns(['project_id', 'id']).execute()
    await db.schema.createIndex('nav_placement_by_track').on('nav_placement').column('track_id').execute()

    await db.schema
      .createTable('nav_placement_item')
      .addColumn('placement_id', key, column => column.notNull().references('nav_placement.id').onDelete('cascade'))
      .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
      .addColumn('before', 'text', column => column.notNull())
      .addColumn('after', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('nav_placement_item_by_media', ['placement_id', 'media_id'])
      .execute()
    await db.schema.createIndex('nav_placement_item_by_media_id').on('nav_placement_item').column('media_id').execute()
  }
}
