import type { Migration } from '../../storage/migration.ts'

/** Adds the time of an import and the range of its annotation ids, so that the import can be undone. Earlier imports have neither. */
export const importUndo: Migration = {
  version: 29,
  name: 'import undo',
  async up(db) {
    for (const column of ['applied_at', 'first_annotation_id', 'last_annotation_id'])
      await db.schema.alterTable('import_session').addColumn(column, 'text').execute()
  }
}
