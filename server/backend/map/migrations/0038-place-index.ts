import type { Migration } from '../../storage/migration.ts'

/** Replaces an index, so that the place of an annotation is found by its image and its own id. */
export const placeIndex: Migration = {
  version: 38,
  name: 'place-index',
  async up(db) {
    await db.schema.dropIndex('place_of_origin').execute()
    await db.schema.createIndex('place_of_record').on('place').columns(['origin_id', 'subject_id']).execute()
  }
}
