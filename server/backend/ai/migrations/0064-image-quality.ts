import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds the measured quality of images, with the comparisons of the last run. */
export const imageQuality: Migration = {
  version: 64,
  name: 'image quality',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const real = sql`double precision`
    await db.schema
      .createTable('ai_image_quality')
      .addColumn('media_id', key, column => column.primaryKey().references('media.id').onDelete('cascade'))
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('sha256', 'text', column => column.notNull())
      .addColumn('measure', 'text', column => column.notNull())
      .addColumn('sharpness', real, column => column.notNull())
      .addColumn('dark_share', real, column => column.notNull())
      .addColumn('bright_share', real, column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull())
      .addColumn('cluster_id', key)
      .addColumn('relative_sharpness', real)
      .addColumn('is_blurred', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    for (const column of ['cluster_id', 'relative_sharpness', 'dark_share', 'bright_share'])
      await db.schema
        .createIndex(`ai_image_quality_by_${column}`)
        .on('ai_image_quality')
        .columns(['project_id', column, 'media_id'])
        .execute()
  }
}
