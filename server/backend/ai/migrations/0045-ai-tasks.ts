import type { Migration } from '../../storage/migration.ts'

/** Adds the task of a run. Older runs get `label`, the only task at that time. */
export const aiTasks: Migration = {
  version: 45,
  name: 'ai tasks',
  async up(db) {
    await db.schema
      .alterTable('ai_run')
      .addColumn('task', 'text', column => column.notNull().defaultTo('label'))
      .execute()
  }
}
