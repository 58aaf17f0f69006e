import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

const texts = [
  'sampling_protocol',
  'sampling_description',
  'sample_size_unit',
  'sampling_effort',
  'habitat',
  'location_id',
  'footprint_wkt'
]

export const publication: Migration = {
  version: 23,
  name: 'publication',
  async up(db) {
    const real = sql`double precision`
    await db.schema
      .createTable('publication')
      .addColumn('project_id', 'text', column => column.primaryKey().references('project.id').onDelete('cascade'))
      .addColumn('content', 'text', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull())
      .addColumn('modified_at', 'text', column => column.notNull())
      .execute()
    for (const table of ['survey', 'site']) {
      for (const name of texts) await db.schema.alterTable(table).addColumn(name, 'text').execute()
      await db.schema.alterTable(table).addColumn('sample_size_value', real).execute()
    }
  }
}
