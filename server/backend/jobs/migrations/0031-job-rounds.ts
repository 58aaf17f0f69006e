import type { Migration } from '../../storage/migration.ts'

export const jobRounds: Migration = {
  version: 31,
  name: 'job rounds',
  async up(db) {
    await db.schema
      .alterTable('job')
      .addColumn('attempts_before', 'integer', column => column.notNull().defaultTo(0))
      .execute()
  }
}
