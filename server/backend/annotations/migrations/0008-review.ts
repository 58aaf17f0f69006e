import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const review: Migration = {
  version: 8,
  name: 'review',
  // Long: one schema step, table by table.
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`

    // One index for each sort order of the list, and one for each selective condition. The expressions are those that the list sorts by. To
    // allow index-only scans, an index also includes the columns of its expression (for PostgreSQL) and of its condition (for SQLite).
    const kept = sql<boolean>`removed_at is null`
    const index = (name: string, columns: string) =>
      db.schema
        .createIndex(name)
        .on('annotation')
        .expression(sql.raw(`project_id, ${columns}, removed_at`))
        .where(kept)
        .execute()
    await db.schema.dropIndex('annotation_by_project').execute()
    await index('annotation_by_project', 'id')
    await index('annotation_by_size', 'coalesce(area, -1), id, area')
    await index('annotation_by_confidence', 'coalesce(confidence, 2), id, confidence')
    await index('annotation_by_project_label', 'label_id, id')
    await index('annotation_by_person', 'coalesce(annotator, created_by), id, annotator, created_by')
    await index('annotation_by_review', 'review_state, id')

    // Whole-image annotations are few compared with others, so their partial indexes are small.
    const whole = sql<boolean>`shape_kind = 'wholeImage' and removed_at is null`
    await db.schema.createIndex('annotation_image_label').on('annotation').columns(['label_id', 'media_id']).where(whole).execute()
    await db.schema.createIndex('annotation_of_whole_image').on('annotation').columns(['media_id', 'label_id']).where(whole).execute()

    await db.schema
      .createTable('bulk_edit')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('undone_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('change', 'text', column => column.notNull())
      .addColumn('filter', 'text')
      .addColumn('job_id', 'text')
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('position', 'text')
      .addColumn('changed_count', 'integer', column => column.notNull())
      .addColumn('skipped_count', 'integer', column => column.notNull())
      .addColumn('restored_count', 'integer', column => column.notNull())
      .addColumn('kept_count', 'integer', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('bulk_edit_by_age').on('bulk_edit').column('created_at').execute()

    // Annotations of a bulk edit, each with its state before the edit.
    await db.schema
      .createTable('bulk_edit_item')
      .addColumn('bulk_edit_id', key, column => column.notNull().references('bulk_edit.id').onDelete('cascade'))
      .addColumn('annotation_id', key, column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull())
      .addColumn('before', 'text')
      .addPrimaryKeyConstraint('bulk_edit_item_pk', ['bulk_edit_id', 'annotation_id'])
      .execute()

    await db.schema
      .createTable('saved_filter')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('name_key', key, column => column.notNull())
      .addColumn('filter', 'text', column => column.notNull())
      .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('saved_filter_by_name').unique().on('saved_filter').columns(['project_id', 'name_key']).execute()
  }
}
