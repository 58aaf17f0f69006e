import type { Migration } from '../../storage/migration.ts'

/** Adds the options that a run of a learnt version was started with. Earlier runs have none. */
export const runOptions: Migration = {
  version: 67,
  name: 'options of AI runs',
  async up(db) {
    await db.schema.alterTable('ai_run').addColumn('options', 'text').execute()
  }
}
