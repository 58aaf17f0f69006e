import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const mediaCoverage: Migration = {
  version: 17,
  name: 'media coverage',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('media_coverage')
      .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
      .addColumn('source_id', key, column => column.notNull())
      .addColumn('covered_at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('media_coverage_by_media', ['media_id', 'source_id'])
      .execute()
    // Earlier imports did not record which images they covered. Only images with machine annotations are certain to have been covered.
    await sql`insert into media_coverage (media_id, source_id, covered_at)
      select media_id, 'before media coverage', min(created_at) from annotation where source = 'machine' group by media_id`.execute(db)
  }
}
