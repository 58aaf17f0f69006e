import type { Migration } from '../../storage/migration.ts'

/** Adds an index of job items by image. The permanent deletion of an image deletes them, and read all items without it. */
export const jobItemsByImage: Migration = {
  version: 86,
  name: 'job items by image',
  async up(db) {
    await db.schema.createIndex('job_item_by_media').on('job_item').columns(['media_id']).execute()
  }
}
