import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const scale: Migration = {
  version: 10,
  name: 'scale',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const real = sql`double precision`

    await db.schema
      .createTable('media_scale')
      .addColumn('media_id', key, column => column.primaryKey().references('media.id').onDelete('cascade'))
      .addColumn('basis', 'text')
      .addColumn('meters_per_pixel', real)
      .addColumn('pixel_distance', real)
      .addColumn('copied_from', key, column => column.references('media.id').onDelete('set null'))
      .addColumn('formula_version', 'integer', column => column.notNull())
      .addColumn('set_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('set_at', 'text', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .execute()
    await db.schema.createIndex('media_scale_by_source').on('media_scale').column('copied_from').execute()

    await db.schema
      .createTable('scale_settings')
      .addColumn('project_id', 'text', column => column.primaryKey().references('project.id').onDelete('cascade'))
      .addColumn('laser_spacing_in_meters', real)
      .addColumn('horizontal_angle_in_degrees', real)
      .addColumn('sensor_width_in_millimeters', real)
      .addColumn('is_flat_port', 'integer', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull())
      .execute()
  }
}
