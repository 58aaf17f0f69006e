import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds an index of the annotations made by programs. The results count unreviewed annotations by program, often a few among a million. */
export const unreviewed: Migration = {
  version: 62,
  name: 'unreviewed',
  async up(db) {
    await db.schema
      .createIndex('annotation_by_program')
      .on('annotation')
      .columns(['project_id', 'annotator', 'review_state', 'id', 'source', 'removed_at'])
      .where(sql<boolean>`removed_at is null and source = 'machine'`)
      .execute()
  }
}
