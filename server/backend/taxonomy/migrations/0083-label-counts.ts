import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Corrects the number of annotations of labels. Images that were deleted for good had left their annotations in it. */
export const labelCounts: Migration = {
  version: 83,
  name: 'label-counts',
  async up(db) {
    const count = sql`(select count(*) from annotation where annotation.label_id = label.id and annotation.removed_at is null)`
    await sql`update label set annotation_count = ${count} where annotation_count <> ${count}`.execute(db)
  }
}
