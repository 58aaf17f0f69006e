import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds indexes for the waiting suggestions of an image and for the suggestions of an annotation. */
export const suggestionsOnImage: Migration = {
  version: 47,
  name: 'suggestions on an image',
  async up(db) {
    await db.schema.createIndex('ai_suggestion_on_media').on('ai_suggestion').columns(['media_id', 'state', 'probability', 'id']).execute()
    await sql`create index ai_suggestion_by_annotation on ai_suggestion (annotation_id) where annotation_id is not null`.execute(db)
  }
}
