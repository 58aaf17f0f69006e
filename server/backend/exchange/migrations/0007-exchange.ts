import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const exchange: Migration = {
  version: 7,
  name: 'exchange',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`

    await db.schema
      .createTable('export_file')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('format', 'text', column => column.notNull())
      .addColumn('options', 'text', column => column.notNull())
      .addColumn('file_name', 'text', column => column.notNull())
      .addColumn('job_id', 'text')
      .addColumn('size_bytes', 'bigint')
      .addColumn('report', 'text')
      .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('finished_at', 'text')
      .addColumn('expires_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('export_file_by_project').on('export_file').columns(['project_id', 'id']).execute()
    await db.schema.createIndex('export_file_by_end').on('export_file').column('expires_at').execute()

    await db.schema
      .createTable('import_session')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('file_name', 'text', column => column.notNull())
      .addColumn('size_bytes', 'bigint', column => column.notNull())
      .addColumn('format', 'text')
      .addColumn('options', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('job_id', 'text')
      .addColumn('preview', 'text')
      .addColumn('result', 'text')
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('import_session_by_project').on('import_session').columns(['project_id', 'id']).execute()
    await db.schema.createIndex('import_session_by_end').on('import_session').column('expires_at').execute()
  }
}
