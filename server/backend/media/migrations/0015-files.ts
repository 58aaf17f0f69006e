import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const files: Migration = {
  version: 15,
  name: 'files',
  async up(db) {
    // A single row with the identity of the folder or bucket that contains the files of this database.
    await db.schema
      .createTable('files_identity')
      .addColumn('only', 'integer', column => column.primaryKey())
      .addColumn('files_id', 'text', column => column.notNull())
      .addColumn('never_used', 'integer', column => column.notNull())
      .addColumn('bound_at', 'text', column => column.notNull())
      .execute()

    // Indexes for checking by name whether a file is in use.
    for (const view of ['small', 'large', 'tiles'])
      await db.schema.createIndex(`media_by_${view}`).on('media').column(`${view}_sha256`).execute()
    await db.schema
      .createIndex('media_removed')
      .on('media')
      .columns(['removed_at', 'project_id'])
      .where(sql<boolean>`removed_at is not null`)
      .execute()

    // Storage used by the photographs of each person, including deleted ones that can still be restored.
    await db.schema
      .createTable('storage_use')
      .addColumn('account_id', 'text', column => column.primaryKey())
      .addColumn('media_bytes', 'bigint', column => column.notNull())
      .execute()
    await sql`insert into storage_use (account_id, media_bytes)
      select coalesce(added_by, ''), sum(size_bytes) from media group by coalesce(added_by, '')`.execute(db)

    await db.schema
      .alterTable('upload')
      .addColumn('arrived_bytes', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('upload_unfinished')
      .on('upload')
      .columns(['project_id', 'account_id'])
      .where(sql<boolean>`media_id is null`)
      .execute()
  }
}
