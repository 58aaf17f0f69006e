import type { Migration } from '../../storage/migration.ts'

/** Adds the extent of map layers, and the state of the archive that some of them come from. */
export const layerArchives: Migration = {
  version: 66,
  name: 'archives of map layers',
  async up(db) {
    for (const column of ['bounds', 'archive_version']) await db.schema.alterTable('map_layer').addColumn(column, 'text').execute()
  }
}
