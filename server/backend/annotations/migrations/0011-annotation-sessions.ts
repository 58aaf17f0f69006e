import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const annotationSessions: Migration = {
  version: 11,
  name: 'annotation sessions',
  // Long: one schema step, table by table.
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`

    await db.schema
      .createTable('annotation_session')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('name_key', key, column => column.notNull())
      .addColumn('description', 'text')
      .addColumn('starts_at', 'text', column => column.notNull())
      .addColumn('ends_at', 'text', column => column.notNull())
      .addColumn('hides_earlier', 'integer', column => column.notNull())
      .addColumn('images', 'text', column => column.notNull())
      .addColumn('image_count', 'integer', column => column.notNull())
      .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .execute()
    await db.schema
      .createIndex('annotation_session_by_name')
      .unique()
      .on('annotation_session')
      .columns(['project_id', 'name_key'])
      .execute()

    const session = <T extends { references: (ref: string) => { onDelete: (what: 'cascade') => T } }>(column: T) =>
      column.references('annotation_session.id').onDelete('cascade')
    await db.schema
      .createTable('annotation_session_member')
      .addColumn('session_id', key, column => session(column.notNull()))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('annotation_session_member_pk', ['session_id', 'account_id'])
      .execute()
    await db.schema
      .createIndex('annotation_session_by_member')
      .on('annotation_session_member')
      .columns(['account_id', 'session_id'])
      .execute()

    await db.schema
      .createTable('annotation_session_media')
      .addColumn('session_id', key, column => session(column.notNull()))
      .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('annotation_session_media_pk', ['media_id', 'session_id'])
      .execute()
    await db.schema
      .createIndex('annotation_session_media_by_session')
      .on('annotation_session_media')
      .columns(['session_id', 'media_id'])
      .execute()

    // Sample points are shared. Each member labels their own copies, and each copy refers to its point.
    await db.schema
      .createTable('annotation_session_point')
      .addColumn('annotation_id', key, column => column.primaryKey().references('annotation.id').onDelete('cascade'))
      .addColumn('session_id', key, column => session(column.notNull()))
      .addColumn('account_id', 'text', column => column.notNull())
      .addColumn('point_id', key, column => column.notNull().references('annotation.id').onDelete('cascade'))
      .execute()
    await db.schema
      .createIndex('annotation_session_point_by_point')
      .unique()
      .on('annotation_session_point')
      .columns(['point_id', 'session_id', 'account_id'])
      .execute()

    await db.schema
      .createTable('annotation_session_agreement')
      .addColumn('session_id', key, column => session(column.primaryKey()))
      .addColumn('limits', 'text', column => column.notNull())
      .addColumn('asked_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('job_id', 'text')
      .addColumn('result', 'text')
      .addColumn('disputed_at', 'text')
      .execute()

    // Groups of annotations of the same individual. The id begins with the position of the image, so that ids sort in list order.
    await db.schema
      .createTable('mark_group')
      .addColumn('session_id', key, column => session(column.notNull()))
      .addColumn('id', key, column => column.notNull())
      .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('looked', 'text', column => column.notNull())
      .addColumn('point_id', key)
      .addPrimaryKeyConstraint('mark_group_pk', ['session_id', 'id'])
      .execute()
    await db.schema.createIndex('mark_group_by_kind').on('mark_group').columns(['session_id', 'kind', 'id']).execute()
    await db.schema
      .createTable('mark_group_mark')
      .addColumn('session_id', key, column => column.notNull())
      .addColumn('group_id', key, column => column.notNull())
      .addColumn('annotation_id', key, column => column.notNull().references('annotation.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull())
      .addColumn('label_id', 'text')
      .addPrimaryKeyConstraint('mark_group_mark_pk', ['session_id', 'group_id', 'annotation_id'])
      .addForeignKeyConstraint('mark_group_mark_group', ['session_id', 'group_id'], 'mark_group', ['session_id', 'id'], constraint =>
        constraint.onDelete('cascade')
      )
      .execute()
    await db.schema.createIndex('mark_group_by_annotation').on('mark_group_mark').column('annotation_id').execute()
  }
}
