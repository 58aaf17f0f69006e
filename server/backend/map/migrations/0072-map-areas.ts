import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds the areas that people draw on the map to select the records inside. */
export const mapAreas: Migration = {
  version: 72,
  name: 'map areas',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const real = sql`double precision`
    await db.schema
      .createTable('map_area')
      .addColumn('id', key, column => column.primaryKey().notNull())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .addColumn('ring', 'text', column => column.notNull())
      .addColumn('west', real, column => column.notNull())
      .addColumn('south', real, column => column.notNull())
      .addColumn('east', real, column => column.notNull())
      .addColumn('north', real, column => column.notNull())
      .execute()
    await db.schema.createIndex('map_area_by_project').on('map_area').columns(['project_id', 'created_by', 'id']).execute()
    for (const column of ['created_by', 'expires_at'])
      await db.schema.createIndex(`map_area_by_${column}`).on('map_area').column(column).execute()
    await db.schema
      .createTable('map_area_edge')
      .addColumn('area_id', key, column => column.notNull().references('map_area.id').onDelete('cascade'))
      .addColumn('position', 'integer', column => column.notNull())
      .addColumn('x1', real, column => column.notNull())
      .addColumn('y1', real, column => column.notNull())
      .addColumn('x2', real, column => column.notNull())
      .addColumn('y2', real, column => column.notNull())
      .addPrimaryKeyConstraint('map_area_edge_key', ['area_id', 'position'])
      .execute()
  }
}
