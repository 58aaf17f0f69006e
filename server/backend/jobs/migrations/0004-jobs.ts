import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const jobs: Migration = {
  version: 4,
  name: 'jobs',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`

    await db.schema
      .createTable('job')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('project_id', 'text', column => column.references('project.id').onDelete('cascade'))
      .addColumn('subject', 'text')
      .addColumn('payload', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('done', 'integer', column => column.notNull())
      .addColumn('total', 'integer')
      .addColumn('failure', 'text')
      .addColumn('attempts', 'integer', column => column.notNull())
      .addColumn('run_after', key, column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('finished_at', 'text')
      .execute()
    await db.schema.createIndex('job_by_project').on('job').columns(['project_id', 'id']).execute()
    await db.schema.createIndex('job_waiting').on('job').columns(['run_after', 'id']).where(sql<boolean>`state = 'waiting'`).execute()
  }
}
