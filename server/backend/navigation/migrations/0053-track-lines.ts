import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Simplified lines of tracks, for the map. */
export const trackLines: Migration = {
  version: 53,
  name: 'track lines',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('nav_line')
      .addColumn('track_id', key, column => column.primaryKey().references('nav_track.id').onDelete('cascade'))
      .addColumn('parts', 'text', column => column.notNull())
      .execute()
  }
}
