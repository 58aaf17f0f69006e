import type { Migration } from '../../storage/migration.ts'

/** Marks the projects that are the example, for exploring and trying things out. */
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
