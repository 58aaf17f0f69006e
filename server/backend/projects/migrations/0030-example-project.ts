import type { Migration } from '../../storage/migration.ts'

/** Which projects are the example, to look around and try things out. */
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
