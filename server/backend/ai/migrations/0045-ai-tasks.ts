import type { Migration } from '../../storage/migration.ts'

/** Task of a run. Runs from before suggested labels. */
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
