import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const bulkEdits: Migration = {
  version: 13,
  name: 'bulk edits',
  async up(db) {
    // Keyboard review makes about a thousand edits an hour, each to a single annotation. The index finds edits to several annotations
    // without reading the edits to single ones.
    await db.schema
      .createIndex('bulk_edit_of_many')
      .on('bulk_edit')
      .columns(['project_id', 'id'])
      .where(sql<boolean>`changed_count > 1`)
      .execute()
    await db.schema
      .createIndex('bulk_edit_by_person')
      .on('bulk_edit')
      .columns(['project_id', 'account_id', 'id'])
      .where(sql<boolean>`state <> 'undone' and changed_count > 0`)
      .execute()
  }
}
