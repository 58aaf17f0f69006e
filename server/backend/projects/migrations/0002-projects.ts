import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const projects: Migration = {
  version: 2,
  name: 'projects',
  // Long: one step of the schema, table after table.
  async up(db, dialect) {
    // Byte order makes both databases sort and compare keys alike.
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`

    await db.schema
      .createTable('project')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('title_key', key, column => column.notNull())
      .addColumn('search_key', 'text', column => column.notNull())
      .addColumn('description', 'text')
      .addColumn('habitat', 'text')
      .addColumn('region', 'text')
      .addColumn('start_date', 'text')
      .addColumn('end_date', 'text')
      .addColumn('visibility', 'text', column => column.notNull())
      .addColumn('cover_media_id', 'text')
      .addColumn('media_count', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('media_bytes', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('member_count', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('modified_at', 'text', column => column.notNull())
      .addColumn('deleted_at', 'text')
      .execute()
    // The columns after the id decide who can see a project. The list therefore finds its page in the index, and reads only the rows of that page.
    const seenBy = ['deleted_at', 'visibility'] as const
    await db.schema
      .createIndex('project_by_modified')
      .on('project')
      .columns(['modified_at', 'id', ...seenBy])
      .execute()
    await db.schema
      .createIndex('project_by_created')
      .on('project')
      .columns(['created_at', 'id', ...seenBy])
      .execute()
    await db.schema
      .createIndex('project_by_deletion')
      .on('project')
      .column('deleted_at')
      .where(sql<boolean>`deleted_at is not null`)
      .execute()
    await db.schema
      .createIndex('project_by_title')
      .on('project')
      .columns(['title_key', 'id', ...seenBy])
      .execute()

    await db.schema
      .createTable('project_member')
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('role', 'text', column => column.notNull())
      .addColumn('joined_at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('project_member_pk', ['project_id', 'account_id'])
      .execute()
    await db.schema.createIndex('project_member_by_account').on('project_member').columns(['account_id', 'project_id']).execute()

    await db.schema
      .createTable('activity')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('actor_id', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('event', 'text', column => column.notNull())
      .addColumn('detail', 'text', column => column.notNull())
      .addColumn('time', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('activity_by_project').on('activity').columns(['project_id', 'id']).execute()
  }
}
