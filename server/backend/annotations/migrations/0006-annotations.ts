import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const annotations: Migration = {
  version: 6,
  name: 'annotations',
  // Long: one schema step, table by table.
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const real = sql`double precision`

    await db.schema
      .createTable('annotation')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
      .addColumn('shape_kind', 'text', column => column.notNull())
      .addColumn('shape', 'text')
      .addColumn('area', real)
      .addColumn('label_id', key, column => column.references('label.id'))
      .addColumn('confidence', real)
      .addColumn('attributes', 'text', column => column.notNull())
      .addColumn('review_state', 'text', column => column.notNull())
      .addColumn('reviewed_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('reviewed_at', 'text')
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('annotator', 'text')
      .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('modified_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('modified_at', 'text', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .addColumn('operation_id', key)
      .addColumn('operation_kind', 'text', column => column.notNull())
      .addColumn('removed_at', 'text')
      .execute()
    const kept = sql<boolean>`removed_at is null`
    await db.schema.createIndex('annotation_by_media').on('annotation').columns(['media_id', 'id']).execute()
    await db.schema.createIndex('annotation_by_project').on('annotation').columns(['project_id', 'id']).where(kept).execute()
    await db.schema.createIndex('annotation_by_label').on('annotation').columns(['label_id', 'id']).execute()
    await db.schema.createIndex('annotation_by_operation').unique().on('annotation').column('operation_id').execute()

    // Earlier states of annotations. The current state is in `annotation`.
    await db.schema
      .createTable('annotation_version')
      .addColumn('annotation_id', key, column => column.notNull().references('annotation.id').onDelete('cascade'))
      .addColumn('revision', 'integer', column => column.notNull())
      .addColumn('operation_id', key)
      .addColumn('operation_kind', 'text', column => column.notNull())
      .addColumn('account_id', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('at', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('annotation_version_pk', ['annotation_id', 'revision'])
      .execute()
    await db.schema.createIndex('annotation_version_by_operation').unique().on('annotation_version').column('operation_id').execute()

    await db.schema
      .alterTable('media')
      .addColumn('annotation_count', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('media')
      .addColumn('work_state', 'text', column => column.notNull().defaultTo('notSeen'))
      .execute()
    await db.schema.createIndex('media_by_work_state').on('media').columns(['project_id', 'work_state', 'id']).where(kept).execute()

    await db.schema
      .createTable('media_work')
      .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('media_work_pk', ['media_id', 'account_id'])
      .execute()

    await db.schema
      .createTable('sample')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
      .addColumn('plan', 'text', column => column.notNull())
      .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    // One sample per image: two would count the same area of sea floor twice.
    await db.schema.createIndex('sample_by_media').unique().on('sample').column('media_id').execute()

    await db.schema
      .createTable('sample_point')
      .addColumn('annotation_id', key, column => column.primaryKey().references('annotation.id').onDelete('cascade'))
      .addColumn('sample_id', key, column => column.notNull().references('sample.id').onDelete('cascade'))
      .addColumn('position', 'integer', column => column.notNull())
      .execute()
    await db.schema.createIndex('sample_point_by_sample').on('sample_point').columns(['sample_id', 'position']).execute()

    await db.schema
      .createTable('comment')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('annotation_id', key, column => column.notNull().references('annotation.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('text', 'text', column => column.notNull())
      .addColumn('mentions', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('comment_by_annotation').on('comment').columns(['annotation_id', 'id']).execute()
  }
}
