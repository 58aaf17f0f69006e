import type { Migration } from '../../storage/migration.ts'

/** Adds a flag for example projects, which are for exploring and trying things out. */
export const exampleProject: Migration = {
  version: 30,
  name: 'example project',
  async up(db) {
    await db.schema
      .alterTable('project')
      .addColumn('is_example', 'integer', column => column.notNull().defaultTo(0))
      .execute()
  }
}
