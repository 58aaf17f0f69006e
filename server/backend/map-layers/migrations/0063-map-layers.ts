import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds the layers of the map that come from other servers. */
export const mapLayers: Migration = {
  version: 63,
  name: 'map layers',
  async up(db, dialect) {
    await db.schema
      .createTable('map_layer')
      .addColumn('id', dialect === 'postgres' ? sql`text collate "C"` : sql`text`, column => column.primaryKey())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('wms_layers', 'text')
      .addColumn('wms_styles', 'text')
      .addColumn('projection', 'text', column => column.notNull())
      .addColumn('min_zoom', 'integer', column => column.notNull())
      .addColumn('max_zoom', 'integer', column => column.notNull())
      .addColumn('attribution', 'text', column => column.notNull())
      .addColumn('attribution_url', 'text')
      .addColumn('licence', 'text')
      .addColumn('may_store', 'integer', column => column.notNull())
      .addColumn('is_own_network', 'integer', column => column.notNull())
      .addColumn('is_on', 'integer', column => column.notNull())
      .addColumn('header_names', 'text', column => column.notNull())
      .addColumn('headers', 'text')
      .addColumn('position', 'integer', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull())
      .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('modified_at', 'text', column => column.notNull())
      .execute()
  }
}
